import { randomBytes } from 'node:crypto'
import { Hono } from 'hono'
import type { ConsoleAsset } from '../console/consoleFiles.ts'

/** The placeholder in the built page for the nonce of an answer. */
const NONCE_MARK = '{{nonce}}'
const NOT_BUILT = 'The console is not built. Build it with: npm run build -w @telltale/local\n'

/** The console's page and its files. */
export function createPageRoutes(files: ReadonlyMap<string, ConsoleAsset>): Hono {
  const app = new Hono()

  app.get('/', (c) => {
    const page = files.get('/index.html')
    if (page === undefined) return c.text(NOT_BUILT, 503)
    const nonce = randomBytes(16).toString('base64')
    c.header('cache-control', 'no-store')
    c.header('content-security-policy', contentSecurityPolicy(nonce))
    c.header('referrer-policy', 'no-referrer')
    c.header('cross-origin-opener-policy', 'same-origin')
    return c.html(Buffer.from(page.body).toString('utf8').replaceAll(NONCE_MARK, nonce))
  })
  app.get('*', async (c, next) => {
    const asset = c.req.path === '/index.html' ? undefined : files.get(c.req.path)
    if (asset === undefined) return next()
    // Names in /assets/ contain a hash of their content.
    const isHashed = c.req.path.startsWith('/assets/')
    c.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
    c.header('content-type', asset.type)
    c.header('cross-origin-resource-policy', 'same-origin')
    return c.body(asset.body)
  })

  return app
}

function contentSecurityPolicy(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    // The component library writes its variables into its own <style>, which has the nonce.
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self'",
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}
