import { Hono } from 'hono'
import { crossOriginUnknown } from './crossOrigin.ts'
import { createGuard } from './guard.ts'

export interface AppNeeds {
  /** The address it listens on. */
  readonly host: string
  /** Called with errors that occurred in an answer. */
  readonly log: (line: string) => void
}

/** Combines all routes in one application. */
export function createApp(routes: readonly Hono[], { host, log }: AppNeeds): Hono {
  const app = new Hono()
  app.use(createGuard(host))
  for (const part of routes) app.route('/', part)
  app.use(crossOriginUnknown)
  app.notFound((c) => c.json({ message: `There is nothing at ${c.req.method} ${c.req.path}.` }, 404))
  app.onError((error, c) => {
    // The client has disconnected, so this is not an error.
    if (c.req.raw.signal.aborted && (error as { code?: string }).code === 'ECONNRESET') return c.body(null, 400)
    log(`${c.req.method} ${c.req.path} failed: ${error.message}`)
    return c.json({ message: 'Internal error. See the log of the services.' }, 500)
  })
  return app
}
