import { Hono } from 'hono'
import { readLifeReport, type LifeReport } from '../life/lifeReport.ts'
import { byOwnClock } from '../life/ownClock.ts'
import { crossOriginCollector } from '../server/crossOrigin.ts'
import { readBody } from '../server/readBody.ts'

/** Bytes. */
const MAX_REPORT_BYTES = 8 * 1024 * 1024

/** Receives reports of pages in development about their events. */
export function createLifeRoutes(reported: (report: LifeReport) => void): Hono {
  const app = new Hono()

  app.use('/console/life', crossOriginCollector)
  app.post('/console/life', async (c) => {
    const body = await readBody(c.req.raw, MAX_REPORT_BYTES)
    if (body.outcome === 'refused') return c.json({ message: body.message }, body.status)
    const report = readLifeReport(body.text)
    if (report.outcome === 'invalid') return c.json({ message: report.problems.join(' ') }, 400)
    reported(byOwnClock(report.value, Date.now()))
    return c.json({}, 202)
  })

  return app
}
