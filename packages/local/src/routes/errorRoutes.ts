import { Hono } from 'hono'
import type { ErrorAnswers } from '../errors/errorAnswers.ts'
import { DEFAULT_PERIOD, type PeriodName, PERIODS } from '../errors/period.ts'

/** Which errors happened, and who has them. */
export function createErrorRoutes(errors: ErrorAnswers): Hono {
  const app = new Hono()

  app.use('/console/errors/*', async (c, next) => {
    await next()
    c.res.headers.set('cache-control', 'no-store')
    // A page of another origin must not be able to embed it.
    c.res.headers.set('cross-origin-resource-policy', 'same-origin')
  })
  app.get('/console/errors', async (c) => {
    const period = periodIn(c.req.query('period'))
    if (period === undefined) return c.json({ message: WRONG_PERIOD }, 400)
    return c.json(await errors.list(period, c.req.raw.signal))
  })
  app.get('/console/errors/:fingerprint', async (c) => {
    const { app: name, promotion, period: asked } = c.req.query()
    const period = periodIn(asked)
    if (period === undefined) return c.json({ message: WRONG_PERIOD }, 400)
    const fingerprint = c.req.param('fingerprint')
    return c.json(await errors.detail({ fingerprint, period, app: name, promotion }, c.req.raw.signal))
  })

  return app
}

const WRONG_PERIOD = `The period must be one of ${PERIODS.join(', ')}.`

const periodIn = (text: string = DEFAULT_PERIOD): PeriodName | undefined => PERIODS.find((one) => one === text)
