import { devCommand } from './devCommand.ts'
import { doctorCommand } from './doctorCommand.ts'
import { outcome, type Command, type Terminal } from './terminal.ts'
import { typesCommand } from './typesCommand.ts'

const COMMANDS: Readonly<Record<string, Command>> = {
  dev: devCommand,
  types: typesCommand,
  doctor: doctorCommand,
}

const HELP = `Usage: telltale <command> [options]

Commands:
  dev      Start the local services and the console
  types    Write the application's flags down as TypeScript
  doctor   Check a configuration against running services

telltale <command> --help says more about one of them.

Exit codes: 0 it is done, and all is well; 1 it failed, or found something wrong, and says what; 2 it was called wrongly.
`

/** Runs a command. Resolves with the exit code. */
export async function commandLine(args: readonly string[], terminal: Terminal): Promise<number> {
  const [name, ...rest] = args
  if (name === '--help' || name === '-h' || name === 'help') return outcome.said(terminal, HELP)
  if (name === undefined) return outcome.wrong(terminal, 'There is no command.', HELP)
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (command === undefined) return outcome.wrong(terminal, `${name} is no command.`, HELP)
  return command(rest, terminal)
}
