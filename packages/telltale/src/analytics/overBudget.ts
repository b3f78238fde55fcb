import { attempt } from '../core/lib/attempt.ts'
import { byteLength } from '../core/lib/byteLength.ts'
import type { AnalyticsEvent } from '../core/model/event.ts'

/**
 * What an entry counts, in bytes, that is nested too deeply to be written as JSON: more than a request that outlives the page may
 * have, and enough to keep many of them within a budget.
 */
const UNKNOWN_BYTES = 100_000

/** What has a place in the order in which things are given up. */
export type Ranked = Pick<AnalyticsEvent, 'at' | 'priority'>

/** Something in a journal: where it stands in the log or, of what waits, its id. */
export interface Kept<Entry> {
  readonly position: number | string
  readonly entry: Entry
  /** Some destination has it already. */
  readonly isRead?: boolean
}

const RANK = { low: 0, normal: 1, high: 2 }

/**
 * What to give up so that the rest is at most `maxBytes` of UTF-8 JSON: first what alone is larger, for which all else would go
 * in vain; then what some destination has, as another that is dead must not cost it what is new; then that of the lowest
 * priority, and of this the oldest.
 */
export function overBudget<Entry extends Ranked>(
  kept: readonly Kept<Entry>[],
  maxBytes: number,
): readonly Kept<Entry>[] {
  const sized = kept.map((item) => {
    const bytes = bytesOf(item.entry)
    return { item, bytes, rank: bytes > maxBytes ? -9 : RANK[item.entry.priority ?? 'normal'] - (item.isRead ? 3 : 0) }
  })
  let bytes = sized.reduce((sum, { bytes: more }) => sum + more, 0)
  const victims: Kept<Entry>[] = []
  for (const { item, bytes: less } of sized.sort((a, b) => a.rank - b.rank || a.item.entry.at - b.item.entry.at)) {
    if (bytes <= maxBytes) break
    bytes -= less
    victims.push(item)
  }
  return victims
}

/** The bytes of an entry as UTF-8 JSON. */
export const bytesOf = (entry: object): number =>
  attempt(
    () => byteLength(JSON.stringify(entry)),
    () => UNKNOWN_BYTES,
  )
