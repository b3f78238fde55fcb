import { attempt } from '../core/lib/attempt.ts'
import { byteLength } from '../core/lib/text.ts'
import type { FlagSet, StoredEvent } from '../core/model/event.ts'
import { refuserIn } from '../core/ports/eventStore.ts'
import type { Queued, QueuedRecord } from './storedRecord.ts'

/**
 * The size in bytes that an entry counts when it is nested too deeply to be written as JSON. It is more than a request
 * that outlives the page may have, and enough to keep many such entries within a budget.
 */
const UNKNOWN_BYTES = 100_000

const RANK = { low: 0, normal: 1, high: 2 }

/**
 * Returns the records to evict so that the rest is at most `maxBytes` of UTF-8 JSON.
 *
 * The order is: records that alone are larger than `maxBytes`, because evicting other records would not make room for
 * them; records that destinations have refused and that wait for nothing else; records that some destination has
 * already taken, because another destination that never answers must not cost the first one new events; then the
 * records of the lowest priority, and of these the oldest.
 *
 * A set of flags counts once for all events that have it. The latest set does not count, so that large flags do not
 * take space from the events.
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

export type Sized = object & Pick<StoredEvent, 'flagSet'>

/** Returns the size of an entry without its flags, which are stored separately. */
export function bytesOf(entry: Sized): number {
  return attempt(
    () => byteLength(JSON.stringify(entry.flagSet ? { ...entry, flagSet: entry.flagSet.id } : entry)),
    () => UNKNOWN_BYTES,
  )
}

/**
 * Returns a function that tells, for one entry after another, how many bytes the entry adds. `sharesFlags`: a set of
 * flags counts only with the first entry that has it.
 */
export function createByteCounter(sharesFlags = false): (entry: Sized) => number {
  const counted = new Set<string>()
  return (entry) => {
    const { flagSet } = entry
    if (!flagSet || counted.has(flagSet.id)) return bytesOf(entry)
    if (sharesFlags) counted.add(flagSet.id)
    return bytesOf(entry) + setBytes(flagSet)
  }
}

/** Many events share one set, so the size of each set is computed once. */
const sizes = new WeakMap<FlagSet, number>()

function setBytes(flagSet: FlagSet): number {
  const bytes = sizes.get(flagSet) ?? bytesOf(flagSet.properties)
  sizes.set(flagSet, bytes)
  return bytes
}
