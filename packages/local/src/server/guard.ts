import type { MiddlewareHandler } from 'hono'
import { isLoopbackHost, isLoopbackOrigin } from './loopback.ts'

/** Answers only this machine: other names in Host, and pages from elsewhere, are refused. */
export const guard: MiddlewareHandler = async (c, next) => {
  if (!isLoopbackHost(c.req.header('host')))
    return c.json({ message: 'These services answer to 127.0.0.1, localhost and [::1] only.' }, 403)
  const origin = c.req.header('origin')
  if (origin !== undefined && !isLoopbackOrigin(origin))
    return c.json({ message: 'These services answer pages from this machine only.' }, 403)
  await next()
  c.res.headers.set('x-content-type-options', 'nosniff')
  return undefined
}

/** Lets pass only what a page of this very server asks for: a form or a script of another local page is not it. */
export const sameOrigin: MiddlewareHandler = async (c, next) => {
  if (c.req.header('origin') !== new URL(c.req.url).origin)
    return c.json({ message: 'Only the console may do this.' }, 403)
  await next()
  return undefined
}
