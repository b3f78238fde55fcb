#!/usr/bin/env node
import { createRequire } from 'node:module'
import { Command } from 'commander'
import { backupCommand } from './server/backupCommand.ts'
import { consumeCommand, dedupeCommand } from './server/kafkaCommands.ts'
import { migrateCommand } from './server/migrateCommand.ts'
import { planCommand } from './server/planCommand.ts'
import { queryCommand } from './server/queryCommand.ts'
import { retentionCommand } from './server/retentionCommand.ts'
import { withStart } from './server/startCommand.ts'

const { version } = createRequire(import.meta.url)('../package.json') as { version: string }

const program = withStart(new Command('telltale-collector'))
  .description(
    'Takes events, and acknowledges them when they are stored. SIGTERM ends it when everything that it has taken is stored.',
  )
  .version(version)
  // What follows the name of a command is of that command: both have `--store`.
  .enablePositionalOptions()
  .addCommand(planCommand())
  .addCommand(migrateCommand())
  .addCommand(backupCommand())
  .addCommand(retentionCommand())
  .addCommand(queryCommand())
  .addCommand(consumeCommand())
  .addCommand(dedupeCommand())

// A compose file sets a variable that has no value to an empty text.
for (const [name, value] of Object.entries(process.env))
  if (name.startsWith('TELLTALE_COLLECTOR_') && value?.trim() === '') delete process.env[name]

try {
  await program.parseAsync()
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}
