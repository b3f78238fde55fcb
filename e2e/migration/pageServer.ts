import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { bundlePage, type Sdk } from './bundlePage.ts'

/** Serves the pages of `pages/`, each bundled when it is first asked for: at `/<SDK>/<file>`. */
export async function startPageServer() {
  const bundles = new Map<string, Promise<string>>()

  function bundle(path: string): Promise<string> {
    const [, sdk = '', file = ''] = path.split('/')
    const known = bundles.get(path) ?? bundlePage(file.replace('.js', ''), sdk as Sdk)
    bundles.set(path, known)
    return known
  }

  const server = createServer(async (request, answer) => {
    const { pathname } = new URL(request.url ?? '/', 'http://page.test')
    const isScript = pathname.endsWith('.js')
    answer.setHeader('content-type', isScript ? 'text/javascript' : 'text/html')
    answer.end(
      isScript
        ? await bundle(pathname)
        : `<!doctype html><link rel="icon" href="data:,"><body><script type="module" src="${pathname}.js"></script>`,
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
