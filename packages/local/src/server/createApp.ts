import { Hono } from 'hono'
import { guard } from './guard.ts'

/** One application of all the routes. `log` gets what went wrong in an answer. */
export function createApp(routes: readonly Hono[], log: (line: string) => void): Hono {
  const app = new Hono()
  app.use(guard)
  for (const part of routes) app.route('/', part)
  app.notFound((c) => c.json({ message: `There is nothing at ${c.req.method} ${c.req.path}.` }, 404))
  app.onError((error, c) => {
    log(`${c.req.method} ${c.req.path} failed: ${error.message}`)
    return c.json({ message: 'That went wrong here; the log says more.' }, 500)
  })
  return app
}
