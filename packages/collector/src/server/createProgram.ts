import { Command } from 'commander'
import { backupCommand } from './backupCommand.ts'
import { consumeCommand, dedupeCommand } from './kafkaCommands.ts'
import { demoCommand } from './demoCommand.ts'
import { experimentCommand } from './experimentCommand.ts'
import { flagsCommand } from './flagsCommand.ts'
import { importCommand } from './importCommand.ts'
import { migrateCommand } from './migrateCommand.ts'
import { addConfig } from './options/addOptions.ts'
import { planCommand } from './planCommand.ts'
import { planExperimentCommand } from './planExperimentCommand.ts'
import { queryCommand } from './queryCommand.ts'
import { restoreCommand } from './restoreCommand.ts'
import { retentionCommand } from './retentionCommand.ts'
import { withStart } from './startCommand.ts'

/** The command `telltale-collector` with all of its commands. */
export function createProgram(version: string): Command {
  const program = withStart(new Command('telltale-collector'))
    .description(
      'Takes events, and acknowledges them when they are stored. SIGTERM ends it when everything that it has taken is stored. SIGHUP reads keys and plans again.',
    )
    .version(version)
    // What follows the name of a command is of that command: both have `--store`.
    .enablePositionalOptions()
    .hook('preAction', refuseLostOptions)
  const commands = [
    planCommand(),
    migrateCommand(),
    addConfig(backupCommand(), ['store']),
    addConfig(restoreCommand(), ['store']),
    importCommand(),
    retentionCommand(),
    queryCommand(),
    experimentCommand(),
    planExperimentCommand(),
    demoCommand(),
    flagsCommand(),
    consumeCommand(),
    dedupeCommand(),
  ]
  for (const command of commands) program.addCommand(command)
  for (const command of [program, ...commands]) command.configureOutput({ outputError: withoutValue })
  return program
}

/** An option before the name of a command would have no effect: the command would work on another store than the one that is named. */
function refuseLostOptions(program: Command, command: Command): void {
  if (command === program) return
  const lost = program.options.find((option) => program.getOptionValueSource(option.attributeName()) === 'cli')
  if (lost) throw new Error(`Write ${lost.long} after the name of the command: ${command.name()} ${lost.long} ….`)
}

/** A name that is misspelt may be that of a token: `--admin-tokn=…`. */
function withoutValue(message: string, write: (text: string) => void): void {
  write(message.replace(/(unknown option '--[^'=]*)=.*'/s, "$1'"))
}
