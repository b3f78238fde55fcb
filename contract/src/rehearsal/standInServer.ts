import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A request that has come in. */
export interface Arrived {
  readonly method: string
  /** The path behind the endpoint's own. */
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  readonly headers: IncomingHttpHeaders
  readonly body: string
  readonly response: ServerResponse
  /** Breaks the connection, whatever was answered. */
  cut(): void
}

export interface Endpoint {
  readonly url: string
  /** The next request that was not taken yet; waits for it. */
  next(): Promise<Arrived>
  /** How many requests were not taken yet. */
  waiting(): number
}

export interface StandInServer {
  endpoint(answer: (request: Arrived) => void): Endpoint
  close(): Promise<void>
}

/** How long a request may take to come, in milliseconds, on a busy machine too. */
const ARRIVES_WITHIN_MS = 30_000

/** Like the harness's own: a page may send whatever it likes, and read every header. */
const CORS = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, POST, PUT, DELETE, OPTIONS, REPORT',
  'access-control-allow-headers': '*',
  'access-control-expose-headers': '*',
}

/** An HTTP server with as many endpoints as tests need, each at a path of its own. */
export async function startStandInServer(): Promise<StandInServer> {
  const endpoints: ((request: Arrived) => void)[] = []

  const server = createServer((incoming, response) => {
    for (const [name, value] of Object.entries(CORS)) response.setHeader(name, value)
    if (incoming.method === 'OPTIONS') return void response.end()
    const url = new URL(incoming.url ?? '/', 'http://stand-in')
    const [, index = '', path = ''] = /^\/endpoints\/(\d+)(.*)$/.exec(url.pathname) ?? []
    const chunks: Buffer[] = []
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
    incoming.on('end', () =>
      endpoints[Number(index)]?.({
        method: incoming.method ?? '',
        path,
        query: Object.fromEntries(url.searchParams),
        headers: incoming.headers,
        body: Buffer.concat(chunks).toString('utf8'),
        response,
        cut: () => incoming.socket.destroy(),
      }),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo

  return {
    endpoint(answer) {
      const arrived: Arrived[] = []
      const wanted: ((request: Arrived) => void)[] = []
      const index = endpoints.push((request) => {
        answer(request)
        const want = wanted.shift()
        if (want) want(request)
        else arrived.push(request)
      })
      return {
        url: `http://127.0.0.1:${port}/endpoints/${index - 1}`,
        waiting: () => arrived.length,
        next: () =>
          new Promise((resolve, reject) => {
            const first = arrived.shift()
            if (first) return resolve(first)
            const timer = setTimeout(() => {
              wanted.splice(wanted.indexOf(want), 1)
              reject(new Error(`No request came to endpoint ${index - 1} within ${ARRIVES_WITHIN_MS} ms.`))
            }, ARRIVES_WITHIN_MS)
            const want = (request: Arrived) => {
              clearTimeout(timer)
              resolve(request)
            }
            wanted.push(want)
          }),
      }
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
