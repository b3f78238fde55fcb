import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startServices, type LocalServices, type LocalServicesOptions } from '../startServices.ts'

export interface ServicesForTest extends LocalServices {
  readonly folder: string
  readonly flagsFile: string
  readonly usersFile: string
  readonly logged: readonly string[]
  /** Changes flags.json in place. */
  editFlags(edit: (content: SampleFlags) => void): Promise<void>
}

export interface SampleFlags {
  environments: Record<string, string>
  perEnvironment?: Record<string, unknown>
  flags: Record<string, { on: boolean; version: number; [field: string]: unknown }>
}

const SAMPLES = fileURLToPath(new URL('../../samples', import.meta.url))

/** Starts the services on a free port with a copy of the samples, with events in memory by default. */
export async function startForTest(options: Partial<LocalServicesOptions> = {}): Promise<ServicesForTest> {
  const folder = await mkdtemp(join(tmpdir(), 'telltale-local-'))
  await cp(SAMPLES, folder, { recursive: true })
  const flagsFile = join(folder, 'flags.json')
  const usersFile = join(folder, 'users.json')
  const logged: string[] = []
  const log = (line: string) => void logged.push(line)
  const remove = () => rm(folder, { recursive: true, force: true })
  const start = { port: 0, data: ':memory:', flagsFile, usersFile, log, ...options }
  const services = await startServices(start).catch(async (error: unknown) => {
    await remove()
    throw error
  })
  return {
    ...services,
    folder,
    flagsFile,
    usersFile,
    logged,
    async editFlags(edit) {
      const content = JSON.parse(await readFile(flagsFile, 'utf8')) as SampleFlags
      edit(content)
      await writeFile(flagsFile, JSON.stringify(content))
    },
    async close() {
      await services.close()
      await remove()
    },
  }
}
