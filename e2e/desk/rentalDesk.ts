import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The demo application and its local services, running in this process. */
export interface RentalDesk {
  /** The address of the demo application. */
  readonly url: string
  /** The address of the local services. */
  readonly services: string
  /** The flags of these services, which a test may change. */
  readonly flagsFile: string
  stop(): Promise<void>
}

const SETTINGS = fileURLToPath(new URL('../../apps/rental-desk/telltale', import.meta.url))

/** Starts them as `npm start` does, on free ports, with a database in memory and with their own copy of flags and users. */
export async function startRentalDesk(): Promise<RentalDesk> {
  // Imported late: the packages are built after this file has been read.
  const { startDemo } = await import('../../scripts/startDemo.mjs')
  const folder = await mkdtemp(join(tmpdir(), 'rental-desk-'))
  await cp(SETTINGS, folder, { recursive: true })
  const flagsFile = join(folder, 'flags.json')
  const { demo, services, stop } = await startDemo(
    {
      port: 0,
      servicesPort: 0,
      data: ':memory:',
      flags: flagsFile,
      users: join(folder, 'users.json'),
      isDev: false,
    },
    () => {},
  )
  return {
    url: demo,
    services,
    flagsFile,
    async stop() {
      await stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
