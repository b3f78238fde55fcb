import type { Retry } from '../../core/lib/retry.ts'
import type { CompleteRecord } from '../store/storedRecord.ts'

/** The most events that may be postponed: beyond this, all count as not yet tried. */
const MAX_POSTPONED = 1_000
/**
 * A destination that has taken nothing since it failed gets, of as many attempts, the oldest batch twice, so that events
 * arrive in order if it works again, and then one event alone, in case that the oldest batch has the cause.
 */
const ROUND = 4

interface Needs {
  /** The most events in a batch. */
  maxSize: number
  /** Decides when a destination that takes other events is asked again for these. */
  retry: Retry
  clock: { now(): number }
  /** Called when it is to be asked again. */
  onDue(): void
}

/** Events that are sent together. */
interface Group {
  /** Whether this is one event, and the destination has failed for it while it took others. */
  readonly isIsolated: boolean
}

/**
 * The events that a destination wants later. Either it does not work, or one of them is the cause, for example because it
 * makes the server fail. Only an event that the destination takes meanwhile tells. From then on all other events go
 * first, and these follow in halves, until each event that fails is alone. Such an isolated event waits behind all others. It is
 * kept, because it may arrive once the server is mended.
 */
export function createPostponed({ maxSize, retry, clock, onDue }: Needs) {
  /** The group of each postponed event, by the id of the event. The ones that failed last are the last. */
  const groups = new Map<string, Group>()
  let isResting = false
  let dueAt = 0
  let probes = 0

  const groupOf = ({ event }: CompleteRecord) => groups.get(event.id)
  const isIsolated = (record: CompleteRecord) => groupOf(record)?.isIsolated === true
  /** Returns these events without the isolated ones, unless there are no others. */
  function withoutIsolated(records: readonly CompleteRecord[]) {
    const others = records.filter((record) => !isIsolated(record))
    return others.length > 0 ? others : records
  }

  return {
    /** The number of events. Another tab may have delivered some of them. */
    count: () => groups.size,
    has: (record: CompleteRecord) => groupOf(record) !== undefined,
    isIsolated,
    withoutIsolated,
    /** Returns one event, if it is time to try one in the place of a batch of a destination that may not work. */
    probe(records: readonly CompleteRecord[], failures: number): readonly CompleteRecord[] {
      if (failures % ROUND < ROUND / 2) return []
      const others = withoutIsolated(records)
      // The oldest first, which keeps the order if the destination works again. Many of the oldest may be the cause.
      const fromEnd = Math.floor(probes / 2) % others.length
      const index = probes++ % 2 === 0 ? fromEnd : others.length - 1 - fromEnd
      return others.slice(index, index + 1)
    },
    /** Returns the next batch of the postponed events among these records, or an empty one while they wait. */
    next(records: readonly CompleteRecord[]): readonly CompleteRecord[] {
      if (isResting) return []
      const ids = new Set(records.map(({ event }) => event.id))
      const waiting = [...groups].filter(([id]) => ids.has(id))
      const [, group] = waiting.find(([, one]) => !one.isIsolated) ?? waiting[0] ?? []
      return records.filter((record) => group && groupOf(record) === group).slice(0, maxSize)
    },
    /**
     * The destination wants these events, which it got together, later.
     *
     * @param works whether it has taken others since it failed for them
     */
    add(records: readonly CompleteRecord[], works: boolean) {
      if (groups.size + records.length > MAX_POSTPONED) groups.clear()
      const isFound = works && records.length === 1 && records.some((record) => groupOf(record))
      const halves: Group[] = [{ isIsolated: isFound }, { isIsolated: false }]
      for (const [index, { event }] of records.entries()) {
        groups.delete(event.id)
        groups.set(event.id, halves[index < records.length / 2 ? 0 : 1] as Group)
      }
    },
    /** The destination has taken or rejected these events. */
    remove(records: readonly CompleteRecord[]) {
      const removed = records.filter(groupOf)
      if (removed.length === 0) return
      // An isolated event is taken: the destination did not work when it failed for it, so no event is isolated any more.
      const areCleared = removed.some(isIsolated)
      for (const { event } of removed) groups.delete(event.id)
      const cleared = { isIsolated: false }
      if (areCleared) for (const [id, group] of groups) if (group.isIsolated) groups.set(id, cleared)
      retry.succeeded()
    },
    /** Lets the events wait although the destination takes others, longer after each failure. */
    async rest(afterMs: number) {
      if (isResting) return
      isResting = true
      const delayMs = retry.failed(afterMs)
      dueAt = clock.now() + delayMs
      await retry.wait(delayMs)
      isResting = false
      onDue()
    },
    /** How long the events still wait, in milliseconds, or a negative number when they do not. */
    dueInMs: () => (isResting && groups.size > 0 ? dueAt - clock.now() : -1),
    retryNow: () => retry.retryNow(),
  }
}
