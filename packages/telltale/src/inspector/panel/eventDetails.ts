import { FLAG_PREFIX } from '../../core/model/flagPrefix.ts'
import type { ObservedLayer } from '../../core/observer.ts'
import type { Seen, SeenDelivery, SeenEvent } from '../seen.ts'
import { isRefused } from './eventFate.ts'
import { jsonText } from './jsonText.ts'
import { durationText, timeText } from './timeText.ts'

interface Needs {
  readonly layer: Pick<ObservedLayer, 'destinations'>
  readonly seen: Pick<Seen, 'attempts'>
}

/** What is known of an event, by titles: what has become of it before what it is. */
export function eventDetails(shown: SeenEvent, needs: Needs): readonly (readonly [title: string, text: string])[] {
  const { event, at, id, isEarlier } = shown
  const without = isEarlier
    ? 'They are stored with the event, and not shown here: the panel keeps only its name from the page before.'
    : 'They are shown once the event is complete.'
  const properties = Object.entries(event?.properties ?? {})
  const flags = properties.filter(([property]) => property.startsWith(FLAG_PREFIX))
  const own = properties.filter(([property]) => !property.startsWith(FLAG_PREFIX))
  const parts: readonly (readonly [string, string])[] = [
    ['Destinations', destinationsOf(shown, needs).join('\n')],
    [
      'Steps',
      stepsOf(shown)
        .map(([step, when]) => `+${durationText(when - at)}  ${step}`)
        .join('\n'),
    ],
    ['Properties', event ? jsonText(Object.fromEntries(own)) : without],
    ['Flags', event ? jsonText(Object.fromEntries(flags)) : ''],
    ['Overridden', event?.overridden?.join(', ') ?? ''],
    ['User', event ? jsonText(event.identity) : ''],
    ['Address', event?.url ?? ''],
    ['Id', id],
  ]
  return parts.filter(([, text]) => text !== '')
}

function destinationsOf({ deliveries, destinations: own }: SeenEvent, { layer, seen }: Needs): readonly string[] {
  return [...new Set([...layer.destinations, ...deliveries.keys()])].map((name) => {
    const delivery = deliveries.get(name)
    if (delivery) return `${name}: ${settledWords(delivery) ?? openWords(delivery, seen.attempts.get(name))}`
    return own && !own.includes(name) ? `${name}: not for it` : `${name}: nothing yet`
  })
}

/** What the destination has done with the event. */
function settledWords(delivery: SeenDelivery): string | undefined {
  const { step, reason, isUnconfirmed, sent } = delivery
  if (step === 'sent') return undefined
  if (step === 'held') return `waits for consent to ${delivery.purpose}, in the memory of the page`
  if (step === 'released') return 'released by consent, not sent yet'
  if (isUnconfirmed) return 'passed on to its script'
  const times = sent > 1 ? `, sent ${sent} times` : ''
  if (isRefused(delivery)) return `refused${times}: kept in the browser, and can be sent again`
  return (step === 'acknowledged' ? 'delivered' : `dropped (${reason ?? 'no reason'})`) + times
}

/** It was sent, and the destination has not taken it. */
function openWords({ at, sent }: SeenDelivery, attempt: ReturnType<Seen['attempts']['get']>): string {
  if (!attempt || attempt.at < at || attempt.outcome === 'delivered') return 'sent, no answer yet'
  const { reason = 'no answer', nextAt } = attempt
  const next = nextAt === undefined ? '' : `, next at ${timeText(nextAt).slice(0, 8)}`
  return `not taken: ${reason}, ${sent === 1 ? '1 attempt' : `${sent} attempts`}${next}`
}

const STEPS: Readonly<Record<SeenDelivery['step'], string>> = {
  held: 'waits for consent',
  released: 'released by consent',
  sent: 'sent',
  acknowledged: 'delivered',
  dropped: 'dropped',
}

const stepWords = (delivery: SeenDelivery): string =>
  isRefused(delivery) ? 'refused' : delivery.isUnconfirmed ? 'passed on to its script' : STEPS[delivery.step]

/** What has happened to an event, in the order of time. */
function stepsOf({ pendingAt, completedAt, storedAt, deliveries }: SeenEvent): readonly (readonly [string, number])[] {
  const own: readonly (readonly [string, number | undefined])[] = [
    ['waits for its user or its flags', pendingAt],
    ['complete', completedAt],
    ['stored', storedAt],
    ...[...deliveries].flatMap(([name, delivery]) => [
      [`${name}: held until consent to ${delivery.purpose}`, delivery.heldAt] as const,
      [`${name}: released by consent`, delivery.releasedAt] as const,
      ...(delivery.step === 'held' || delivery.step === 'released'
        ? []
        : [[`${name}: ${stepWords(delivery)}`, delivery.at] as const]),
    ]),
  ]
  return own
    .flatMap(([step, when]) => (when === undefined ? [] : [[step, when] as const]))
    .sort(([, one], [, other]) => one - other)
}
