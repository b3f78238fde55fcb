import { Hono } from 'hono'
import { guard } from './guard.ts'

export interface AppNeeds {
  /** The address it listens on. */
  readonly host: string
  /** Gets what went wrong in an answer. */
  readonly log: (line: string) => void
}

/** One application of all the routes. */
export function createApp(routes: readonly Hono[], { host, log }: AppNeeds): Hono {
  const app = new Hono()
  app.use(guard(host))
  for (const part of routes) app.route('/', part)
  app.notFound((c) => c.json({ message: `There is nothing at ${c.req.method} ${c.req.path}.` }, 404))
  app.onError((error, c) => {
    // The client has disconnected: nothing failed here.
    if (c.req.raw.signal.aborted && (error as { code?: string }).code === 'ECONNRESET') return c.body(null, 400)
    log(`${c.req.method} ${c.req.path} failed: ${error.message}`)
    return c.json({ message: 'That went wrong here; the log says more.' }, 500)
  })
  return app
}
