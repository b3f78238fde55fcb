#!/usr/bin/env node
import { commandLine } from './cli/commandLine.ts'
import { confirm } from './cli/confirm.ts'

process.exitCode = await commandLine(process.argv.slice(2), {
  cwd: process.cwd(),
  env: process.env,
  isInteractive: process.stdout.isTTY === true,
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
  ...(process.stdin.isTTY && { confirm }),
})
