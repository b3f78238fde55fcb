import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { root } from './repository.ts'

const program = join(root, 'packages/local/dist/cli.js')

async function helpOf(command: string) {
  const { stdout } = await promisify(execFile)(process.execPath, [program, ...(command ? [command] : []), '--help'])
  return [command, stdout.trim()] as const
}

const [, help] = await helpOf('')
const commands = [...help.replace(/^.*?^Commands:$/ms, '').matchAll(/^ {2}(\w+) {2}/gm)].map(([, name = '']) => name)

/** What the commands of `npx telltale` print about themselves. They are asked together: each takes as long as Node needs to start. */
export const helpTexts = new Map([['', help], ...(await Promise.all(commands.map(helpOf)))])
