import { parseArgs } from 'node:util'
import { devCommand, DEV_HELP } from './devCommand.ts'

const HELP = `Usage: telltale <command> [options]

Commands:
  dev    Start the local services and the console

telltale <command> --help says more about one of them.
`

const OPTIONS = {
  port: { type: 'string', default: '4801' },
  data: { type: 'string', default: '.telltale/events.db' },
  flags: { type: 'string', default: 'telltale/flags.json' },
  users: { type: 'string', default: 'telltale/users.json' },
  help: { type: 'boolean', short: 'h', default: false },
} as const

/** Runs a command. Resolves with the exit code: 0 done, 1 failed, 2 called wrongly. */
export async function commandLine(args: readonly string[]): Promise<number> {
  let parsed
  try {
    parsed = parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true })
  } catch (error) {
    return wrong(error instanceof Error ? error.message : String(error))
  }
  const { values, positionals } = parsed
  const [command, ...rest] = positionals
  if (values.help) return say(command === 'dev' ? DEV_HELP : HELP)
  if (command === undefined) return wrong('There is no command.')
  if (command !== 'dev' || rest.length > 0) return wrong(`${positionals.join(' ')} is no command.`)
  const port = Number(values.port)
  if (!Number.isInteger(port) || port < 0 || port > 65_535) return wrong('--port must be a number from 0 to 65535.')
  return devCommand({ port, data: values.data, flagsFile: values.flags, usersFile: values.users })
}

function say(text: string): number {
  process.stdout.write(text)
  return 0
}

function wrong(problem: string): number {
  process.stderr.write(`telltale: ${problem}\n\n${HELP}`)
  return 2
}
