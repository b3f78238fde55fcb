import { startServices, type LocalServicesOptions } from './startServices.ts'

export const DEV_HELP = `Usage: telltale dev [options]

Starts who-am-i, the flag service, the collector and the console on 127.0.0.1.

Options:
  --port <number>   Port to listen on; the next free one if it is taken (4801)
  --data <where>    Events: a file, :memory:, or the URL of a libSQL database (.telltale/events.db)
  --flags <file>    Flags, in the vendor's server-side JSON (telltale/flags.json)
  --users <file>    Users who can be signed in (telltale/users.json)
  --help            Show this
`

/** Runs the services until the process is told to end. Resolves with the exit code. */
export async function devCommand(options: LocalServicesOptions): Promise<number> {
  const toldToEnd = new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve())
  })
  try {
    const services = await startServices({ ...options, log: (line) => process.stderr.write(`${time()} ${line}\n`) })
    process.stdout.write(`Telltale's services and console: ${services.url}\nCtrl-C ends them.\n`)
    await toldToEnd
    await services.close()
    return 0
  } catch (error) {
    process.stderr.write(`telltale: ${error instanceof Error ? error.message : String(error)}\n`)
    return 1
  }
}

function time(): string {
  return new Date().toTimeString().slice(0, 8)
}
