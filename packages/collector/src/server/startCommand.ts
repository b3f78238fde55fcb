import type { Command } from 'commander'
import { addOptions, readAgain } from './options/addOptions.ts'
import { unknownVariables } from './options/environment.ts'
import { START_NAMES } from './options/options.ts'
import { setOptions, unusedOptions } from './options/unusedOptions.ts'
import { startCollector, type StartOptions } from './startCollector.ts'

/** Adds what starts the collector, which is what the command does without another word. */
export const withStart = (command: Command): Command =>
  addOptions(command, START_NAMES)
    // Commander would say of a misspelt command that there are too many arguments.
    .allowExcessArguments()
    .action((options: StartOptions) => {
      // Not quoted: it may be a part of a secret.
      if (command.args.length > 0) throw new Error(NO_COMMAND)
      return startCollector(options, {
        ruleFiles: () => readAgain(command, ['keys', 'plan']),
        warnings: [...unknownVariables(process.env), ...unusedOptions(options, setOptions(command))],
      })
    })

const NO_COMMAND = 'This is no command. Run telltale-collector --help, which lists them. A store is named by --store.'
