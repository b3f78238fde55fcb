import { EventEmitter, once } from 'node:events'
import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { listen } from '../listen.ts'

export interface Arrived {
  readonly method: string
  /** The part of the path that follows the endpoint's own. */
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  readonly headers: IncomingHttpHeaders
  readonly body: string
  readonly response: ServerResponse
  /** Breaks the connection, whatever the answer was. */
  cut(): void
}

export interface Endpoint {
  readonly url: string
  /** Waits for the next request and takes it from the queue. */
  next(): Promise<Arrived>
  /** The number of requests in the queue. */
  waiting(): number
}

export interface StandInServer {
  endpoint(answer: (request: Arrived) => void): Endpoint
  close(): Promise<void>
}

/** How long a request may take to arrive on a busy machine, in milliseconds. */
const ARRIVES_WITHIN_MS = 20_000

/** Like the harness: a page may send what it likes, and may read every header. */
const CORS = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, POST, PUT, DELETE, OPTIONS, REPORT',
  'access-control-allow-headers': '*',
  'access-control-expose-headers': '*',
}

/** Starts an HTTP server with as many endpoints as tests need, each at a path of its own. */
export async function startStandInServer(): Promise<StandInServer> {
  const endpoints: ((request: Arrived) => void)[] = []

  const { url, close } = await listen(async (incoming, response) => {
    response.setHeaders(new Headers(CORS))
    if (incoming.method === 'OPTIONS') return void response.end()
    const { pathname, searchParams } = new URL(incoming.url ?? '/', 'http://stand-in')
    const [, index = '', path = ''] = /^\/endpoints\/(\d+)(.*)$/.exec(pathname) ?? []
    // A client that is closed may break off its request.
    const body = await text(incoming).catch(() => undefined)
    if (body === undefined) return
    endpoints[Number(index)]?.({
      method: incoming.method ?? '',
      path,
      query: Object.fromEntries(searchParams),
      headers: incoming.headers,
      body,
      response,
      cut: () => incoming.socket.destroy(),
    })
  })

  return {
    endpoint(answer) {
      const queue: Arrived[] = []
      const arrivals = new EventEmitter()
      const count = endpoints.push((request) => {
        answer(request)
        queue.push(request)
        arrivals.emit('request')
      })
      return {
        url: `${url}/endpoints/${count - 1}`,
        waiting: () => queue.length,
        async next() {
          for (;;) {
            const first = queue.shift()
            if (first) return first
            await once(arrivals, 'request', { signal: AbortSignal.timeout(ARRIVES_WITHIN_MS) })
          }
        },
      }
    },
    close,
  }
}
