import type { MiddlewareHandler } from 'hono'

const LOOPBACK_NAMES = new Set(['127.0.0.1', 'localhost', '[::1]'])
/** Addresses that mean all addresses of a machine. Requests may then use any of them as Host, and of names only localhost. */
const ANY = new Set(['0.0.0.0', '::'])
const NUMBER = /^(\d{1,3}(\.\d{1,3}){3}|\[[\da-f:.]+\])$/i

/**
 * Answers requests to this machine, and to `host` if that is another address, from pages of the same machine. Other names in
 * Host and other origins are refused. A numeric Host is safe, because a site cannot make a number resolve to this machine. A
 * numeric Origin is not safe: it may be the address of any site.
 */
export function createGuard(host: string): MiddlewareHandler {
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
      return c.json({ message: `These services can only be reached as 127.0.0.1, localhost, [::1] and ${host}.` }, 403)
    const origin = c.req.header('origin')
    if (origin !== undefined && !isOurOrigin(origin, asked))
      return c.json({ message: 'Only pages of this machine may use these services.' }, 403)
    await next()
    c.res.headers.set('x-content-type-options', 'nosniff')
    return undefined
  }
}

/** Refuses requests that do not come from a page of this server, such as those of another local page. */
export const sameOrigin: MiddlewareHandler = async (c, next) => {
  if (c.req.header('origin') !== new URL(c.req.url).origin)
    return c.json({ message: 'Only the console may do this.' }, 403)
  await next()
  return undefined
}

/**
 * Whether a Host header names this machine. A site can make its own name resolve to 127.0.0.1 and would then read what is
 * served there (DNS rebinding), but the Host header still has that site's name.
 */
export function isLoopbackHost(host: string | undefined): boolean {
  return LOOPBACK_NAMES.has(hostName(host ?? ''))
}

/** A Host header without its port. */
function hostName(host: string): string {
  return host.replace(/:\d+$/, '').toLowerCase()
}

/** The host of a page's Origin header without its port. Empty if the header is not a web origin. */
function originName(origin: string): string {
  return hostName(/^https?:\/\/([^/]+)$/.exec(origin)?.[1] ?? '')
}
