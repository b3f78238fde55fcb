import { createServer } from 'node:http'

/** How long all flags have to be read after a stream has opened, in milliseconds. */
const SETTLE_MS = 400

/**
 * A page, the flag service it asks, and who-am-i, on one origin. A changed flag's value is the time at which the service sent
 * it, so that the page sees in its own document how old it is.
 *
 * @param {{ script: string, flagCount: number }} needs
 */
export async function startFlagServer({ script, flagCount }) {
  const keys = Array.from({ length: flagCount }, (_, index) => `feature-${String(index).padStart(5, '0')}`)
  const flags = Object.fromEntries(keys.map((key, index) => [key, { value: index, variation: 0, version: 1 }]))
  /** @type {Set<import('node:http').ServerResponse>} */
  const streams = new Set()
  let version = 1

  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
    const send = (/** @type {string} */ type, /** @type {string} */ body) =>
      response.writeHead(200, { 'content-type': type }).end(body)
    if (pathname === '/') return send('text/html', '<!doctype html><title>bench</title><div id="root"></div>')
    if (pathname === '/page.js') return send('text/javascript', script)
    if (pathname.endsWith('/who-am-i')) return send('application/json', JSON.stringify({ unique_identity: 'ida' }))
    if (pathname.startsWith('/sdk/evalx/')) return send('application/json', JSON.stringify(flags))
    if (pathname.startsWith('/eval/')) {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write(`event: put\ndata: ${JSON.stringify(flags)}\n\n`)
      streams.add(response)
      response.on('close', () => streams.delete(response))
      return
    }
    if (pathname === '/bench/streaming') return answerWhenStreaming(response)
    request.resume().on('end', () => response.writeHead(202).end())
    if (pathname === '/bench/patch') patch(searchParams.get('key') ?? '')
  })

  /** @param {string} key */
  function patch(key) {
    version += 1
    const value = performance.timeOrigin + performance.now()
    const changed = { value, version, variation: 1 }
    flags[key] = changed
    for (const stream of streams) stream.write(`event: patch\ndata: ${JSON.stringify({ key, ...changed })}\n\n`)
  }

  /** @param {import('node:http').ServerResponse} response */
  function answerWhenStreaming(response) {
    setTimeout(() => (streams.size > 0 ? response.writeHead(204).end() : answerWhenStreaming(response)), SETTLE_MS)
  }

  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)))
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address())
  return {
    url: `http://127.0.0.1:${port}`,
    keys,
    close: () => (server.closeAllConnections(), server.close()),
  }
}
