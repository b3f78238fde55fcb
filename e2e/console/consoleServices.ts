import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { LocalServices } from '@telltale/local'

/** Local services for one test with their own flags and users. They can be stopped and restarted. */
export interface ConsoleServices {
  readonly url: string
  readonly flagsFile: string
  readonly usersFile: string
  /** The current content of flags.json. */
  flags(): Promise<Record<string, Record<string, unknown>>>
  writeFlags(text: string): Promise<void>
  /** Posts as a page would, and expects success. */
  post(path: string, body: unknown): Promise<void>
  stop(): Promise<void>
  /** Restarts them at the same address. */
  start(): Promise<void>
}

const SAMPLES = fileURLToPath(new URL('../../packages/local/samples', import.meta.url))

export async function openConsoleServices(): Promise<ConsoleServices & { close(): Promise<void> }> {
  // Imported late: the package is built when the demo starts, after this file is read.
  const { startServices } = await import('@telltale/local')
  const folder = await mkdtemp(join(tmpdir(), 'telltale-console-'))
  await cp(SAMPLES, folder, { recursive: true })
  const flagsFile = join(folder, 'flags.json')
  const usersFile = join(folder, 'users.json')
  const data = join(folder, 'events.db')
  let services: LocalServices | undefined = await startServices({ port: 0, data, flagsFile, usersFile })
  const { url, port } = services
  return {
    url,
    flagsFile,
    usersFile,
    flags: async () => JSON.parse(await readFile(flagsFile, 'utf8')).flags,
    writeFlags: (text) => writeFile(flagsFile, text),
    async post(path, body) {
      const headers = { 'content-type': 'application/json' }
      const answer = await fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
      if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
    },
    async stop() {
      await services?.close()
      services = undefined
    },
    async start() {
      services = await startServices({ port, data, flagsFile, usersFile })
      if (services.port !== port) throw new Error(`Port ${port} was taken meanwhile.`)
    },
    async close() {
      await services?.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
