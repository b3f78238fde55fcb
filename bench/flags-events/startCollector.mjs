import { createServer } from 'node:http'

/**
 * A page with this script, its collector and its console, on one origin. `taken()` is the number of different events of the bench that the
 * collector has.
 *
 * @param {string} script
 */
export async function startCollector(script) {
  /** @type {Set<string>} */
  const ids = new Set()
  const server = createServer(async (request, response) => {
    const { url, method } = request
    /** @type {Buffer[]} */
    const chunks = []
    for await (const chunk of request) chunks.push(chunk)
    if (url === '/')
      return void response.setHeader('content-type', 'text/html').end('<!doctype html><title>bench</title>')
    if (url === '/page.js') return void response.setHeader('content-type', 'text/javascript').end(script)
    if (url === '/collect' && method === 'POST') {
      const { events } = JSON.parse(Buffer.concat(chunks).toString())
      for (const { id, name } of events) if (name === 'Bench event') ids.add(id)
    }
    response.writeHead(202).end()
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)))
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address())
  return {
    url: `http://127.0.0.1:${port}/`,
    taken: () => ids.size,
    reset: () => ids.clear(),
    close: () => (server.closeAllConnections(), server.close()),
  }
}
