import { createListeners, type Unsubscribe } from '../core/lib/listeners.ts'
import { HOLD, type EventStore } from '../core/ports/eventStore.ts'
import type { EventReports } from './eventReports.ts'
import { createUnsettledEvents, type UnsettledEvents } from './unsettledEvents.ts'
import type { CompleteRecord, Queued, QueuedChange, QueuedRecord } from './storedRecord.ts'
import type { UnconfirmedChanges } from './unconfirmedChanges.ts'

/**
 * The events of an application, one record for each with what is still to be done for it. Each change is written down synchronously
 * where a page that ends cannot lose it, and then in the store, in one transaction with all others that are pending.
 */
export interface Outbox {
  /** Once what earlier pages have left unconfirmed is in the store. */
  readonly ready: Promise<void>
  /** A new event. */
  add(record: QueuedRecord): void
  /** Replaces a record that still has `hold` to do. */
  amend(record: QueuedRecord): void
  /** The oldest that have this task. */
  read(task: string, limit?: number): Promise<readonly QueuedRecord[]>
  /** The next events for a destination; `isAtEnd` when the store has no more. */
  next(destination: string, limit: number): Promise<{ records: readonly CompleteRecord[]; isAtEnd: boolean }>
  /** These are being handed to a script, which cannot be asked later whether it has them: they are done unless `notDone` is called. */
  markDone(task: string, records: readonly CompleteRecord[]): void
  notDone(task: string, records: readonly CompleteRecord[]): void
  done(task: string, records: readonly CompleteRecord[]): Promise<void>
  refuse(destination: string, records: readonly CompleteRecord[], reason: string): Promise<void>
  remove(ids: readonly string[]): Promise<void>
  /** This page's events that are not known to be delivered. */
  readonly unsettled: UnsettledEvents
  /** Begins to write what is pending in this very task: the page may have no other. */
  flush(): void
  counts(): Promise<Readonly<Record<string, number>>>
  all(): Promise<readonly QueuedRecord[]>
  /** These changes were written. */
  onChanged(listener: (changes: readonly QueuedChange[]) => void): Unsubscribe
}

interface Needs {
  store: EventStore<Queued>
  unconfirmed: UnconfirmedChanges
  reports: EventReports
}

export function createOutbox({ store, unconfirmed, reports }: Needs): Outbox {
  const changed = createListeners<[readonly QueuedChange[]]>()
  const unsettled = createUnsettledEvents()
  let pending: QueuedChange[] = []
  const underWay = new Set<QueuedChange>()
  let hasOpened = false
  /** The write that takes what is pending. */
  let scheduled: Promise<void> | undefined
  let lostWithPage = 0
  /** The database has failed: what is read may be nowhere else. */
  let isInMemory = false

  /** Resolves once the change is written, with whatever else is pending until the writes that have begun have ended. */
  function write(...changes: QueuedChange[]): Promise<void> {
    pending.push(...changes)
    return (scheduled ??= writing.then(flush))
  }

  function flush(): Promise<void> {
    const changes = pending
    pending = []
    scheduled = undefined
    return changes.length > 0 ? (writing = writeNow(changes)) : writing
  }

  async function writeNow(changes: readonly QueuedChange[]) {
    changes.forEach((change) => underWay.add(change))
    const isDurable = (await store.change(changes)) === 'durable'
    isInMemory ||= !isDurable
    changes.forEach((change) => underWay.delete(change))
    const volatile = isDurable ? [] : await confirmInMemory(changes)
    if (isDurable) changes.forEach(unconfirmed.forget)
    unsettled.markStored(changes)
    for (const change of changes) {
      if ('record' in change && !change.record.todo.includes(HOLD) && !volatile.includes(change))
        reports.progress('stored', change.record.event)
    }
    if (changes.some((change) => 'record' in change)) reportStorage(volatile)
    changed.notify(changes)
  }

  /** Returns the changes that are nowhere but in memory. What is left to do for an event decides whether the next page needs its changes. */
  async function confirmInMemory(changes: readonly QueuedChange[]): Promise<readonly QueuedChange[]> {
    const left = new Set((await store.all()).map(({ event }) => event.id))
    const volatile = changes.filter(
      (change) => 'record' in change && left.has(change.record.event.id) && !unconfirmed.put(change),
    )
    for (const change of changes) {
      if ('record' in change) continue
      // The database may have what was not added by this page: it has to hear from the next page that this is done.
      for (const id of change.ids)
        if (!left.has(id) && (change.type === 'remove' || unconfirmed.hasAddition(id))) unconfirmed.forgetEvent(id)
    }
    return volatile
  }

  function reportStorage(volatile: readonly QueuedChange[]) {
    if (volatile.length === 0 && lostWithPage === 0) return // as nearly always
    lostWithPage += volatile.filter(({ type }) => type === 'add').length
    reports.storage(volatile.length === 0, lostWithPage)
  }

  function put(change: QueuedChange & { type: 'add' | 'amend' }) {
    const { todo } = change.record
    if (todo.length === 0 && change.type === 'add') return
    if (!todo.includes(HOLD)) unsettled.add(change.record as CompleteRecord)
    unconfirmed.put(change)
    void write(change)
  }

  /** What other pages have left is read once the store has opened: before, a page that is still open may write it. */
  async function begin() {
    await store.change([])
    hasOpened = true
    const changes = [...unconfirmed.takeUp(), ...pending]
    pending = []
    if (changes.length > 0) await writeNow(changes)
  }

  const ready = begin()
  /** The latest write that has begun. */
  let writing = ready

  const outbox: Outbox = {
    ready,
    add: (record) => put({ type: 'add', record }),
    amend: (record) => put({ type: 'amend', record }),
    read: (task, limit = Infinity) => store.read(task, limit),
    async next(destination, limit) {
      const known = unsettled.storedFor(destination)
      const records = (await store.read(destination, limit)) as readonly CompleteRecord[]
      const isAtEnd = records.length < limit
      if (!isInMemory) unconfirmed.confirm(idsOf(records))
      // Another tab has delivered the others of this page.
      if (isAtEnd) unsettled.settle(destination, without(known, records))
      const done = records.filter(({ event }) => unconfirmed.isDone(destination, event.id))
      if (done.length === 0) return { records, isAtEnd }
      await outbox.done(destination, done)
      return outbox.next(destination, limit)
    },
    markDone: (task, records) => void unconfirmed.put({ type: 'done', task, ids: idsOf(records) }),
    notDone: (task, records) => unconfirmed.forget({ type: 'done', task, ids: idsOf(records) }),
    async done(task, records) {
      unsettled.settle(task, idsOf(records))
      const isLast = ({ todo }: CompleteRecord) => todo.length === 1
      const last = idsOf(records.filter(isLast))
      const others = idsOf(records.filter((record) => !isLast(record)))
      const changes: QueuedChange[] = [
        { type: 'done', task, ids: last, isLast: true },
        { type: 'done', task, ids: others },
      ]
      await write(...changes.filter((change) => 'ids' in change && change.ids.length > 0))
    },
    refuse(task, records, reason) {
      unsettled.settle(task, idsOf(records))
      return write({ type: 'refuse', task, ids: idsOf(records), reason })
    },
    remove(ids) {
      unsettled.remove(ids)
      ids.forEach(unconfirmed.forgetEvent)
      return write({ type: 'remove', ids })
    },
    unsettled,
    flush() {
      // The application may have cleared localStorage, or made room in it.
      for (const change of [...underWay, ...pending]) if ('record' in change) unconfirmed.put(change)
      // Before the store has opened, another page may have taken the events up and delivered them.
      if (hasOpened) void flush()
    },
    counts: store.counts,
    all: store.all,
    onChanged: changed.add,
  }
  return outbox
}

const idsOf = (records: readonly QueuedRecord[]) => records.map(({ event }) => event.id)

function without(ids: readonly string[], records: readonly QueuedRecord[]): readonly string[] {
  const found = new Set(idsOf(records))
  return ids.filter((id) => !found.has(id))
}
