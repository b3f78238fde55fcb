import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Listening {
  /** Without a slash at the end. */
  readonly url: string
  close(): Promise<void>
}

/** Starts a server on a free port, which only this machine can reach. */
export async function listen(answer: RequestListener): Promise<Listening> {
  const server = createServer(answer).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** A port that no server uses now. */
export async function freePort(): Promise<number> {
  const { url, close } = await listen(() => {})
  await close()
  return Number(new URL(url).port)
}
