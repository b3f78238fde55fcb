#!/usr/bin/env node
import { createRequire } from 'node:module'
import { createProgram } from './server/createProgram.ts'
import { tidyEnvironment } from './server/options/environment.ts'

const { version } = createRequire(import.meta.url)('../package.json') as { version: string }

tidyEnvironment(process.env)

try {
  await createProgram(version).parseAsync()
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}
