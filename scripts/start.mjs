import { cpSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ensureBuilt } from './build/ensureBuilt.mjs'
import { DEMO, ensureInstalled, root } from './ensureInstalled.mjs'

const USAGE = `npm start -- [options]      everything built, as a user of the application gets it
npm run dev -- [options]    the application from its sources, changed in place when they change

  --port <number>            of the demo application; the next free one if it is taken, any if 0 (4900)
  --services-port <number>   of the local services and their console, likewise (4901)
  --data <where>             where events are kept: a file, or :memory: (.telltale/collected.db)
  --flags <file>             flags, in the vendor's server-side JSON (.telltale/flags.json)
  --users <file>             users who can be signed in (.telltale/users.json)
  --reset                    starts with the flags and users of the repository again`

const options = /** @type {const} */ ({
  port: { type: 'string', default: '4900' },
  'services-port': { type: 'string', default: '4901' },
  data: { type: 'string', default: '.telltale/collected.db' },
  flags: { type: 'string', default: '.telltale/flags.json' },
  users: { type: 'string', default: '.telltale/users.json' },
  reset: { type: 'boolean', default: false },
  dev: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
})

try {
  const { values } = parseArgs({ options })
  if (values.help) {
    console.log(USAGE)
    process.exit()
  }
  await ensureInstalled(DEMO)
  console.log('Building …')
  const { ok } = await ensureBuilt({ folders: values.dev ? ['packages/local'] : DEMO })
  if (!ok) throw new Error('the build failed (see above).')

  console.log('Starting …')
  for (const file of ['flags.json', 'users.json']) {
    // The console edits a copy, so that `git status` stays clean.
    const copy = join('.telltale', file)
    if (values.reset || !existsSync(copy)) cpSync(join(root, 'apps/rental-desk/telltale', file), copy)
  }
  const { startDemo } = await import('./startDemo.mjs')
  const ports = { port: Number(values.port), servicesPort: Number(values['services-port']) }
  const { demo, services } = await startDemo({ ...values, ...ports, isDev: values.dev }, console.log)
  console.log(`
  Demo application             ${demo}
  Local services and console   ${services}

Ctrl-C stops both. Flags are in ${values.flags}, users in ${values.users}; npm start -- --reset restores those in .telltale.`)
} catch (error) {
  console.error(`Nothing was started: ${error instanceof Error ? error.message : error}`)
  process.exit(1)
}
