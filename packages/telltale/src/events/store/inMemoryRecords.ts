import { createListeners, type Unsubscribe } from '../../core/lib/listeners.ts'
import { type Kept, put } from './kept.ts'
import type { OwnCopies } from './ownCopies.ts'
import type { EventReports, Numbered } from '../reports/eventReports.ts'
import type { QueuedChange, QueuedRecord, RecordChange } from './storedRecord.ts'

/**
 * The latest events of a page, before the outbox is loaded and after. The recorder completes the drafts in it, and the
 * outbox writes the changes to the store.
 */
export interface InMemoryRecords {
  /** The records by the ids of their events, in the order in which they came. */
  readonly byId: Map<string, Kept>
  /** The changes that the store does not have, in order, and whether their transaction has started. */
  readonly unwritten: Map<QueuedChange, boolean>
  /** Adds a new event. */
  add(record: QueuedRecord): void
  /** Replaces a record whose tasks still include `pending`. */
  amend(record: QueuedRecord): void
  /** Calls the listener in `add` and `amend`. The outbox is the first listener. */
  onPut(listener: () => void): Unsubscribe
  /** The numbers of the events that were given up before the outbox was there. What counts and tells them is loaded with it. */
  readonly givenUp: readonly Numbered[]
}

/** How many changes of a page may wait for the outbox. Beyond this, a tenth of them is given up, the oldest first. */
const MAX_CHANGES = 10_000

/** Each record is also written synchronously to `localStorage`, so that it survives the end of the page. */
export function createInMemoryRecords(
  ownCopies: OwnCopies,
  reports: EventReports,
  maxChanges = MAX_CHANGES,
): InMemoryRecords {
  const byId = new Map<string, Kept>()
  const unwritten = new Map<QueuedChange, boolean>()
  const puts = createListeners<[]>()
  const givenUp: Numbered[] = []

  function keep(type: 'add' | 'amend', record: QueuedRecord) {
    const { id } = record.event
    const change = { type, record }
    byId.set(id, put(byId.get(id), record))
    unwritten.set(change, false)
    ownCopies.put(change) // without room, the record is in memory only; the outbox counts it
    if (puts.size > 0) puts.notify()
    else if (unwritten.size > maxChanges) giveUp([...unwritten.keys()].slice(0, maxChanges / 10) as RecordChange[])
  }

  function giveUp(changes: readonly RecordChange[]) {
    for (const change of changes) unwritten.delete(change)
    const lost = changes.flatMap(({ record: { event } }) => (byId.delete(event.id) ? event : []))
    for (const { id } of lost) for (const type of ['add', 'amend'] as const) ownCopies.remove(ownCopies.keyOf(id, type))
    givenUp.push(...lost.map(({ page, n }) => ({ page, n })))
    reports.problem(
      'outbox',
      `more than ${maxChanges} events wait for a file of Telltale: the oldest are given up (T70)`,
    )
    for (const event of lost) reports.progress('dropped', event, { destination: 'outbox', reason: 'over-budget' })
  }

  return {
    byId,
    unwritten,
    // An event that no destination wants is not kept.
    add: (record) => record.todo.length > 0 && keep('add', record),
    amend: (record) => keep('amend', record),
    onPut: puts.add,
    givenUp,
  }
}
