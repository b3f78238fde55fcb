import { Hono } from 'hono'
import { readDelivery } from '../collector/collectedEvent.ts'
import type { Collector } from '../collector/collector.ts'
import type { FaultGate } from '../faults/faultGate.ts'
import { crossOriginCollector } from '../server/crossOrigin.ts'
import { readBody } from '../server/readBody.ts'

/** Bytes, unpacked. */
const MAX_DELIVERY_BYTES = 5 * 1024 * 1024

/** Takes analytics events in, and says so only when they are safe. */
export function collectorRoutes(collector: Collector, gate: FaultGate): Hono {
  const app = new Hono()

  app.use('/collect', ...gate('collect', crossOriginCollector))
  app.post('/collect', async (c) => {
    // Only this type makes a browser ask first whether a page from elsewhere may send here.
    if (!/^application\/json\b/i.test(c.req.header('content-type') ?? ''))
      return c.json({ message: 'The content type must be application/json.' }, 415)
    const body = await readBody(c.req.raw, MAX_DELIVERY_BYTES)
    if (body.outcome === 'refused') return c.json({ message: body.message }, body.status)
    const delivery = readDelivery(body.text)
    if (delivery.outcome === 'invalid') return c.json({ message: delivery.problems.join(' ') }, 400)
    const { accepted, known } = await collector.collect(delivery.value)
    return c.json({ accepted, known }, 202)
  })

  return app
}
