import type { Command } from 'commander'
import { addOptions, readAgain } from './options/addOptions.ts'
import { unknownVariables } from './options/environment.ts'
import { START_NAMES } from './options/options.ts'
import { setOptions, unusedOptions } from './options/unusedOptions.ts'
import { startCollector, type StartOptions } from './startCollector.ts'

/** Adds what starts the collector, which is what the command does without another word. */
export const withStart = (command: Command): Command =>
  addOptions(command, START_NAMES).action((options: StartOptions) =>
    startCollector(options, {
      ruleFiles: () => readAgain(command, ['keys', 'plan']),
      warnings: [...unknownVariables(process.env), ...unusedOptions(options, setOptions(command))],
    }),
  )
