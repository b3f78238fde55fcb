import { cpSync, mkdtempSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Where a run of the journeys takes place: addresses and files that nothing else on this machine uses. */
export interface Place {
  readonly port: number
  readonly servicesPort: number
  readonly folder: string
  readonly flagsFile: string
  readonly usersFile: string
}

const SAMPLES = fileURLToPath(new URL('../apps/rental-desk/telltale/', import.meta.url))
/** Playwright reads its configuration again in each worker, which must find the place of the first reading. */
const KEY = 'RENTAL_DESK_E2E_PLACE'

/** The place of this run. The flags and users are copies, which tests may change. */
export async function placeOfRun(): Promise<Place> {
  const known = process.env[KEY]
  if (known !== undefined) return JSON.parse(known)
  const folder = mkdtempSync(join(tmpdir(), 'rental-desk-'))
  cpSync(SAMPLES, folder, { recursive: true })
  const [port, servicesPort] = await freePorts()
  const place: Place = {
    port,
    servicesPort,
    folder,
    flagsFile: join(folder, 'flags.json'),
    usersFile: join(folder, 'users.json'),
  }
  process.env[KEY] = JSON.stringify(place)
  return place
}

/** Both are held until both are known, so that they are not the same one. */
async function freePorts(): Promise<[number, number]> {
  const first = await listen()
  const second = await listen()
  first.close()
  second.close()
  return [first.port, second.port]
}

function listen(): Promise<{ port: number; close: () => void }> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      const port = typeof address === 'object' && address ? address.port : 0
      resolve({ port, close: () => void server.close() })
    })
  })
}
