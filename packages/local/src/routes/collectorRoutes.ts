import { Hono } from 'hono'
import type { Collector } from '../collector/collector.ts'
import type { FaultGate } from '../faults/faultGate.ts'
import { crossOriginCollector } from '../server/crossOrigin.ts'

/** Accepts analytics events, and acknowledges them only when they are stored. */
export function createCollectorRoutes(collector: Collector, gate: FaultGate): Hono {
  const app = new Hono()

  app.use('/collect', ...gate('collect', crossOriginCollector))
  app.post('/collect', (c) => collector.fetch(c.req.raw))

  app.get('/loss', async (c) => {
    const minutes = (name: string) => {
      const given = Number(c.req.query(name) || NaN)
      return given >= 0 ? given * 60_000 : undefined
    }
    const [onTheWayMs, outstandingMs] = [minutes('onTheWay'), minutes('outstanding')]
    return c.json(
      await collector.loss({
        ...(onTheWayMs !== undefined && { onTheWayMs }),
        ...(outstandingMs !== undefined && { outstandingMs }),
      }),
    )
  })

  return app
}
