import { writeJson } from '../../core/lib/json.ts'
import { byteLength } from '../../core/lib/byteLength.ts'
import { sharedJson } from '../../core/lib/sharedJson.ts'
import type { Stoppable } from '../../core/host.ts'
import { attempt } from '../../core/lib/attempt.ts'
import { MAX_DETAILS, type FlagSet, type StoredEvent } from '../../core/model/event.ts'
import { refuserIn } from '../../core/ports/eventChange.ts'
import { PENDING } from '../../core/ports/eventStore.ts'
import type { Platform } from '../../core/ports/platform.ts'
import { type DeliveryReports, endedAt } from '../reports/deliveryReports.ts'
import type { Outbox } from './outbox.ts'
import type { QueuedRecord } from './storedRecord.ts'

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

/**
 * How long events wait for a destination that the settings no longer have, in milliseconds. Another tab may have an
 * earlier release of the application that still has the destination, and a release may be taken back.
 */
const UNCLAIMED_MS = 24 * 3_600_000

interface Needs extends Pick<Platform, 'clock'> {
  outbox: Pick<Outbox, 'all' | 'done' | 'ready' | 'remove' | 'onChanged'>
  maxBytes: number
  /** The names of the destinations in the settings. */
  names: readonly string[]
  reports: DeliveryReports
}

/**
 * Gives up the oldest events when the outbox is over its budget of bytes, and, once for each page, the events that have
 * waited too long for destinations that no longer exist. An event that is being delivered at that moment may arrive
 * although it is counted as dropped.
 */
export function startEviction({ clock, outbox, maxBytes, names, reports }: Needs): Stoppable {
  let written = maxBytes
  let isMeasuring = false
  let isStopped = false

  async function measure() {
    if (isMeasuring) return // the running measurement measures again when it is done
    isMeasuring = true
    while (written > 0 && written >= maxBytes / MEASUREMENTS) {
      written = 0
      const records = await outbox.all()
      if (isStopped) return
      // The latest set of flags is free, so that large flags do not take space from the events.
      const kept = newestWithin(maxBytes, records, { sharesFlags: true, isStored: true })
      if (kept.length < records.length) await evict(records.filter((record) => !kept.includes(record)))
    }
    isMeasuring = false
  }

  /** Whether the event alone would be over the budget. It never waits, so that its fate does not depend on when it is measured. */
  const isTooLarge = ({ event }: Pick<QueuedRecord, 'event'>) => bytesOf(event) >= maxBytes

  async function evict(records: readonly QueuedRecord[]) {
    const drop = { where: 'outbox', reason: 'over-budget' } as const
    const ended = records.map(({ event, todo }) => ({ event, todo: todo.includes(PENDING) ? names : todo }))
    // Told first: the page may end before they are removed.
    for (const one of ended.filter(isTooLarge)) {
      const message = `"${one.event.name}" has ${bytesOf(one.event)} bytes, and events.maxBytes is ${maxBytes}: it is given up (T155)`
      reports.dropped([one], { ...drop, message, isError: true })
    }
    const oldest = ended.filter((one) => !isTooLarge(one))
    const message = `more than ${maxBytes} bytes wait: the oldest are given up (T69)`
    if (oldest.length > 0) reports.dropped(oldest, { ...drop, message })
    await outbox.remove(records)
  }

  async function discardUnclaimed() {
    await outbox.ready
    const records = await outbox.all()
    if (isStopped) return
    for (const where of new Set(records.flatMap(({ todo }) => todo))) {
      if (where === PENDING || refuserIn(where) !== undefined || names.includes(where)) continue
      const old = records.filter(({ event, todo }) => todo.includes(where) && clock.now() - event.at >= UNCLAIMED_MS)
      if (old.length === 0) continue
      void outbox.done(where, old)
      const message = `no destination is called "${where}": ${old.length} events are given up after a day (T143)`
      reports.dropped(endedAt(where, old), { where, reason: 'no-destination', message, isError: true })
    }
  }

  const unsubscribe = outbox.onChanged((changes) => {
    const added = changes.flatMap((change) => (change.type === 'add' ? change.record : []))
    for (const { event } of added) written += bytesOf(event)
    const large = added.filter(isTooLarge)
    if (large.length > 0) void evict(large)
    void measure()
  })
  void discardUnclaimed()
  return {
    stop() {
      unsubscribe()
      isStopped = true
    },
  }
}

export type Sized = object & Pick<StoredEvent, 'flagSet' | 'moment'>

interface Sharing {
  /** A set of flags and a moment count only with the newest record of each batch that has them. */
  sharesFlags?: boolean | undefined
  /** The most events in a batch; without a limit when absent. */
  batchSize?: number | undefined
  /** As the browser stores them: the latest set does not count at all, and each record has its moment. */
  isStored?: boolean
}

/**
 * Returns the newest records that fit into `maxBytes` of UTF-8 JSON together, in order. A record that alone is larger is
 * left out, and no other record because of it.
 */
export function newestWithin<Item extends { event: Sized }>(
  maxBytes: number,
  records: readonly Item[],
  { sharesFlags, batchSize = Infinity, isStored }: Sharing = {},
): readonly Item[] {
  const newest: Item[] = []
  const shared = new Set<string>()
  let isFirstSet = true
  let left = maxBytes
  for (const record of [...records].reverse()) {
    const { event } = record
    const { flagSet } = event
    if (newest.length % batchSize === 0) shared.clear()
    const moment = sharesFlags && !isStored ? textOf(event.moment) : ''
    const isFree = !flagSet || shared.has(flagSet.id) || (isStored && isFirstSet)
    const bytes =
      1 + // a comma
      bytesOf(moment ? { ...event, moment: 1 } : event) +
      (shared.has(moment) ? 0 : byteLength(moment)) +
      (isFree ? 0 : setBytes(flagSet, isStored))
    if (bytes > maxBytes) continue
    left -= bytes
    if (left < 0) break
    if (flagSet) isFirstSet = false
    if (sharesFlags) for (const one of [flagSet?.id, moment]) if (one) shared.add(one)
    newest.push(record)
  }
  return newest.reverse()
}

/** A request that outlives the page goes without details of more than `MAX_DETAILS`. */
function setBytes({ properties, flags }: FlagSet, isStored = false): number {
  const details = bytesOfShared(flags)
  return bytesOfShared(properties) + (isStored || details <= MAX_DETAILS ? details : 0)
}

const bytesOfShared = (shared: object) =>
  attempt(
    () => sharedJson(shared).bytes,
    () => UNKNOWN_BYTES,
  )

/** Empty where there is no moment, or one that cannot be written: it then counts with its event. */
const textOf = (moment: object | undefined) => (moment && attempt(() => writeJson(moment))) ?? ''

/** Returns the size of an entry without its flags, which are stored separately. */
export function bytesOf(entry: object & { flagSet?: Pick<FlagSet, 'id'>; moment?: unknown }): number {
  return attempt(
    () => byteLength(writeJson(entry.flagSet ? { ...entry, flagSet: entry.flagSet.id } : entry)),
    () => UNKNOWN_BYTES,
  )
}
