import type { IncomingMessage, ServerResponse } from 'node:http'
import { gunzipSync } from 'node:zlib'
import { bundlePage } from 'stage/bundlePage'
import { listen } from 'stage/listen'

/** The server of the page `consent`: its files, its flags, and a collector. */
export interface ConsentServer {
  readonly url: string
  /** The paths that were asked for, without those of the page itself. */
  readonly requests: readonly string[]
  /** The names of the events that have arrived, in order. */
  readonly arrived: readonly string[]
  /** While it is true, the collector answers 503. */
  isDown: boolean
  /** What `/forget-me` was asked with. */
  readonly forgetting: readonly string[]
  close(): Promise<void>
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  const body = Buffer.concat(parts)
  return String(request.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body)
}

/** @param settings what the page reads as `SETTINGS` */
export async function startConsentServer(settings: object): Promise<ConsentServer> {
  const files = await bundlePage('consent')
  const html = `<!doctype html><title>Consent</title><link rel="icon" href="data:,">
<script>globalThis.SETTINGS = ${JSON.stringify(settings)}</script><script type="module" src="/page.js"></script>`
  const requests: string[] = []
  const arrived: string[] = []
  const forgetting: string[] = []
  const state = { isDown: false }

  async function serve(request: IncomingMessage, response: ServerResponse) {
    const { pathname } = new URL(request.url ?? '/', 'http://127.0.0.1')
    const send = (status: number, type: string, body: string) =>
      void response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(body)
    const file = files.get(pathname)
    if (file) return send(200, 'text/javascript', file.code)
    if (pathname === '/') return send(200, 'text/html', html)
    requests.push(pathname)
    const body = await bodyOf(request)
    if (pathname.includes('/evalx/')) return send(200, 'application/json', '{"plan":{"value":"a","version":1}}')
    if (pathname === '/forget-me') {
      forgetting.push(body)
      return send(202, 'text/plain', '')
    }
    if (pathname !== '/collect') return send(202, 'text/plain', '')
    if (state.isDown) return send(503, 'text/plain', '')
    const { events } = JSON.parse(body) as { events: { name: string }[] }
    arrived.push(...events.map(({ name }) => name))
    return send(202, 'text/plain', '')
  }

  const server = await listen((request, response) => void serve(request, response))
  return Object.assign(state, { ...server, requests, arrived, forgetting })
}
