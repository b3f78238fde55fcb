import { createServer } from 'node:http'

/**
 * A page, and a flag service for it, on one origin.
 *
 * @param {{ script: string, flagCount: number }} needs
 */
export async function startBenchServer({ script, flagCount }) {
  const flags = Object.fromEntries(Array.from({ length: flagCount }, (_, index) => [keyOf(index), flagOf(index)]))
  const payload = JSON.stringify(flags)
  /** @type {Set<import('node:http').ServerResponse>} */
  const streams = new Set()
  let version = 1

  const server = createServer((request, response) => {
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
  })

  /** @param {import('node:http').ServerResponse} response */
  function answerWhenStreaming(response) {
    // A moment more: the first message, with all flags, has to be read.
    setTimeout(() => (streams.size > 0 ? response.writeHead(204).end() : answerWhenStreaming(response)), 300)
  }

  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)))
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address())
  return {
    url: `http://127.0.0.1:${port}`,
    payload,
    keys: Object.keys(flags),
    close: () => (server.closeAllConnections(), server.close()),
  }
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
