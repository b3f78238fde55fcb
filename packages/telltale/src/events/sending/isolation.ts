import type { CompleteRecord } from '../store/storedRecord.ts'

/** How many pending events are examined to find the ones that make a batch fail. */
const EXAMINED_EVENTS = 1_000
/** After this many rejected batches in a row, the newest and the oldest events are tried in turn. */
const ISOLATING = 7
/**
 * How many batches in a row a destination may reject before there is a pause, so that a collector with a faulty release
 * does not get two requests for each event. Half as many after each pause.
 */
export const REJECTIONS = 16
const MIN_REJECTIONS = 2

/**
 * Chooses batches, and isolates the events that make a destination reject them, by bisection: a rejected batch is sent again
 * in halves, until one event is alone. An event for which the destination throws alone is isolated: all others are tried
 * before it. It is at fault if the destination throws for it again after it has taken others. Otherwise, the destination
 * may not work at all.
 *
 * @param maxSize the most events in a batch
 */
export function createIsolation(maxSize: number) {
  /** The isolated events, and how many batches the destination had taken by then. */
  const isolated = new Map<string, number>()
  let size = maxSize
  let taken = 0
  /** The number of batches in a row that were rejected since the last pause. */
  let rejections = 0
  let isFromEnd = false
  let isFirst = true

  return {
    hasTaken: () => taken > 0,
    /** Starts again after a pause. */
    start() {
      rejections = 0
      isFromEnd = false
      isFirst = true
    },
    /** Returns how many events to choose from. */
    limit: () => (rejections < ISOLATING ? size + isolated.size : EXAMINED_EVENTS),
    /** Returns the next batch. It is empty when only isolated events are left, and the destination has taken nothing since. */
    next(records: readonly CompleteRecord[]): readonly CompleteRecord[] {
      // The first batch has the oldest events, isolated or not: the destination may work again.
      const others = isFirst ? records : records.filter(({ event }) => !isolated.has(event.id))
      isFirst = false
      if (others.length > 0) return isFromEnd ? others.slice(-size) : others.slice(0, size)
      return records.filter(({ event }) => (isolated.get(event.id) ?? taken) < taken).slice(0, 1)
    },
    take(records: readonly CompleteRecord[]) {
      taken += 1
      // If an isolated event is taken, the destination did not work before.
      if (records.some(({ event }) => isolated.has(event.id))) isolated.clear()
    },
    /** Returns whether the event, which was rejected alone, is at fault. */
    isAtFault({ event: { id } }: CompleteRecord, hasThrown: boolean): boolean {
      const isolatedAt = isolated.get(id) ?? taken
      isolated.delete(id)
      if (!hasThrown || isolatedAt < taken) return true
      if (isolated.size >= EXAMINED_EVENTS) isolated.clear()
      isolated.set(id, taken)
      return false
    },
    /**
     * Call this after each batch with the size of its largest part that was rejected, or 0.
     *
     * @param pauses the number of pauses since the destination last took a batch
     * @returns whether a pause is due
     */
    end(isTaken: boolean, rejectedSize: number, pauses: number): boolean {
      // A size that was too large may be too large again.
      if (rejectedSize > 1) size = Math.ceil(rejectedSize / 2)
      else if (isTaken) size = Math.min(size * 2, maxSize)
      rejections = isTaken ? 0 : rejections + 1
      if (!isTaken) isFromEnd = rejections >= ISOLATING && !isFromEnd
      return rejections >= Math.max(MIN_REJECTIONS, REJECTIONS / 2 ** pauses)
    },
  }
}
