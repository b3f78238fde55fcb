import { attempt } from '../core/lib/attempt.ts'
import { byteLength } from '../core/lib/byteLength.ts'
import type { FlagSet, StoredEvent } from '../core/model/event.ts'

/**
 * What an entry counts, in bytes, that is nested too deeply to be written as JSON: more than a request that outlives the page may
 * have, and enough to keep many of them within a budget.
 */
const UNKNOWN_BYTES = 100_000

/** What has a place in the order in which things are given up. */
export type Ranked = Pick<StoredEvent, 'at' | 'priority' | 'flagSet'>

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
 * priority, and of this the oldest. A set of flags counts once for all that have it; the latest set does not count, so that large
 * flags do not take the room of the events.
 */
export function overBudget<Entry extends Ranked>(
  kept: readonly Kept<Entry>[],
  maxBytes: number,
): readonly Kept<Entry>[] {
  const latest = kept.reduce<Entry | undefined>(
    (last, { entry }) => (entry.flagSet && entry.at >= (last?.at ?? 0) ? entry : last),
    undefined,
  )?.flagSet?.id
  const flagSets = new Map<string, { bytes: number; users: number }>()
  const sized = kept.map((item) => {
    const { flagSet, priority } = item.entry
    const known =
      flagSet && (flagSets.get(flagSet.id) ?? { bytes: flagSet.id === latest ? 0 : setBytes(flagSet), users: 0 })
    if (known) flagSets.set(flagSet.id, { ...known, users: known.users + 1 })
    const bytes = bytesOf(item.entry)
    const isTooLarge = bytes + (known?.bytes ?? 0) > maxBytes
    return { item, bytes, rank: isTooLarge ? -9 : RANK[priority ?? 'normal'] - (item.isRead ? 3 : 0) }
  })
  let bytes = [...sized, ...flagSets.values()].reduce((sum, { bytes: more }) => sum + more, 0)
  const victims: Kept<Entry>[] = []
  for (const { item, bytes: less } of sized.sort((a, b) => a.rank - b.rank || a.item.entry.at - b.item.entry.at)) {
    if (bytes <= maxBytes) break
    bytes -= less
    const used = item.entry.flagSet && flagSets.get(item.entry.flagSet.id)
    if (used && (used.users -= 1) === 0) bytes -= used.bytes
    victims.push(item)
  }
  return victims
}

export type Weighed = object & Pick<StoredEvent, 'flagSet'>

/** Without its flags, which are stored apart. */
export function bytesOf(entry: Weighed): number {
  return attempt(
    () => byteLength(JSON.stringify(entry.flagSet ? { ...entry, flagSet: entry.flagSet.id } : entry)),
    () => UNKNOWN_BYTES,
  )
}

/** Says of one entry after another how many bytes it adds. `sharesFlags`: a set of flags counts with the first entry alone. */
export function createScale(sharesFlags: boolean): (entry: Weighed) => number {
  const counted = new Set<string>()
  return (entry) => {
    const { flagSet } = entry
    if (!flagSet || counted.has(flagSet.id)) return bytesOf(entry)
    if (sharesFlags) counted.add(flagSet.id)
    return bytesOf(entry) + setBytes(flagSet)
  }
}

/** Many events have one set: it is weighed once. */
const weighed = new WeakMap<FlagSet, number>()

function setBytes(flagSet: FlagSet): number {
  const bytes = weighed.get(flagSet) ?? bytesOf(flagSet.properties)
  weighed.set(flagSet, bytes)
  return bytes
}
