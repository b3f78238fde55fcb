import { createHash } from 'node:crypto'
import type { CollectedEvent } from '../door/collectedEvent.ts'

const DAY_MS = 86_400_000
const COMPANIES = 40
const PEOPLE = 2_000
/** How long the experiments have run, and how much of the time before is made, in days. */
const RUN_DAYS = 21
const PAST_DAYS = 14
/** How many quotes the most active person sends in a day. */
const MOST_A_DAY = 0.3

/** An experiment whose truth is known. */
interface MadeExperiment {
  readonly flag: string
  /** How many more quotes people send who have seen variation 1. */
  readonly effect: number
  /** The share of the exposures of variation 1 that never arrive. */
  readonly lost: number
}

/** What the documentation says of them is the truth. */
export const MADE_EXPERIMENTS: readonly MadeExperiment[] = [
  { flag: 'new-pricing', effect: 0.2, lost: 0 },
  { flag: 'quote-layout', effect: 0, lost: 0 },
  { flag: 'fast-checkout', effect: 0, lost: 0.2 },
]

/** The metrics of these events. */
export const MADE_METRICS = {
  metrics: {
    quotes: { of: 'count', event: 'Quote sent', withinDays: 14 },
    'sends a quote': { of: 'funnel', events: ['Quote opened', 'Quote priced', 'Quote sent'], withinDays: 7 },
    'value of a quote': { of: 'mean', event: 'Quote sent', property: 'total' },
  },
}

/** A number from 0, below 1, that is always the same for this text. */
const shareOf = (text: string) => createHash('sha256').update(text).digest().readUInt32BE(0) / 2 ** 32

/** The same for each of several numbers. */
const idOf = (text: string, at: number) => {
  const time = Math.round(at).toString(16).padStart(12, '0')
  const rest = createHash('sha256').update(text).digest('hex')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${rest.slice(0, 3)}-8${rest.slice(3, 6)}-${rest.slice(6, 18)}`
}

/**
 * The events of made people of made companies, in the days before this time. For one time, they are always the same; for another time, only
 * their times differ.
 *
 * @param now in milliseconds since 1970
 */
export function* madeEvents(now: number): Iterable<CollectedEvent> {
  const start = now - RUN_DAYS * DAY_MS
  for (let number = 0; number < PEOPLE; number += 1) {
    const person = `person-${number}`
    const accounts = { company: { key: `company-${number % COMPANIES}` } }
    let count = 0
    const event = (name: string, at: number, more: Partial<CollectedEvent>): CollectedEvent => {
      count += 1
      return {
        ...{ id: idOf(`${person}:${count}`, at), name, at: Math.round(at), url: 'https://desk.example/quotes' },
        ...{ page: `page-of-${person}`, n: count, identity: { id: person, accounts }, properties: {} },
        ...more,
      }
    }
    const firstAt = start + shareOf(`${person}:first`) * (RUN_DAYS - 7) * DAY_MS
    let effect = 0
    for (const { flag, lost, effect: own } of MADE_EXPERIMENTS) {
      const variation = shareOf(`${person}:${flag}`) < 0.5 ? 0 : 1
      if (variation === 1) effect += own
      if (variation === 1 && shareOf(`${person}:${flag}:lost`) < lost) continue
      const properties = { flag, variation, version: 3, reason: 'FALLTHROUGH', in_experiment: true, unit: 'person' }
      yield event('Flag shown', firstAt, { kind: 'exposure', properties })
    }
    const daily = shareOf(`${person}:habit`) ** 2 * MOST_A_DAY
    for (let day = -PAST_DAYS; day < RUN_DAYS; day += 1) {
      const at = firstAt + (day + shareOf(`${person}:${day}:when`)) * DAY_MS
      const chance = daily * (day < 0 ? 1 : 1 + effect)
      if (at >= now) continue
      // Who sends no quote may still have opened and priced one.
      const share = shareOf(`${person}:${day}`)
      const before = Math.max(at - 600_000, day < 0 ? 0 : firstAt)
      if (share < chance + 0.15) yield event('Quote opened', before, {})
      if (share < chance + 0.05) yield event('Quote priced', before, {})
      if (share >= chance) continue
      yield event('Quote sent', at, {
        properties: { total: 200 + Math.round(shareOf(`${person}:${day}:total`) * 800) },
      })
    }
  }
}
