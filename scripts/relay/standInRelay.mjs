import { createServer } from 'node:http'

/** What the vendor's services allow a page to send. */
export const ALLOWED_HEADERS = [
  ...['Cache-Control', 'Content-Type', 'Content-Length', 'Accept-Encoding', 'X-LaunchDarkly-User-Agent'],
  ...['X-LaunchDarkly-Payload-ID', 'X-LaunchDarkly-Wrapper', 'X-LaunchDarkly-Event-Schema', 'X-LaunchDarkly-Tags'],
]

const ROUTES = /^\/(sdk\/evalx|eval|events\/bulk)\/([^/]+)(?:\/(.*))?$/

/**
 * @typedef {object} RelayFaults
 * @property {readonly string[]} [allowedHeaders]
 * @property {readonly string[]} [methods]
 * @property {boolean} [isMute] it sends no ping, not even the first one of a stream
 * @property {number} [eventStatus]
 * @property {boolean} [isReadable404] its 404 has CORS headers
 */

/**
 * Speaks as the Relay Proxy does, as far as the checks can see, to show that the checks can pass, and, with faults, that they
 * can fail. It says nothing about the real one.
 *
 * @param {RelayFaults} [faults]
 */
export async function startStandInRelay({
  allowedHeaders = ALLOWED_HEADERS,
  methods = ['GET', 'POST', 'REPORT', 'OPTIONS'],
  isMute = false,
  eventStatus = 202,
  isReadable404 = false,
} = {}) {
  const environment = 'env-id'
  /** @type {Readonly<Record<string, boolean>>} */
  let flags = {}
  let version = 1
  /** @type {Set<import('node:http').ServerResponse>} */
  const streams = new Set()
  const ping = (/** @type {import('node:http').ServerResponse} */ stream) => {
    if (!isMute) stream.write('event: ping\ndata: \n\n')
  }

  const server = createServer((request, response) => {
    const [, route, asked] = ROUTES.exec(new URL(request.url ?? '/', 'http://relay').pathname) ?? []
    // As of the real one, an unknown environment comes before the CORS headers.
    if (asked !== environment && !isReadable404) return void response.writeHead(404).end()
    response.setHeader('access-control-allow-origin', '*')
    response.setHeader('access-control-allow-headers', allowedHeaders.join(','))
    response.setHeader('access-control-allow-methods', methods.join(','))
    response.setHeader('access-control-expose-headers', 'Date')
    if (request.method === 'OPTIONS') return void response.end()
    if (asked !== environment) return void response.writeHead(404).end()
    if (route === 'events/bulk') return void request.resume().on('end', () => response.writeHead(eventStatus).end())
    if (route === 'sdk/evalx') {
      const values = Object.entries(flags).map(([key, value]) => [key, { value, variation: value ? 0 : 1, version }])
      return void response.setHeader('content-type', 'application/json').end(JSON.stringify(Object.fromEntries(values)))
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders()
    streams.add(response)
    response.on('close', () => streams.delete(response))
    ping(response)
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)))
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address())

  return {
    url: `http://127.0.0.1:${port}`,
    environment,
    /** @param {Readonly<Record<string, boolean>>} next */
    async change(next) {
      flags = next
      version += 1
      // One for each flag, as the real one does it.
      for (const stream of streams) Object.keys(next).forEach(() => ping(stream))
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve(undefined))
        server.closeAllConnections()
      }),
  }
}
