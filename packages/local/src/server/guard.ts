import type { MiddlewareHandler } from 'hono'
import { hostName, isLoopbackHost, originName } from './loopback.ts'

/** Addresses that mean all of a machine's: whoever listens there answers to any of its numbers, and to no name but localhost. */
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

/** Lets pass only what a page of this very server asks for: a form or a script of another local page is not it. */
export const sameOrigin: MiddlewareHandler = async (c, next) => {
  if (c.req.header('origin') !== new URL(c.req.url).origin)
    return c.json({ message: 'Only the console may do this.' }, 403)
  await next()
  return undefined
}
