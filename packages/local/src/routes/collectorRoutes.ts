import { Hono } from 'hono'
import { readDelivery } from '../collector/collectedEvent.ts'
import type { Collector } from '../collector/collector.ts'
import type { FaultGate } from '../faults/faultGate.ts'
import { crossOriginCollector } from '../server/crossOrigin.ts'
import { readBody } from '../server/readBody.ts'

/** The limits of the collector. */
export interface CollectorLimits {
  /** The largest delivery in bytes, uncompressed. A larger one is answered with 413. */
  readonly maxBytes?: number
  /** The most deliveries per second. More are answered with 429. */
  readonly maxPerSecond?: number
}

export interface CollectorService {
  readonly collector: Collector
  readonly limits: CollectorLimits
}

/** Bytes, unpacked. */
const MAX_DELIVERY_BYTES = 5 * 1024 * 1024

/** All browsers on iOS have the engine of Safari. */
const engineOf = (userAgent: string) =>
  /firefox\//i.test(userAgent)
    ? 'firefox'
    : /(chrome|chromium|edg)\//i.test(userAgent)
      ? 'chromium'
      : /applewebkit/i.test(userAgent)
        ? 'webkit'
        : 'other'

/** Accepts analytics events, and acknowledges them only when they are stored. */
export function createCollectorRoutes({ collector, limits }: CollectorService, gate: FaultGate): Hono {
  const app = new Hono()
  const { maxBytes = MAX_DELIVERY_BYTES, maxPerSecond = Infinity } = limits
  let second = 0
  let taken = 0

  function isTooMany(): boolean {
    const now = Math.floor(Date.now() / 1000)
    if (now !== second) taken = 0
    second = now
    return ++taken > maxPerSecond
  }

  app.use('/collect', ...gate('collect', crossOriginCollector))
  app.post('/collect', async (c) => {
    // Only this content type makes a browser send a preflight for a page of another origin.
    if (!/^application\/json\b/i.test(c.req.header('content-type') ?? ''))
      return c.json({ message: 'The content type must be application/json.' }, 415)
    if (isTooMany()) {
      c.header('retry-after', '1')
      return c.json({ message: `More than ${maxPerSecond} deliveries within a second.` }, 429)
    }
    const body = await readBody(c.req.raw, maxBytes)
    if (body.outcome === 'refused') return c.json({ message: body.message }, body.status)
    const delivery = readDelivery(body.text)
    if (delivery.outcome === 'invalid') return c.json({ message: delivery.problems.join(' ') }, 400)
    const engine = engineOf(c.req.header('user-agent') ?? '')
    return c.json(await collector.collect({ ...delivery.value, engine }), 202)
  })

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
