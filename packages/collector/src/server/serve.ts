import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { getRequestListener } from '@hono/node-server'
import type { RequestInfo } from '../collectorOptions.ts'

export interface ServeOptions {
  readonly host: string
  /** 0 for any free port. */
  readonly port: number
  /** The collector is behind a proxy, which says the address of the client in `X-Forwarded-For`. */
  readonly trustsProxy: boolean
}

export interface Server {
  readonly port: number
  /**
   * Still takes requests, and keeps no connection that has had an answer. Resolves after `ms` milliseconds, and not before those requests are
   * answered that were begun. An aborted `signal` ends the milliseconds.
   */
  drain(ms: number, signal: AbortSignal): Promise<void>
  /** Takes no more requests, and resolves when those that were begun are answered. */
  close(): Promise<void>
}

/** How long a client may take to send a request, in milliseconds. */
const REQUEST_MS = 30_000
/** How long a connection may be idle, in milliseconds: longer than proxies keep one, which is 60 seconds in most, or they would send into a closed one. */
const IDLE_MS = 75_000
/** How long requests have to end when the server drains, and when it is closed, in milliseconds. */
const GRACE_MS = 10_000

type Fetch = (request: Request, info: RequestInfo) => Promise<Response>

/** Serves for somebody who has chosen the port. @throws a sentence, if nothing can listen there */
export const listen = (fetch: Fetch, options: ServeOptions): Promise<Server> =>
  serve(fetch, options).catch(({ message }: Error) => {
    const { port, host } = options
    throw new Error(`Cannot listen on port ${port} of ${host}: ${message}. Set another --port or --host.`)
  })

export async function serve(fetch: Fetch, { host, port, trustsProxy }: ServeOptions): Promise<Server> {
  const answer = getRequestListener(
    (request, { incoming, outgoing }) => {
      const forwarded = trustsProxy ? request.headers.get('x-forwarded-for')?.split(',').at(-1)?.trim() : undefined
      return fetch(request, {
        address: forwarded ?? incoming.socket.remoteAddress ?? '',
        cut: () => outgoing.destroy(),
      })
    },
    { overrideGlobalObjects: false },
  )
  const timeouts = { requestTimeout: REQUEST_MS, headersTimeout: REQUEST_MS, keepAliveTimeout: IDLE_MS }
  const server = createServer(timeouts, answer)
  const unanswered = new Set<ServerResponse>()
  let isDraining = false
  server.on('request', (_, response) => {
    unanswered.add(response)
    // Its first bytes came before the server was closed.
    if (isDraining || !server.listening) response.shouldKeepAlive = false
    response.once('close', () => unanswered.delete(response))
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen({ host, port }, () => resolve())
  })
  return {
    port: (server.address() as AddressInfo).port,
    async drain(ms, signal) {
      isDraining = true
      const begun = [...unanswered]
      for (const response of begun) response.shouldKeepAlive = false
      const impatient = setTimeout(() => begun.forEach((response) => response.destroy()), GRACE_MS)
      const answered = begun.map((response) => new Promise((resolve) => void response.once('close', resolve)))
      await Promise.all([pause(ms, undefined, { signal }).catch(() => undefined), ...answered])
      clearTimeout(impatient)
    },
    close: () =>
      new Promise((resolve) => {
        const impatient = setTimeout(() => server.closeAllConnections(), GRACE_MS)
        server.close(() => {
          clearTimeout(impatient)
          resolve()
        })
        server.closeIdleConnections()
        // A client would go on over the same connection.
        for (const response of unanswered) response.shouldKeepAlive = false
      }),
  }
}
