import { createListeners, type Unsubscribe } from '../core/lib/listeners.ts'
import { HOLD, type EventStore } from '../core/ports/eventStore.ts'
import type { DeliveryReports } from './deliveryReports.ts'
import { createUnsettledEvents, type UnsettledEvents } from './unsettledEvents.ts'
import type { CompleteRecord, Queued, QueuedChange, QueuedRecord } from './storedRecord.ts'
import type { UnconfirmedChanges } from './unconfirmedChanges.ts'

/**
 * The events of an application. Each event has one record, which lists the tasks that are still to be done for it. A
 * change is first written synchronously to `unconfirmed`, so that it survives the end of the page. It is then written
 * to the store, in one transaction with all other pending changes.
 */
export interface Outbox {
  /** Resolves once the changes that earlier pages left unconfirmed are in the store. */
  readonly ready: Promise<void>
  /** Adds a new event. */
  add(record: QueuedRecord): void
  /** Replaces a record whose tasks still include `hold`. */
  amend(record: QueuedRecord): void
  /** Returns the oldest records that have this task. */
  read(task: string, limit?: number): Promise<readonly QueuedRecord[]>
  /** Returns the next events for a destination. `isAtEnd` is true when the store has no more. */
  next(destination: string, limit: number): Promise<{ records: readonly CompleteRecord[]; isAtEnd: boolean }>
  /**
   * Records that these events are being handed to a script. A script cannot be asked later whether it has them, so they
   * count as done unless `notDone` is called.
   */
  markDone(task: string, records: readonly CompleteRecord[]): void
  notDone(task: string, records: readonly CompleteRecord[]): void
  done(task: string, records: readonly CompleteRecord[]): Promise<void>
  refuse(destination: string, records: readonly CompleteRecord[], reason: string): Promise<void>
  remove(ids: readonly string[]): Promise<void>
  /** The events of this page that are not known to be delivered. */
  readonly unsettled: UnsettledEvents
  /** Starts to write the pending changes in the current task, because the page may not run another task. */
  flush(): void
  counts(): Promise<Readonly<Record<string, number>>>
  all(): Promise<readonly QueuedRecord[]>
  /** Calls the listener after each write, with the changes that were written. */
  onChanged(listener: (changes: readonly QueuedChange[]) => void): Unsubscribe
}

interface Needs {
  store: EventStore<Queued>
  unconfirmed: UnconfirmedChanges
  reports: DeliveryReports
}

export function createOutbox({ store, unconfirmed, reports }: Needs): Outbox {
  const changed = createListeners<[readonly QueuedChange[]]>()
  const unsettled = createUnsettledEvents()
  let pending: QueuedChange[] = []
  const inProgress = new Set<QueuedChange>()
  let hasOpened = false
  /** The scheduled write of the pending changes. */
  let scheduled: Promise<void> | undefined
  let lostWithPage = 0
  /** The database has failed: the records that are read may exist only in memory. */
  let isInMemory = false
  const ready = begin()
  /** The latest write that has started. */
  let writing = ready

  /**
   * Resolves once the changes are written. They share a transaction with all changes that become pending before the
   * earlier writes have ended.
   */
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
    changes.forEach((change) => inProgress.add(change))
    const isDurable = (await store.change(changes)) === 'durable'
    isInMemory ||= !isDurable
    changes.forEach((change) => inProgress.delete(change))
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

  /**
   * Returns the changes that exist only in memory. The tasks that are left for an event decide whether the next page
   * needs its changes.
   */
  async function confirmInMemory(changes: readonly QueuedChange[]): Promise<readonly QueuedChange[]> {
    const left = new Set((await store.all()).map(({ event }) => event.id))
    const volatile = changes.filter(
      (change) => 'record' in change && left.has(change.record.event.id) && !unconfirmed.put(change),
    )
    for (const change of changes) {
      if ('record' in change) continue
      // The database may have an event that this page did not add. The next page must then tell the database that the
      // task is done.
      for (const id of change.ids)
        if (!left.has(id) && (change.type === 'remove' || unconfirmed.hasAddition(id))) unconfirmed.forgetEvent(id)
    }
    return volatile
  }

  function reportStorage(volatile: readonly QueuedChange[]) {
    if (volatile.length === 0 && lostWithPage === 0) return // the usual case
    lostWithPage += volatile.filter(({ type }) => type === 'add').length
    reports.storage(volatile.length === 0, lostWithPage)
  }

  function put(change: QueuedChange & { type: 'add' | 'amend' }) {
    if (!change.record.todo.includes(HOLD)) unsettled.add(change.record as CompleteRecord)
    unconfirmed.put(change)
    void write(change)
  }

  /**
   * Takes up the changes that other pages have left. This has to wait until the store has opened: before that, a page
   * that is still open may write them.
   */
  async function begin() {
    await store.change([])
    hasOpened = true
    const changes = [...unconfirmed.takeUp(), ...pending]
    pending = []
    if (changes.length > 0) await writeNow(changes)
  }

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
      // Another tab has delivered the other stored events of this page.
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
      // The application may have cleared localStorage, or freed space in it.
      for (const change of [...inProgress, ...pending]) if ('record' in change) unconfirmed.put(change)
      // Before the store has opened, another page may have taken up these events and delivered them.
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
  const storedIds = new Set(idsOf(records))
  return ids.filter((id) => !storedIds.has(id))
}
