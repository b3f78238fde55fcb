import { Hono } from 'hono'
import { createAdminRoutes } from './admin/adminRoutes.ts'
import type { CollectorOptions, RequestInfo } from './collectorOptions.ts'
import { accessOf, followRules, isAllowed } from './door/access.ts'
import { clientOf } from './door/clientOf.ts'
import { corsHeaders } from './door/cors.ts'
import { createCollect } from './door/collect.ts'
import { createReadiness } from './door/readiness.ts'
import { reasonOf } from './door/reasonOf.ts'

export interface Collector {
  /** Answers a request: for any server that speaks the Fetch standard. Never rejects. */
  fetch(request: Request, info?: RequestInfo): Promise<Response>
  /** How many bytes of bodies, and of what they become, are in memory now: see `maxWaitingBytes`. */
  waitingBytes(): number
  /** From now on, `/health/ready` says 503 and `draining`. Batches are still taken. */
  drain(): void
  /** Stores what waits, and closes the store. */
  close(): Promise<void>
}

/**
 * A collector of events. `POST /collect` takes batches as `collector({ url })` of Telltale posts them, and answers 2xx only when each event
 * is durable in the store. Also `GET /health/live` and `/health/ready`, and with the admin token `/events`, `/loss`, `/consents/{id}`,
 * `/people/{id}`, `/accounts/{kind}/{id}`, `/visitors/{id}` and `/erasures`.
 */
export function createCollector(options: CollectorOptions): Collector {
  const { sink, adminToken, log = () => undefined, now = Date.now } = options
  const rulesNow = followRules(options)
  const collect = createCollect({ ...options, log, now })
  const readiness = createReadiness({ sink, log, now })
  const app = new Hono<{ Bindings: RequestInfo }>()

  app.all('/collect', async (c) => {
    const request = c.req.raw
    const { rules, origins } = rulesNow()
    const hasAccess = isAllowed(request.headers.get('origin'), origins)
    const headers = hasAccess ? corsHeaders(request) : { vary: 'Origin' }
    if (request.method === 'OPTIONS') return new Response(null, { status: hasAccess ? 204 : 403, headers })
    if (request.method !== 'POST')
      return c.json({ message: 'Batches are posted.' }, 405, { ...headers, allow: 'POST, OPTIONS' })
    const access = accessOf(request, rules)
    const answer = await collect.answer(request, { ...access, address: clientOf(c.env.address ?? '') })
    return Response.json(answer.body, { status: answer.status, headers: { ...headers, ...answer.headers } })
  })

  app.get('/health/live', (c) => c.json({ status: 'live' }))
  for (const path of ['/health', '/health/ready'])
    app.get(path, async (c) => {
      const status = await readiness.state()
      return c.json({ status, store: sink.name }, status === 'ready' ? 200 : 503)
    })
  app.route('/', createAdminRoutes({ sink, adminToken, log, now }))
  app.notFound((c) => c.json({ message: 'There is nothing at this path. Batches are posted to /collect.' }, 404))
  app.onError((error, c) => {
    log('error', 'A request failed.', { path: c.req.routePath, reason: reasonOf(error) })
    return c.json({ message: 'Internal error. The log of the collector says more.' }, 500)
  })

  return {
    fetch: async (request, info = {}) => app.fetch(request, info),
    waitingBytes: collect.waitingBytes,
    drain: readiness.drain,
    close: () => sink.close(),
  }
}
