import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { answerStream, type Bindings } from './streamReader.ts'

export interface Listening {
  readonly port: number
  /** Resolves when nothing is open any more. */
  close(): Promise<void>
}

export const LOOPBACK = '127.0.0.1'
/** Milliseconds that answers have to end by themselves. */
const GRACE_MS = 200
/** Connections that may come at once: a thousand pages that connect again after a restart are not refused. */
const BACKLOG = 4096
/** Ports that are tried after the wanted one. */
const MAX_NEXT_PORTS = 50

/** Listens on `port` or the next free one; on any when `port` is 0. */
export async function listen(
  fetch: (request: Request, bindings: Bindings) => Response | Promise<Response>,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<Listening> {
  const answer = async (request: Request, given: unknown) => {
    const bindings = given as Bindings
    return answerStream(await fetch(request, bindings), bindings)
  }
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
    server.listen({ ...where, backlog: BACKLOG }, () => {
      server.off('error', resolve)
      resolve(undefined)
    })
  })
}
