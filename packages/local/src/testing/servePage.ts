import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface ServedPage {
  readonly url: string
  close(): Promise<void>
}

/**
 * Serves a page with one script from its own origin.
 *
 * @param service answers what is neither the page nor its script
 */
export async function servePage(script: string, service?: RequestListener): Promise<ServedPage> {
  const server = createServer((request, answer) => {
    const isScript = request.url === '/script.js'
    if (service && !isScript && request.url !== '/') return service(request, answer)
    answer.setHeader('content-type', isScript ? 'text/javascript' : 'text/html')
    answer.end(isScript ? script : '<!doctype html><link rel="icon" href="data:,"><script src="/script.js"></script>')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
