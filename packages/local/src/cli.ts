#!/usr/bin/env node
import { commandLine } from './cli/commandLine.ts'
import { confirm } from './cli/confirm.ts'

for (const stream of [process.stdout, process.stderr])
  stream.on('error', (error: NodeJS.ErrnoException) => {
    // The reader has read enough, as in `telltale init --dry-run | head`. The command goes on, and ends with its own exit code.
    if (error.code !== 'EPIPE') throw error
  })

process.exitCode = await commandLine(process.argv.slice(2), {
  cwd: process.cwd(),
  env: process.env,
  isInteractive: process.stdout.isTTY === true,
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
  ...(process.stdin.isTTY && { confirm }),
})
