import { cpSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

// Starts the demo as `npm start` does, with flags and users of its own, which the journeys may change.

const { values } = parseArgs({
  options: { folder: { type: 'string' }, port: { type: 'string' }, 'services-port': { type: 'string' } },
})
const { folder, port, 'services-port': servicesPort } = values
if (!folder || !port || !servicesPort)
  throw new Error('Playwright starts this with --folder, --port and --services-port.')

cpSync(fileURLToPath(new URL('../apps/rental-desk/telltale', import.meta.url)), folder, { recursive: true })
process.argv.splice(
  2,
  Infinity,
  ...['--port', port, '--services-port', servicesPort, '--data', ':memory:'],
  ...['--flags', `${folder}/flags.json`, '--users', `${folder}/users.json`],
)
await import('../scripts/start.mjs')
