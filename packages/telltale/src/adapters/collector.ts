import type { DestinationPart, DeliveryResult } from '../analytics/destination.ts'
import type { HttpOutcome } from '../core/ports/transport.ts'

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
  ({ platform: { transport, clock }, app }) => ({
    name,
    async deliver(events, { signal, keepalive }) {
      const response = await transport.send({
        url,
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ app, sentAt: clock.now(), events }),
        signal,
        keepalive,
      })
      return resultOf(response)
    },
    stop() {},
  })

/** [spec] RFC 9110 §15.5.9 Request Timeout, RFC 8470 §5.2 Too Early, RFC 6585 §4 Too Many Requests. */
const TRY_AGAIN = [408, 425, 429]

function resultOf(response: HttpOutcome): DeliveryResult {
  if (response.outcome !== 'response') return { outcome: 'retry' }
  const { status } = response
  if (status >= 200 && status <= 299) return { outcome: 'delivered' }
  if (status >= 400 && status <= 499 && !TRY_AGAIN.includes(status))
    return { outcome: 'refused', reason: `status ${status}` }
  // [spec] RFC 9110 §10.2.3: seconds, or a date, which is not worth its code here.
  const seconds = Number(response.header('Retry-After'))
  return seconds > 0 ? { outcome: 'retry', afterMs: seconds * 1_000 } : { outcome: 'retry' }
}
