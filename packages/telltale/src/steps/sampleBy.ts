import { isRecord } from '../core/lib/json.ts'
import { isText } from '../core/model/promotion.ts'
import type { ObservedLayer } from '../core/observer.ts'
import type { LibraryStep } from '../core/stepHost.ts'
import { shareOf } from './shareOf.ts'

/** The name that stands for all events that a table does not name. */
const ALL = '*'
/** Who a visitor was, and what a user has decided, is no analytics: it is never left out. */
const KEPT: readonly unknown[] = ['sign-in', 'consent']

const isRate = (value: unknown): value is number => typeof value === 'number' && value >= 0 && value <= 1

/**
 * A step that keeps the events of a share of the users, which a flag says: events can be thinned, or stopped, without a deployment, and open pages follow within a second.
 * The value of the flag is the share, such as 0.1 for a tenth of the persons, or shares by the name of the event: `{ "Scrolled": 0.01, "*": 1 }`. Without the
 * flag, or with another value, each event is kept.
 *
 * It is always the same persons, on all their devices; without a person, the same visitors, or else pages. The moment of an event says the share as
 * `sampleRate`; what is dropped is counted as `filtered`. Each layer needs a step of its own. Throws at start when the key is missing.
 *
 * @example events: { steps: [sampleBy('events-rate')] }
 */
export function sampleBy(key: string): LibraryStep {
  if (!isText(key)) throw new Error('Telltale cannot start. Call sampleBy() with the key of a flag. (T212)')
  let layer: ObservedLayer | undefined

  function rateOf(name: string): number {
    const value = layer?.flags.getFlag(key)?.value
    if (value === undefined) return 1
    const own = (table: Readonly<Record<string, unknown>>, of: string) =>
      Object.hasOwn(table, of) ? table[of] : undefined
    const rate = isRecord(value) ? (own(value, name) ?? own(value, ALL) ?? 1) : value
    if (isRate(rate)) return rate
    layer?.warn(`The flag ${key} is no number from 0 to 1, and no table of them: all events are kept. (T213)`)
    return 1
  }

  return {
    name: 'sampleBy',
    start(started) {
      layer = started
      // The flag is followed as long as the page is open.
      return started.flags.watch(key, () => {})
    },
    enrich({ name }) {
      const sampleRate = rateOf(name)
      return sampleRate < 1 ? { moment: { sampleRate } } : undefined
    },
    '~complete': (draft) => {
      const { sampleRate: _rate, ...moment } = draft.moment ?? {}
      return KEPT.includes(draft.kind) && draft.moment ? { ...draft, moment } : draft
    },
    process(event) {
      const { moment, identity, page } = event
      const share = shareOf(identity.id ?? identity.visitor ?? page)
      return share < (moment?.sampleRate ?? 1) ? event : undefined
    },
  }
}
