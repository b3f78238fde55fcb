import type { DeliveryResult, DestinationPart } from '../analytics/destination.ts'
import { isWanted, projectFor, type Impersonation } from '../analytics/impersonation.ts'
import type { HttpResult } from '../core/http/http.ts'
import type { AnalyticsEvent } from '../core/model/event.ts'

export interface CollectorOptions {
  /** Where batches are posted. */
  url: string
  /** Names the collector's bookmark: give each of several its own. */
  name?: string
  /** The server, and its CORS rules, allow `Content-Encoding: gzip`. Bodies above 1 kB are then compressed. */
  gzip?: boolean
  /** `tag` when absent. */
  impersonation?: Impersonation
}

/** A server that has taken a batch and does not answer is given up after so long, in milliseconds. */
const TIMEOUT_MS = 30_000

/**
 * An HTTP collector. A batch is `{ app, project, sentAt, dropped, events }` as JSON, where `dropped` counts what the page has
 * given up so far; any 2xx acknowledges it. The collector drops an event whose id it knows: after a connection that broke, a
 * batch comes again.
 */
export const collector =
  ({ url, name = 'collector', gzip = false, impersonation = 'tag' }: CollectorOptions): DestinationPart =>
  ({ http, platform: { clock }, app, projectId, diagnostics }) => ({
    name,
    type: 'acknowledging',
    accepts: (event) => isWanted(event, impersonation),
    async deliver(events, { signal, keepalive }) {
      const projectOf = ({ identity }: AnalyticsEvent) => projectFor(identity.impersonator, impersonation, projectId())
      const requests = [...byProject(events, projectOf)].map(([project, batch]) =>
        http({
          url,
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify({
            app: { name: app.name, platform: app.platform },
            project,
            sentAt: clock.now(),
            dropped: diagnostics.get().dropped,
            events: batch,
          }),
          gzip,
          timeoutMs: TIMEOUT_MS,
          signal,
          keepalive,
        }),
      )
      return worstOf(await Promise.all(requests.map(async (request) => deliveryResult(await request))))
    },
    stop() {},
  })

function byProject(
  events: readonly AnalyticsEvent[],
  projectOf: (event: AnalyticsEvent) => string | undefined,
): Map<string | undefined, AnalyticsEvent[]> {
  const batches = new Map<string | undefined, AnalyticsEvent[]>()
  for (const event of events) {
    const project = projectOf(event)
    batches.set(project, [...(batches.get(project) ?? []), event])
  }
  return batches
}

/** [spec] RFC 9110 §15.5.9 Request Timeout, RFC 8470 §5.2 Too Early, RFC 6585 §4 Too Many Requests. */
const TRY_AGAIN = [408, 425, 429]
/** [spec] RFC 9110 §15.5.14 Content Too Large. */
const TOO_LARGE = 413

async function deliveryResult(result: HttpResult): Promise<DeliveryResult> {
  if (result.outcome === 'success') {
    await result.text() // nothing in it matters; read to its end, the connection is free again
    return { outcome: 'delivered' }
  }
  if (result.outcome === 'bad-request' && result.status === TOO_LARGE) return { outcome: 'too-large' }
  if (result.outcome === 'bad-request' && !TRY_AGAIN.includes(result.status)) {
    return { outcome: 'refused', reason: `status ${result.status}` }
  }
  const afterMs = 'retryAfterMs' in result ? result.retryAfterMs : undefined
  return { outcome: 'retry', ...(afterMs !== undefined && { afterMs }) }
}

/** What is still open decides: what has been taken already does no harm when it comes again. */
function worstOf(results: readonly DeliveryResult[]): DeliveryResult {
  const first = (outcome: DeliveryResult['outcome']) => results.find((result) => result.outcome === outcome)
  return first('retry') ?? first('too-large') ?? first('refused') ?? { outcome: 'delivered' }
}
