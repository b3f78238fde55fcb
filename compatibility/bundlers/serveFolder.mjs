import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join, normalize } from 'node:path'

/**
 * Serves the files of a folder and some pages, at any free port.
 *
 * @param {string} folder
 * @param {Readonly<Record<string, string>>} pages the HTML of each, by path
 * @returns {Promise<{ url: string, close(): Promise<void> }>}
 */
export async function serveFolder(folder, pages) {
  const server = createServer(async (request, answer) => {
    const path = normalize(new URL(request.url ?? '/', 'http://page.test').pathname)
    const html = pages[path]
    const content = html ?? (await readFile(join(folder, path)).catch(() => undefined))
    answer.statusCode = content === undefined ? 404 : 200
    answer.setHeader('content-type', html === undefined ? 'text/javascript' : 'text/html')
    answer.end(content)
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)))
  const address = /** @type {import('node:net').AddressInfo} */ (server.address())
  return {
    url: `http://127.0.0.1:${address.port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
