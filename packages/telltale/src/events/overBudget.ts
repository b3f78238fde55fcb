import { attempt } from '../core/lib/attempt.ts'
import { byteLength } from '../core/lib/byteLength.ts'
import type { FlagSet, StoredEvent } from '../core/model/event.ts'
import { refuserIn } from '../core/ports/eventStore.ts'
import type { Queued, QueuedRecord } from './storedRecord.ts'

/**
 * What an entry counts, in bytes, that is nested too deeply to be written as JSON: more than a request that outlives the page may
 * have, and enough to keep many of them within a budget.
 */
const UNKNOWN_BYTES = 100_000

const RANK = { low: 0, normal: 1, high: 2 }

/**
 * What to evict so that the rest is at most `maxBytes` of UTF-8 JSON: first what alone is larger, for which all else would go
 * in vain; then what destinations have refused, and nothing else waits for; then what some destination has, as another that is dead must
 * not cost it what is new; then that of the lowest priority, and of this the oldest. A set of flags counts once for all that have it;
 * the latest set does not count, so that large flags do not take the room of the events.
 */
export function overBudget(records: readonly QueuedRecord[], maxBytes: number): readonly QueuedRecord[] {
  const latest = records.reduce<Queued | undefined>(
    (last, { event }) => (event.flagSet && event.at >= (last?.at ?? 0) ? event : last),
    undefined,
  )?.flagSet?.id
  const flagSets = new Map<string, { bytes: number; users: number }>()
  const sized = records.map((record) => {
    const { flagSet } = record.event
    const known =
      flagSet && (flagSets.get(flagSet.id) ?? { bytes: flagSet.id === latest ? 0 : setBytes(flagSet), users: 0 })
    if (known) flagSets.set(flagSet.id, { ...known, users: known.users + 1 })
    const bytes = bytesOf(record.event)
    return { record, bytes, rank: bytes + (known?.bytes ?? 0) > maxBytes ? -9 : rankOf(record) }
  })
  let bytes = [...sized, ...flagSets.values()].reduce((sum, { bytes: more }) => sum + more, 0)
  const evicted: QueuedRecord[] = []
  for (const { record, bytes: less } of sized.sort(
    (a, b) => a.rank - b.rank || a.record.event.at - b.record.event.at,
  )) {
    if (bytes <= maxBytes) break
    bytes -= less
    const used = record.event.flagSet && flagSets.get(record.event.flagSet.id)
    if (used && (used.users -= 1) === 0) bytes -= used.bytes
    evicted.push(record)
  }
  return evicted
}

function rankOf({ event, todo, isPartlyDone }: QueuedRecord): number {
  const isRefused = todo.every((task) => refuserIn(task) !== undefined)
  return RANK[event.priority ?? 'normal'] - (isRefused ? 6 : isPartlyDone ? 3 : 0)
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
export function createScale(sharesFlags = false): (entry: Weighed) => number {
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
