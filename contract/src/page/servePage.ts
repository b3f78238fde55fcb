import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const PAGE =
  '<!doctype html><meta charset="utf-8"><title>The flag client under test</title><script type="module" src="/page.js"></script>'

/** A page with this script, on an origin of its own: what it asks of others, it asks across origins. */
export async function servePage(script: string): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer(({ url }, response) => {
    const [type, body] = url === '/page.js' ? ['text/javascript', script] : ['text/html', PAGE]
    response.setHeader('content-type', `${type}; charset=utf-8`).end(body)
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
