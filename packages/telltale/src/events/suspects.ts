import type { CompleteRecord } from './storedRecord.ts'

/** After this many rejections in a row, which isolate one event of a batch, both ends of the queue are searched. */
const ISOLATING = 7

interface Suspect {
  /** Events that were rejected together, and not yet apart, have the same number. */
  readonly group: number
  /** The number of batches that the destination had taken when it first rejected the event. */
  readonly taken: number
  /** The destination has thrown for the event alone. */
  isAlone?: true
}

/**
 * Finds the events because of which a destination rejects batches. A rejected batch is halved again and again. Each half
 * that is taken shows that the destination works.
 */
export function createSuspects() {
  const suspects = new Map<string, Suspect>()
  let groups = 0
  let taken = 0
  /** The number of batches that were rejected since one was taken. */
  let rejections = 0
  let isFromEnd = false

  const groupOf = ({ event }: CompleteRecord) => suspects.get(event.id)?.group

  const isAlone = ({ event }: CompleteRecord) => suspects.get(event.id)?.isAlone === true
  /** As long as the destination takes nothing, to send an event again that was rejected alone is useless. */
  const isProvable = ({ event }: CompleteRecord) => (suspects.get(event.id)?.taken ?? taken) < taken

  return {
    size: () => suspects.size,
    /** Returns the next events to send, which are of one group: the oldest, or the newest in turn after many rejections. */
    next(records: readonly CompleteRecord[], limit: number): readonly CompleteRecord[] {
      const others = records.filter((record) => !isAlone(record))
      const open = others.length > 0 ? others : records.filter(isProvable)
      isFromEnd = rejections >= ISOLATING && !isFromEnd
      const edge = open[isFromEnd ? open.length - 1 : 0]
      const together = edge ? open.filter((record) => groupOf(record) === groupOf(edge)) : []
      return isFromEnd ? together.slice(-limit) : together.slice(0, limit)
    },
    take(records: readonly CompleteRecord[]) {
      for (const { event } of records) suspects.delete(event.id)
      taken += 1
      rejections = 0
    },
    /** Divides a rejected batch into halves, unless it consists of several groups already. */
    reject(records: readonly CompleteRecord[]) {
      rejections += 1
      const known = new Set(records.map(groupOf))
      const isOneGroup = known.size === 1
      const half = isOneGroup ? Math.ceil(records.length / 2) : 0
      groups += 2
      records.forEach(({ event: { id } }, index) => {
        const suspect = suspects.get(id)
        if (suspect && !isOneGroup) return
        suspects.set(id, { taken, ...suspect, group: index < half ? groups : groups + 1 })
      })
    },
    /** Whether a destination that throws for this event alone did so before, and has taken other events meanwhile. */
    isProven({ event: { id } }: CompleteRecord): boolean {
      const suspect = suspects.get(id) ?? { taken, group: (groups += 1) }
      suspects.set(id, { ...suspect, isAlone: true })
      if (suspect.isAlone && suspect.taken < taken) return true
      rejections += 1
      return false
    },
    remove(records: readonly CompleteRecord[]) {
      rejections += 1
      for (const { event } of records) suspects.delete(event.id)
    },
  }
}
