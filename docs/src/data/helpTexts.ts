import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { root } from './repository.ts'

const program = join(root, 'packages/local/dist/cli.js')
const COMMANDS = ['', 'init', 'dev', 'types', 'doctor', 'codemod']

async function helpOf(command: string) {
  const { stdout } = await promisify(execFile)(process.execPath, [program, ...(command ? [command] : []), '--help'])
  return [command, stdout.trim()] as const
}

/** What the commands of `npx telltale` print about themselves. They are asked together: each takes as long as Node needs to start. */
export const helpTexts = new Map(await Promise.all(COMMANDS.map(helpOf)))
