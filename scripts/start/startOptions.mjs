import { parseArgs } from 'node:util'

export const USAGE = `npm start -- [options]      everything built, as a user of the application gets it
npm run dev -- [options]    the application from its sources, changed in place when they change

  --port <number>            of the demo application; the next free one when it is taken, any when 0 (4800)
  --services-port <number>   of the local services and their console, likewise (4801)
  --data <where>             where events are kept: a file, :memory:, or the URL of a libSQL database (.telltale/events.db)
  --flags <file>             flags, in the vendor's server-side JSON (apps/rental-desk/telltale/flags.json)
  --users <file>             users who can be signed in (apps/rental-desk/telltale/users.json)`

/**
 * @typedef {{ port: number, servicesPort: number, data: string, flags: string, users: string, isDev: boolean }} StartOptions
 *
 * @param {readonly string[]} args
 * @returns {{ type: 'start', options: StartOptions } | { type: 'help' } | { type: 'wrong', sentence: string }}
 */
export function startOptions(args) {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        port: { type: 'string', default: '4800' },
        'services-port': { type: 'string', default: '4801' },
        data: { type: 'string', default: '.telltale/events.db' },
        flags: { type: 'string', default: 'apps/rental-desk/telltale/flags.json' },
        users: { type: 'string', default: 'apps/rental-desk/telltale/users.json' },
        dev: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    })
    if (values.help) return { type: 'help' }
    const [port, servicesPort] = [portOf('--port', values.port), portOf('--services-port', values['services-port'])]
    const { data, flags, users, dev: isDev } = values
    return { type: 'start', options: { port, servicesPort, data, flags, users, isDev } }
  } catch (error) {
    return { type: 'wrong', sentence: error instanceof Error ? error.message : String(error) }
  }
}

/** @param {string} name @param {string} given */
function portOf(name, given) {
  const port = Number(given)
  if (given && Number.isInteger(port) && port >= 0 && port <= 65_535) return port
  throw new Error(`${name} must be a number from 0 to 65535, not "${given}".`)
}
