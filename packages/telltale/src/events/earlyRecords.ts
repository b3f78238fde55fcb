import type { EarlyChanges } from './earlyChanges.ts'
import type { EventReports } from './eventReports.ts'
import type { Deliveries } from './startDeliveries.ts'
import type { QueuedRecord } from './storedRecord.ts'

/** How many records of a page wait for the outbox. The oldest are given up. */
const MAX_RECORDS = 10_000

type Put = Deliveries['put']

/** The records of events, before the outbox is loaded and after. */
export interface EarlyRecords {
  put: Put
  /** Passes on the records that wait, and all that follow. */
  passTo(outbox: { put: Put }): void
}

/** Keeps records in memory and in `localStorage` until the outbox is loaded. The next page finds the latter. */
export function createEarlyRecords(changes: EarlyChanges, reports: EventReports): EarlyRecords {
  const waiting: [type: 'add' | 'amend', record: QueuedRecord][] = []
  let outbox: { put: Put } | undefined

  function giveUp(count: number) {
    const lost = waiting.splice(0, count).flatMap(([type, { event }]) => (type === 'add' ? event : []))
    for (const { id } of lost) changes.forgetEvent(id)
    reports.dropped(lost, {
      where: 'outbox',
      reason: 'over-budget',
      message: `more than ${MAX_RECORDS} events wait for a file of Telltale: the oldest are given up (T70)`,
    })
  }

  return {
    put(type, record) {
      if (type === 'add' && record.todo.length === 0) return // no destination wants the event
      if (outbox) return outbox.put(type, record)
      waiting.push([type, record])
      changes.put({ type, record })
      if (waiting.length > MAX_RECORDS) giveUp(MAX_RECORDS / 10)
    },
    passTo(next) {
      outbox = next
      for (const [type, record] of waiting.splice(0)) {
        // A page that was opened later may have loaded its outbox earlier, and may have delivered the event.
        if (type === 'amend' || !changes.isTakenUp(record.event.id)) next.put(type, record)
      }
    },
  }
}
