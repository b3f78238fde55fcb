import type { AnalyticsEvent } from '../core/model/event.ts'
import type { DeliveryContext, DeliveryResult, Destination } from '../events/destinations/destination.ts'

/** The steps of a right destination, of which a broken one changes one. */
export interface DestinationSteps {
  body(batch: readonly AnalyticsEvent[]): string
  /** What is passed to `fetch`. */
  request(body: string, context: DeliveryContext): RequestInit
  send(request: RequestInit): Promise<Response>
  /** What the answer means. */
  judge(answer: Response, batch: readonly AnalyticsEvent[]): Promise<DeliveryResult>
  /** What a rejection of `fetch` means. */
  lost(error: unknown): DeliveryResult
}

const RIGHT: DestinationSteps = {
  body: (batch) => JSON.stringify(batch),
  request: (body, { signal, keepalive }) => ({
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: 'Bearer token-of-the-page' },
    body,
    redirect: 'manual',
    signal,
    keepalive,
  }),
  send: (request) => fetch('https://rows.test/', request),
  async judge(answer) {
    const { status } = answer
    if (status === 413) return { outcome: 'too-large' }
    if (status === 400 || status === 422) return { outcome: 'refused', reason: `status ${status}` }
    if (status === 429) return { outcome: 'retry', afterMs: Number(answer.headers.get('retry-after')) * 1_000 }
    if (!answer.ok || (await answer.text()).startsWith('<')) return { outcome: 'retry', cause: `status ${status}` }
    return { outcome: 'delivered' }
  },
  lost: () => ({ outcome: 'retry' }),
}

/** A destination as an application writes it. */
export function ownDestination(
  change: (right: DestinationSteps) => Partial<DestinationSteps & Destination> = () => ({}),
): Destination {
  const { body, request, send, judge, lost, ...methods } = { ...RIGHT, ...change(RIGHT) }
  return {
    name: 'own',
    async deliver(batch, context) {
      let answer: Response
      try {
        answer = await send(request(body(batch), context))
      } catch (error) {
        return lost(error)
      }
      return judge(answer, batch)
    },
    ...methods,
  }
}
