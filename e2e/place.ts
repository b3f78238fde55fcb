import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Where a run of the journeys takes place: addresses and a folder that nothing else on this machine uses. */
export interface Place {
  readonly port: number
  readonly servicesPort: number
  /** Holds the flags and users of the run. Made when the demo is started: reading a configuration leaves no trace. */
  readonly folder: string
}

/** Playwright reads its configuration again in each worker, which must find the place of the first reading. */
const KEY = 'RENTAL_DESK_E2E_PLACE'

export async function placeOfRun(): Promise<Place> {
  const known = process.env[KEY]
  if (known !== undefined) return JSON.parse(known)
  const [port, servicesPort] = await freePorts()
  const place: Place = { port, servicesPort, folder: join(tmpdir(), `rental-desk-${process.pid}-${port}`) }
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
