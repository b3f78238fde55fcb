#!/usr/bin/env node
import { createRequire } from 'node:module'
import { Command } from 'commander'
import { startCommand } from './server/startCommand.ts'

const { version } = createRequire(import.meta.url)('../package.json') as { version: string }

const program = new Command('telltale-collector')
  .description('Takes events, and acknowledges them when they are stored.')
  .version(version)
  .addCommand(startCommand(), { isDefault: true })

try {
  await program.parseAsync()
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}
