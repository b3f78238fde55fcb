import { Hono } from 'hono'
import type { Experiments } from '../collector/experiments.ts'

/** What the variations of flags have done. Whatever is in the way of an answer is a sentence of it, and no error of the request. */
export function createExperimentRoutes(experiments: Experiments): Hono {
  const app = new Hono()

  app.use('/console/experiments/*', async (c, next) => {
    await next()
    c.res.headers.set('cache-control', 'no-store')
    // A page of another origin must not be able to embed it.
    c.res.headers.set('cross-origin-resource-policy', 'same-origin')
  })
  app.get('/console/experiments/list', async (c) => c.json(await experiments.list(c.req.raw.signal)))
  app.get('/console/experiments/answer', async (c) => {
    const { flag, app: name, promotion, unit } = c.req.query()
    if (flag === undefined) return c.json({ message: 'Name the flag: ?flag=new-pricing.' }, 400)
    return c.json(await experiments.ask({ flag, app: name, promotion, unit }, c.req.raw.signal))
  })

  return app
}
