import type { DestinationPart, DeliveryResult } from '../analytics/destination.ts'
import type { HttpResult } from '../core/http/http.ts'

export interface CollectorOptions {
  /** Where batches are posted. */
  url: string
  /** Names the collector's bookmark: give each of several its own. */
  name?: string
}

/**
 * An HTTP collector. A batch is `{ app, sentAt, events }` as JSON; any 2xx acknowledges it. The collector drops an event
 * whose id it knows: after a connection that broke, a batch comes again.
 */
export const collector =
  ({ url, name = 'collector' }: CollectorOptions): DestinationPart =>
  ({ http, platform: { clock }, app }) => ({
    name,
    async deliver(events, { signal, keepalive }) {
      const result = await http({
        url,
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ app, sentAt: clock.now(), events }),
        signal,
        keepalive,
      })
      return deliveryResult(result)
    },
    stop() {},
  })

/** [spec] RFC 9110 §15.5.9 Request Timeout, RFC 8470 §5.2 Too Early, RFC 6585 §4 Too Many Requests. */
const TRY_AGAIN = [408, 425, 429]

function deliveryResult(result: HttpResult): DeliveryResult {
  if (result.outcome === 'success') return { outcome: 'delivered' }
  if (result.outcome === 'bad-request' && !TRY_AGAIN.includes(result.status)) {
    return { outcome: 'refused', reason: `status ${result.status}` }
  }
  const afterMs = 'retryAfterMs' in result ? result.retryAfterMs : undefined
  return { outcome: 'retry', ...(afterMs !== undefined && { afterMs }) }
}
