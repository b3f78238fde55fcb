import manifest from '../../package.json' with { type: 'json' }
import { closest } from '../text/closest.ts'
import { codemodCommand } from './codemodCommand.ts'
import { devCommand } from './devCommand.ts'
import { doctorCommand } from './doctorCommand.ts'
import { explainCommand } from './explainCommand.ts'
import { initCommand } from './initCommand.ts'
import { mcpCommand } from './mcpCommand.ts'
import { outcome, type Command, type Terminal } from './terminal.ts'
import { typesCommand } from './typesCommand.ts'

const COMMANDS: Readonly<Record<string, Command>> = {
  init: initCommand,
  dev: devCommand,
  types: typesCommand,
  doctor: doctorCommand,
  explain: explainCommand,
  codemod: codemodCommand,
  mcp: mcpCommand,
}

const HELP = `Usage: telltale <command> [options]

Commands:
  init     Set up Telltale in the project in this folder
  dev      Start the local services and the console
  types    Write the application's flags down as TypeScript
  doctor   Check a configuration against running services
  explain  Say what a message of Telltale means, and what to do
  codemod  Replace the calls of another SDK with those of Telltale
  mcp      Let a coding agent ask running local services

telltale <command> --help shows its options. telltale --version prints the version.

Exit codes: 0 done, no problem found; 1 failed, or found a problem, which is printed; 2 invalid arguments.
`

/** Runs a command. Resolves with the exit code. */
export async function commandLine(args: readonly string[], terminal: Terminal): Promise<number> {
  const [name, ...rest] = args
  if (name === '--help' || name === '-h' || name === 'help') return outcome.said(terminal, HELP)
  if (name === '--version' || name === '-v') return outcome.said(terminal, `${manifest.version}\n`)
  if (name === undefined) return outcome.wrong(terminal, 'There is no command.', HELP)
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (command === undefined) {
    const meant = closest(name, Object.keys(COMMANDS))
    return outcome.wrong(terminal, `${name} is not a command.${meant ? ` Did you mean ${meant}?` : ''}`, HELP)
  }
  return command(rest, terminal)
}
