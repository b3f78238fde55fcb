import { isRecord, parseJson } from '../core/lib/json.ts'
import type { AnalyticsEvent } from '../core/model/event.ts'
import type { DeliveryPart } from '../events/destinations/destination.ts'

/** Whether the answer is a page, as sign-ins and captive portals send it. Many servers say that any text is `text/html`. */
export const isPage = (text: string) => /^\s*</.test(text)

/** The maximum length of a message of the collector, in characters. */
const MAX_MESSAGE = 200

/** The collector's message in a refusal: the `message` or `error` of its JSON, or its plain text. A page has no message. */
export const messageIn = (text: string) => (isPage(text) ? '' : messageOf(parseJson(text) ?? text))

function messageOf(json: unknown): string {
  const { error, message = error } = isRecord(json) ? json : { message: json }
  const said = isRecord(message) ? message['message'] : message
  return typeof said === 'string' ? said.trim().slice(0, MAX_MESSAGE) : ''
}

export const refusal = (status: number, message: string) =>
  ({ outcome: 'refused', reason: `status ${status}${message && `: ${message}`}` }) as const

/** What has become of each event, if the answer refuses some by id, and says that all others are stored. */
export function refusedIn(text = '', events: readonly AnalyticsEvent[]): readonly DeliveryPart[] | undefined {
  const json = parseJson(text)
  const { refused, stored } = isRecord(json) ? json : {}
  if (!Array.isArray(refused)) return undefined
  const messages = new Map(refused.map((one) => [isRecord(one) && one['id'], messageOf(one)]))
  const others = events.filter(({ id }) => !messages.has(id))
  if (others.length !== stored || stored + refused.length !== events.length) return undefined
  return [
    { events: others, result: { outcome: 'delivered' } },
    ...events
      .filter(({ id }) => messages.has(id))
      .map((event) => ({ events: [event], result: refusal(422, messages.get(event.id) ?? '') })),
  ]
}
