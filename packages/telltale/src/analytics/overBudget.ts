import { byteLength } from '../core/lib/byteLength.ts'
import type { AnalyticsEvent } from '../core/model/event.ts'
import type { JournalEntry } from '../core/ports/journal.ts'

/** What has a place in the order in which things are given up. */
export type Ranked = Pick<AnalyticsEvent, 'priority'>

const RANK = { low: 0, normal: 1, high: 2 }

/**
 * The entries to give up so that the rest is at most `maxBytes` of UTF-8 JSON: those of the lowest priority first, and of
 * these the oldest.
 */
export function overBudget<Entry extends Ranked>(
  entries: readonly JournalEntry<Entry>[],
  maxBytes: number,
): readonly JournalEntry<Entry>[] {
  const sized = entries.map((entry) => ({
    entry,
    bytes: bytesOf(entry.entry),
    rank: RANK[entry.entry.priority ?? 'normal'],
  }))
  let bytes = sized.reduce((sum, item) => sum + item.bytes, 0)
  const victims: JournalEntry<Entry>[] = []
  for (const item of sized.sort((a, b) => a.rank - b.rank || a.entry.position - b.entry.position)) {
    if (bytes <= maxBytes) break
    bytes -= item.bytes
    victims.push(item.entry)
  }
  return victims
}

export const bytesOf = (entry: object) => byteLength(JSON.stringify(entry))
