import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener, type HttpBindings } from '@hono/node-server'

export interface Listening {
  readonly port: number
  /** Resolves when no connection is open. */
  close(): Promise<void>
}

export const LOOPBACK = '127.0.0.1'
/** How many milliseconds answers have to finish by themselves. */
const GRACE_MS = 200
/** The number of ports that are tried after the requested one. */
const MAX_NEXT_PORTS = 50

/** Listens on `port` or the next free one. If `port` is 0, on any free port. */
export async function listen(
  fetch: (request: Request, bindings: HttpBindings) => Response | Promise<Response>,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<Listening> {
  const answer = (request: Request, bindings: unknown) => fetch(request, bindings as HttpBindings)
  const server = createServer(getRequestListener(answer, { hostname: host, overrideGlobalObjects: false }))
  for (let next = port; ; next++) {
    const problem = await tryPort(server, { host, port: next })
    if (problem === undefined) break
    if (problem.code !== 'EADDRINUSE' || next >= Math.min(port + MAX_NEXT_PORTS, 65_535)) throw problem
  }
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        const impatient = setTimeout(() => server.closeAllConnections(), GRACE_MS)
        server.close(() => {
          clearTimeout(impatient)
          resolve()
        })
        server.closeIdleConnections()
      }),
  }
}

function tryPort(
  server: Server,
  where: { readonly host: string; readonly port: number },
): Promise<NodeJS.ErrnoException | undefined> {
  return new Promise((resolve) => {
    server.once('error', resolve)
    server.listen(where, () => {
      server.off('error', resolve)
      resolve(undefined)
    })
  })
}
