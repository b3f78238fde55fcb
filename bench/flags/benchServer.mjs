import { createServer } from 'node:http'

/** [spec] Fetch standard, CORS protocol; the headers are those that the vendor's own servers allow. */
const CORS = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, POST, OPTIONS, REPORT',
  'access-control-allow-headers':
    'Cache-Control, Content-Type, Content-Length, Accept-Encoding, X-LaunchDarkly-User-Agent, X-LaunchDarkly-Payload-ID, X-LaunchDarkly-Wrapper, X-LaunchDarkly-Event-Schema, X-LaunchDarkly-Tags',
  'access-control-max-age': '300',
}

/**
 * A page, and a flag service for it on another origin, as the vendor's is.
 *
 * @param {{ script: string, flagCount: number }} needs
 */
export async function startBenchServer({ script, flagCount }) {
  const flags = Object.fromEntries(Array.from({ length: flagCount }, (_, index) => [keyOf(index), flagOf(index)]))
  const payload = JSON.stringify(flags)
  /** @type {Set<import('node:http').ServerResponse>} */
  const streams = new Set()
  let version = 1

  /** @type {import('node:http').RequestListener} */
  const answer = (request, response) => {
    for (const [name, value] of Object.entries(CORS)) response.setHeader(name, value)
    if (request.method === 'OPTIONS') return void response.writeHead(204).end()
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
    if (pathname === '/') return send(response, 'text/html', '<!doctype html><title>bench</title>')
    if (pathname === '/page.js') return send(response, 'text/javascript', script)
    if (pathname.startsWith('/sdk/evalx/')) return send(response, 'application/json', payload)
    if (pathname.startsWith('/eval/')) {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write(`event: put\ndata: ${payload}\n\n`)
      streams.add(response)
      response.on('close', () => streams.delete(response))
      return
    }
    if (pathname === '/bench/streaming') return void answerWhenStreaming(response)
    if (pathname === '/bench/patch') {
      version += 1
      const patch = JSON.stringify({ key: searchParams.get('key'), value: version, version: version + 1, variation: 1 })
      for (const stream of streams) stream.write(`event: patch\ndata: ${patch}\n\n`)
    }
    request.resume().on('end', () => response.writeHead(202).end())
  }

  /** @param {import('node:http').ServerResponse} response */
  function answerWhenStreaming(response) {
    // A moment more: the first message, with all flags, has to be read.
    setTimeout(() => (streams.size > 0 ? response.writeHead(204).end() : answerWhenStreaming(response)), 300)
  }

  const [page, service] = [await listen(answer), await listen(answer)]
  return {
    url: page.url,
    serviceUrl: service.url,
    payload,
    keys: Object.keys(flags),
    close: () => (page.close(), service.close()),
  }
}

/** @param {import('node:http').RequestListener} answer */
async function listen(answer) {
  const server = createServer(answer)
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)))
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address())
  return { url: `http://127.0.0.1:${port}`, close: () => (server.closeAllConnections(), server.close()) }
}

/** @param {number} index */
const keyOf = (index) => `team-${index % 17}-feature-${String(index).padStart(5, '0')}`

/** @param {number} index */
function flagOf(index) {
  const values = [true, 'treatment', index, { limit: index, labels: ['a', 'b'] }]
  return {
    value: values[index % values.length],
    variation: index % 3,
    version: 2,
    flagVersion: index + 1,
    trackEvents: false,
  }
}

/**
 * @param {import('node:http').ServerResponse} response
 * @param {string} type
 * @param {string} body
 */
const send = (response, type, body) => response.writeHead(200, { 'content-type': type }).end(body)
