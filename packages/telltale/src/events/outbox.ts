import { createListeners, type Unsubscribe } from '../core/lib/listeners.ts'
import { idsIn, nextRecord } from '../core/ports/eventChange.ts'
import { PENDING, type EventStore } from '../core/ports/eventStore.ts'
import type { DeliveryReports } from './deliveryReports.ts'
import type { InMemoryRecords } from './inMemoryRecords.ts'
import type { CompleteRecord, Queued, QueuedChange, QueuedRecord, TaskChange } from './storedRecord.ts'
import { byAge, soundReader, withForm } from './storedRecord.ts'
import type { SharedDrafts } from './sharedDrafts.ts'
import type { LocalCopies } from './localCopies.ts'
import { createUnstored, type Unstored } from './unstored.ts'

/**
 * The stored events of an application. Each event has one record, which lists the tasks that are still to be done for it.
 * The outbox writes each change of `inMemory` to the store, in one transaction with all other changes that wait.
 */
export interface Outbox extends Pick<Unstored, 'isLost'> {
  /** Resolves once the changes that earlier pages left unwritten are in the store. */
  readonly ready: Promise<void>
  /** Returns the records that have this task, the oldest first. */
  read(task: string): Promise<readonly QueuedRecord[]>
  all(): Promise<readonly QueuedRecord[]>
  /** Returns the next events for a destination. `isAtEnd` is true when the outbox has no more. */
  next(destination: string, limit: number): Promise<{ records: readonly CompleteRecord[]; isAtEnd: boolean }>
  /**
   * Records that these events are being handed to a script, or that the script did not take them. A script cannot be
   * asked later whether it has an event, so the event counts as done while it is sent.
   */
  mark(task: string, records: readonly CompleteRecord[], isDone: boolean): void
  done(task: string, records: readonly QueuedRecord[]): Promise<void>
  refuse(destination: string, records: readonly CompleteRecord[], reason: string): Promise<void>
  remove(records: readonly QueuedRecord[]): Promise<void>
  /** Returns the latest events of the page that the destination is not known to have, in order. */
  unsettled(destination: string): readonly CompleteRecord[]
  /** Starts to write the waiting changes in the current task, because the page may not run another task. */
  flush(): void
  /** Brings what only this page has into the store, which answers after all. */
  restore(): void
  /** Calls the listener after each write, with the changes that were written. */
  onChanged(listener: (changes: readonly QueuedChange[]) => void): Unsubscribe
}

interface Needs {
  inMemory: Pick<InMemoryRecords, 'byId' | 'unwritten' | 'onPut'>
  store: EventStore<Queued>
  localCopies: LocalCopies
  shared: SharedDrafts
  reports: DeliveryReports
}

/** How many of the page's latest stored events are remembered. They are sent on exit. */
const MAX_EVENTS = 200

export function createOutbox({ inMemory, store, localCopies, shared, reports }: Needs): Outbox {
  const { byId, unwritten } = inMemory
  const changed = createListeners<[readonly QueuedChange[]]>()
  const readSound = soundReader(store, reports.unreadable)
  /** Returns the changes whose transaction has not started. */
  const waiting = () => [...unwritten].flatMap(([change, hasStarted]) => (hasStarted ? [] : change))
  let hasOpened = false
  const unstored = createUnstored({ inMemory, localCopies })
  let scheduled: Promise<void> | undefined // the write of the unwritten changes
  dropRecovered()
  const ready = begin()
  let writing = ready // the latest write that has started
  inMemory.onPut(schedule)

  /** A page that was opened later may have loaded its outbox earlier, and may have stored and delivered events of this page. */
  function dropRecovered() {
    for (const change of unwritten.keys()) {
      if (change.type !== 'add' || !localCopies.isRecovered(change.record.event.id)) continue
      const { event, todo } = change.record
      unwritten.delete(change)
      markStored(change)
      if (!todo.includes(PENDING)) byId.delete(event.id)
    }
  }

  /**
   * Recovers the changes that other pages have left in `localStorage`. A page that is open removes its changes as soon as
   * the store has them. So this waits until the store has opened: what is left then is mostly from pages that have ended.
   */
  async function begin() {
    unstored.hasFailed = !(await store.change([])).isStored // where site data is blocked
    hasOpened = true
    dropRecovered()
    const recovered = await localCopies.recover()
    for (const change of recovered) {
      if (!('record' in change)) apply(change)
      else {
        const { record } = change
        byId.set(record.event.id, { version: record, record, isPut: false, isStored: false })
      }
    }
    const changes = [...recovered, ...waiting()]
    if (changes.length > 0) await write(changes)
  }

  /** Applies a change of tasks to what this page knows of these events. */
  function apply(change: TaskChange, records: readonly QueuedRecord[] = []) {
    for (const record of records) {
      const { id } = record.event
      if (!byId.has(id)) byId.set(id, { version: record, record, isPut: false, isStored: true })
    }
    for (const id of change.ids) {
      const known = byId.get(id)
      if (known) known.record = nextRecord(known.record, change) ?? { ...known.record, todo: [] }
    }
  }

  /**
   * Resolves once the waiting changes are written. They share a transaction with all changes that come before the
   * earlier writes have ended.
   */
  function schedule(): Promise<void> {
    return (scheduled ??= writing.then(flush))
  }

  function flush(): Promise<void> {
    scheduled = undefined
    const changes = waiting()
    return changes.length > 0 ? (writing = write(changes)) : writing
  }

  async function write(wanted: readonly QueuedChange[]) {
    for (const change of wanted) unwritten.set(change, true)
    shared.write(wanted)
    const changes = unstored.withAdditions(wanted)
    const { isStored: isDurable, ignored } = await store.change(
      changes.map(withForm),
      changes.some(unstored.isOnlyCopy),
    )
    for (const change of changes) unwritten.delete(change)
    if (isDurable) changes.forEach(markStored)
    localCopies.confirm(ignored) // another page has completed these drafts
    for (const id of ignored) byId.delete(id)
    const lost = isDurable ? [] : unstored.keep(changes)
    for (const [id, { record, isPut, isStored }] of byId) {
      const isPending = isPut && record.todo.includes(PENDING) // the recorder will complete it
      if (isStored && !isPending && byId.size > MAX_EVENTS) byId.delete(id)
    }
    const kept = wanted.filter(
      (change) => 'record' in change && !lost.includes(change) && !ignored.includes(change.record.event.id),
    )
    for (const change of kept)
      if ('record' in change && !change.record.todo.includes(PENDING)) reports.progress('stored', change.record.event)
    if (lost.length > 0 || (unstored.lost > 0 && kept.length > 0)) reports.storage(lost.length === 0, unstored.lost)
    if (isDurable || unstored.lost === 0) reports.database(isDurable)
    changed.notify(changes)
  }

  /** The store has the change. */
  function markStored(change: QueuedChange) {
    for (const id of idsIn(change)) {
      const known = byId.get(id)
      if (change.type === 'done') localCopies.mark(change.task, [id], false)
      if (!('record' in change)) {
        if (known && (known.record.todo.length === 0 || (known.isStored && !known.isPut))) byId.delete(id)
        continue
      }
      unstored.take(id)
      if (known && known.version !== change.record) continue // a later change of the event waits
      localCopies.confirm([id])
      if (!change.record.todo.includes(PENDING)) shared.settle(id)
      if (known) known.isStored = true
    }
  }

  /** Whether this page has done the task, or has completed the event that waited. The store may not know it yet. */
  function isDoneHere(id: string, task: string): boolean {
    const known = byId.get(id)
    if (!known || known.record.todo.includes(task)) return false
    return task === PENDING || known.version.todo.includes(task)
  }

  /** Returns what the store has and this page has not done, and what exists only in this page after a failure. */
  async function read(task?: string, limit = Infinity): Promise<readonly QueuedRecord[]> {
    const stored = await readSound(task, unstored.hasFailed ? limit + byId.size : limit)
    const open = stored
      // The store may still have the draft of an event that this page has completed.
      .map((record) => (record.todo.includes(PENDING) && byId.get(record.event.id)?.record) || record)
      .filter(({ event, todo }) => (task === undefined ? todo : [task]).some((one) => !isDoneHere(event.id, one)))
    if (!unstored.hasFailed) return open
    const own = [...byId.values()].flatMap(({ record, isStored }) =>
      !isStored && (task === undefined ? record.todo.length > 0 : record.todo.includes(task)) ? [record] : [],
    )
    return byAge(new Map([...open, ...own].map((record) => [record.event.id, record])).values()).slice(0, limit)
  }

  const unsettled = (destination: string, isStoredOnly = false) => {
    // What is lost is only in memory.
    const isSure = (id: string) => !isStoredOnly && (!shared.has(id) || unstored.isLost(id))
    const own = [...byId.values()].filter(
      ({ record, isPut, isStored }) =>
        isPut && record.todo.includes(destination) && (isStored || isSure(record.event.id)),
    )
    return byAge(own.map(({ record }) => record as CompleteRecord))
  }

  async function finish(change: TaskChange, records: readonly QueuedRecord[]) {
    apply(change, records)
    unwritten.set(change, false)
    await schedule()
  }

  const outbox: Outbox = {
    ready,
    read,
    all: () => read(),
    async next(destination, limit) {
      const known = unsettled(destination, true)
      const records = (await read(destination, limit)) as readonly CompleteRecord[]
      const isAtEnd = records.length < limit
      const ids = idsOf(records)
      // Otherwise another page would add these events again after they are delivered.
      if (!unstored.hasFailed) localCopies.confirm(ids)
      // Another tab has delivered the other stored events of this page.
      const gone = isAtEnd ? idsOf(known).filter((id) => !ids.includes(id)) : []
      apply({ type: 'done', task: destination, ids: gone })
      for (const id of gone) if (byId.get(id)?.record.todo.length === 0) byId.delete(id)
      const done = records.filter(({ event }) => localCopies.isDone(destination, event.id))
      if (done.length === 0) return { records, isAtEnd }
      await outbox.done(destination, done)
      return outbox.next(destination, limit)
    },
    mark: (task, records, isDone) => localCopies.mark(task, idsOf(records), isDone),
    done: (task, records) => finish({ type: 'done', task, ids: idsOf(records) }, records),
    refuse: (task, records, reason) => finish({ type: 'refuse', task, ids: idsOf(records), reason }, records),
    remove(records) {
      for (const id of idsOf(records)) localCopies.forgetEvent(id)
      return finish({ type: 'remove', ids: idsOf(records) }, records)
    },
    isLost: unstored.isLost,
    unsettled,
    flush() {
      // The application may have cleared localStorage, or freed space in it.
      for (const change of unwritten.keys()) if ('record' in change) localCopies.put(change)
      localCopies.tidy()
      // Before the store has opened, another page may have recovered these events and delivered them.
      if (hasOpened) void flush()
    },
    restore: () => void write(unstored.restore()),
    onChanged: changed.add,
  }
  return outbox
}

const idsOf = (records: readonly QueuedRecord[]) => records.map(({ event }) => event.id)
