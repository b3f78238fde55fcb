import { byteLength } from '../core/lib/byteLength.ts'
import type { Stoppable } from '../core/host.ts'
import { attempt } from '../core/lib/attempt.ts'
import type { FlagSet, StoredEvent } from '../core/model/event.ts'
import type { DeliveryReports } from './deliveryReports.ts'
import type { Outbox } from './outbox.ts'
import type { Recorder } from './recorder.ts'

/**
 * The size in bytes that an entry counts when it is nested too deeply to be written as JSON. It is more than a request
 * that outlives the page may have, and enough to keep many such entries within a budget.
 */
const UNKNOWN_BYTES = 100_000
/**
 * The outbox is measured with the first event of a page, since earlier pages may have left many events. It is measured
 * again each time another sixteenth of the budget is written, because a measurement reads the whole outbox.
 */
const MEASUREMENTS = 16

interface Needs {
  outbox: Pick<Outbox, 'all' | 'remove' | 'onChanged'>
  recorder: Pick<Recorder, 'forget'>
  maxBytes: number
  reports: DeliveryReports
}

/**
 * Keeps the outbox within a budget of bytes: the oldest events are evicted. An event that is being delivered at that
 * moment may arrive although it is counted as dropped.
 */
export function startEviction({ outbox, recorder, maxBytes, reports }: Needs): Stoppable {
  let written = maxBytes
  let isMeasuring = false
  let isStopped = false

  async function measure() {
    if (isMeasuring) return // the running measurement measures again when it is done
    isMeasuring = true
    while (!isStopped && written > 0 && written >= maxBytes / MEASUREMENTS) {
      written = 0
      const records = await outbox.all()
      // The latest set of flags is free, so that large flags do not take space from the events.
      const kept = newestWithin(maxBytes, records, { sharesFlags: true, isLatestSetFree: true })
      if (kept.length < records.length && !isStopped) await evict(records.filter((record) => !kept.includes(record)))
    }
    isMeasuring = false
  }

  async function evict(records: Awaited<ReturnType<Outbox['all']>>) {
    const events = records.map(({ event }) => event)
    recorder.forget(events)
    await outbox.remove(events.map(({ id }) => id))
    reports.dropped(events, {
      where: 'outbox',
      reason: 'over-budget',
      message: `more than ${maxBytes} bytes wait: the oldest are given up (T69)`,
    })
  }

  const unsubscribe = outbox.onChanged((changes) => {
    for (const change of changes) if (change.type === 'add') written += bytesOf(change.record.event)
    void measure()
  })
  return {
    stop() {
      unsubscribe()
      isStopped = true
    },
  }
}

export type Sized = object & Pick<StoredEvent, 'flagSet'>

interface Sharing {
  /** A set of flags counts only with the newest record that has it. */
  sharesFlags?: boolean | undefined
  /** The latest set does not count at all. */
  isLatestSetFree?: boolean
}

/**
 * Returns the newest records that fit into `maxBytes` of UTF-8 JSON together, in order. A record that alone is larger is
 * left out, and no other record because of it.
 */
export function newestWithin<Item extends { event: Sized }>(
  maxBytes: number,
  records: readonly Item[],
  { sharesFlags, isLatestSetFree }: Sharing = {},
): readonly Item[] {
  const newest: Item[] = []
  const sets = new Set<string>()
  let left = maxBytes
  for (const record of [...records].reverse()) {
    const { flagSet } = record.event
    const isFree = !flagSet || sets.has(flagSet.id) || (isLatestSetFree && sets.size === 0)
    const bytes = bytesOf(record.event) + 1 + (isFree ? 0 : setBytes(flagSet)) // 1 for a comma
    if (bytes > maxBytes) continue
    left -= bytes
    if (left < 0) break
    if (flagSet && sharesFlags) sets.add(flagSet.id)
    newest.push(record)
  }
  return newest.reverse()
}

/** Returns the size of an entry without its flags, which are stored separately. */
export function bytesOf(entry: Sized): number {
  return attempt(
    () => byteLength(JSON.stringify(entry.flagSet ? { ...entry, flagSet: entry.flagSet.id } : entry)),
    () => UNKNOWN_BYTES,
  )
}

/** Many events share one set, so the size of each set is computed once. */
const sizes = new WeakMap<FlagSet, number>()

function setBytes(flagSet: FlagSet): number {
  const bytes = sizes.get(flagSet) ?? bytesOf(flagSet.properties)
  sizes.set(flagSet, bytes)
  return bytes
}
