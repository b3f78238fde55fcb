import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach } from 'vitest'
import { commandLine } from '../cli/commandLine.ts'
import type { Application } from './freshApplications.ts'

/** Gives each test of a file an empty folder, in which it writes an application and runs `telltale init`. */
export function initProject() {
  let cwd: string
  beforeEach(async () => void (cwd = await mkdtemp(join(tmpdir(), 'telltale-init-'))))
  afterEach(() => rm(cwd, { recursive: true }))
  return {
    read: (path: string) => readFile(join(cwd, path), 'utf8'),
    remove: (path: string) => rm(join(cwd, path)),
    async write(application: Application) {
      for (const [path, text] of Object.entries(application)) {
        await mkdir(dirname(join(cwd, path)), { recursive: true })
        await writeFile(join(cwd, path), text)
      }
    },
    /** Runs the command in a folder of the project without a terminal, and returns what it prints. */
    async init(folder = '.', ...args: readonly string[]) {
      let printed = ''
      const report = (text: string) => void (printed += text)
      const terminal = { cwd: join(cwd, folder), env: {}, isInteractive: false, out: report, err: report }
      await commandLine(['init', ...args], terminal)
      return printed
    },
  }
}
