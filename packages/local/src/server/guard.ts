import type { MiddlewareHandler } from 'hono'

const LOOPBACK_NAMES = new Set(['127.0.0.1', 'localhost', '[::1]'])
/** Addresses that stand for all addresses of a machine. Requests may then name any of them, and no name but localhost. */
const ANY = new Set(['0.0.0.0', '::'])
const NUMBER = /^(\d{1,3}(\.\d{1,3}){3}|\[[\da-f:.]+\])$/i

/**
 * Answers requests for this machine, and for `host` when that is another address, from pages of the same machine. Other names in
 * Host are refused, and so are other origins. A number in Host is safe, because a page elsewhere cannot have a number resolve to
 * this machine. A number in Origin is not: it may be the address of any site.
 */
export function guard(host: string): MiddlewareHandler {
  const own = (host.includes(':') ? `[${host}]` : host).toLowerCase()
  const isOurs = (name: string) =>
    isLoopbackHost(name) || hostName(name) === own || (ANY.has(host) && NUMBER.test(hostName(name)))
  const isOurOrigin = (origin: string, asked: string) => {
    const name = originName(origin)
    return isLoopbackHost(name) || name === own || name === hostName(asked)
  }

  return async (c, next) => {
    const asked = c.req.header('host') ?? ''
    if (!isOurs(asked))
      return c.json({ message: `These services answer to 127.0.0.1, localhost, [::1] and ${host} only.` }, 403)
    const origin = c.req.header('origin')
    if (origin !== undefined && !isOurOrigin(origin, asked))
      return c.json({ message: 'These services answer pages from this machine only.' }, 403)
    await next()
    c.res.headers.set('x-content-type-options', 'nosniff')
    return undefined
  }
}

/** Refuses requests that do not come from a page of this very server, such as those of another local page. */
export const sameOrigin: MiddlewareHandler = async (c, next) => {
  if (c.req.header('origin') !== new URL(c.req.url).origin)
    return c.json({ message: 'Only the console may do this.' }, 403)
  await next()
  return undefined
}

/**
 * Whether a Host header names this machine. A page elsewhere can have its own name resolve to 127.0.0.1 and then reads what is
 * served there (DNS rebinding), but the Host header still has that page's name.
 */
export function isLoopbackHost(host: string | undefined): boolean {
  return LOOPBACK_NAMES.has(hostName(host ?? ''))
}

/** A Host header without its port. */
function hostName(host: string): string {
  return host.replace(/:\d+$/, '').toLowerCase()
}

/** The host of a page's Origin header without its port; empty when the header is not an origin on the web. */
function originName(origin: string): string {
  return hostName(/^https?:\/\/([^/]+)$/.exec(origin)?.[1] ?? '')
}
