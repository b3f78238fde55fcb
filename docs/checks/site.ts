import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { test as base } from '@playwright/test'

const built = fileURLToPath(new URL('../dist', import.meta.url))

/** The addresses of all pages. */
export const pages: readonly string[] = readdirSync(built, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.html'))
  .map((path) => `/${path.replaceAll('\\', '/').replace(/index\.html$/, '')}`)
  .sort()

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.avif': 'image/avif',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.json': 'application/json',
  '.wasm': 'application/wasm',
  '.md': 'text/markdown; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
}

interface Site {
  readonly url: string
  /** The bytes of each answer, as they were transferred, by path. */
  readonly transferred: Map<string, number>
}

/** The site that was built, served as a web server would: compressed, with the page of an unknown address. */
export const test = base.extend<{ complaints: string[] }, { site: Site }>({
  site: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads from the pattern which fixtures are wanted
    async ({}, use) => {
      const transferred = new Map<string, number>()
      const server = createServer(async (request, response) => {
        const { pathname } = new URL(request.url ?? '/', 'http://site.test')
        const path = pathname.endsWith('/') ? `${pathname}index.html` : pathname
        const content = await readFile(join(built, path)).catch(() => undefined)
        const type = TYPES[content ? extname(path) : '.html'] ?? 'application/octet-stream'
        const body = gzipSync(content ?? (await readFile(join(built, '404.html'))))
        transferred.set(pathname, body.length)
        response.writeHead(content ? 200 : 404, { 'content-type': type, 'content-encoding': 'gzip' }).end(body)
      })
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      await use({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, transferred })
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
    { scope: 'worker' },
  ],
  /** What pages write to the console as errors and warnings, what they throw, and the hosts that they ask beside the site. */
  complaints: [
    async ({ page, site }, use) => {
      const complaints: string[] = []
      page.on('pageerror', (error) => complaints.push(error.message))
      page.on('console', (line) => void (['error', 'warning'].includes(line.type()) && complaints.push(line.text())))
      page.on('request', (request) => {
        const url = request.url()
        if (!url.startsWith(site.url) && !url.startsWith('data:')) complaints.push(`asks ${url}`)
      })
      await use(complaints)
    },
    { auto: true },
  ],
})
