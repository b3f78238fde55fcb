import { createListeners, type Unsubscribe } from '../../core/lib/listeners.ts'
import type { EventStore } from '../../core/ports/eventStore.ts'
import type { DeliveryReports } from '../reports/deliveryReports.ts'
import type { InMemoryRecords } from './inMemoryRecords.ts'
import { isPending } from './kept.ts'
import type { LocalCopies } from './localCopies.ts'
import { createRefusedChanges, type RefusedChanges } from './refusedChanges.ts'
import { found, type Tell } from './state.ts'
import { type Queued, type QueuedChange, type RecordChange, type TaskChange, withForm } from './storedRecord.ts'

/** Brings the changes of a page into the store. */
export interface StoreWriter extends Pick<RefusedChanges, 'isLost'> {
  /** Resolves once the changes that earlier pages left unwritten are in the store. */
  readonly ready: Promise<void>
  /** The store has refused a change, or could not be opened: some records may exist only in this page. */
  hasFailed(): boolean
  /** Resolves once the change is written. */
  finish(change: TaskChange): Promise<void>
  /** Starts to write the waiting changes in the current task, because the page may not run another task. */
  flush(): void
  /** Brings what only this page has into the store, which answers after all. */
  restore(): void
  /** The page holds the lock with its id, or has released it: other pages may then decide about its drafts. */
  onLock(isHeld: boolean): void
  /** Calls the listener after each write, with the changes that were written. */
  onChanged(listener: (changes: readonly QueuedChange[]) => void): Unsubscribe
}

export interface WriterNeeds {
  inMemory: Pick<InMemoryRecords, 'byId' | 'unwritten' | 'onPut'>
  tell: Tell
  store: EventStore<Queued>
  localCopies: LocalCopies
  reports: DeliveryReports
}

/** How many of the page's latest stored events are remembered. They are sent on exit. */
const MAX_EVENTS = 200

export function createStoreWriter({ inMemory, tell, store, localCopies, reports }: WriterNeeds): StoreWriter {
  const { byId, unwritten } = inMemory
  const changed = createListeners<[readonly QueuedChange[]]>()
  /** Returns the changes whose transaction has not started. */
  const waiting = () => [...unwritten].flatMap(([change, hasStarted]) => (hasStarted ? [] : change))
  const refused = createRefusedChanges({ byId, tell, localCopies })
  let [hasOpened, hasLock] = [false, false]
  let scheduled: Promise<void> | undefined // the write of the unwritten changes
  /** Whether the page has this addition nowhere else: `localStorage` has no room for it. */
  const isOnlyCopy = (change: QueuedChange) => change.type === 'add' && !localCopies.hasAddition(change.record.event.id)
  dropRecovered()
  const ready = begin()
  let writing = ready // the latest write that has started
  inMemory.onPut(schedule)

  /** A page that was opened later may have loaded its outbox earlier, and may have stored and delivered events of this page. */
  function dropRecovered() {
    for (const change of unwritten.keys()) {
      if (change.type !== 'add' || !localCopies.isRecovered(change.record.event.id)) continue
      unwritten.delete(change)
      confirm(change)
      if (!isPending(change.record)) tell(change.record.event.id, { type: 'foreign' })
    }
  }

  /**
   * Recovers the changes that other pages have left in `localStorage`. A page that is open removes its changes as soon as
   * the store has them. So this waits until the store has opened: what is left then is mostly from pages that have ended.
   */
  async function begin() {
    if (!(await store.change([])).isStored) refused.keep([]) // where site data is blocked
    hasOpened = true
    dropRecovered()
    const recovered = await localCopies.recover()
    for (const change of recovered) {
      if ('record' in change) byId.set(change.record.event.id, found(change.record, 'copied'))
      else for (const id of change.ids) tell(id, { type: 'tasks', change })
    }
    const changes = [...recovered, ...waiting()]
    if (changes.length > 0) await write(changes)
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
    for (const change of wanted) {
      unwritten.set(change, true)
      if (change.type !== 'add' || !isPending(change.record)) continue
      const { id } = change.record.event
      tell(id, { type: 'written', draft: change })
      if (!hasLock || localCopies.isRecovered(id)) tell(id, { type: 'contested' })
    }
    const changes = withDrafts(wanted)
    const { isStored, ignored, held } = await store.change(changes.map(withForm), changes.some(isOnlyCopy))
    for (const change of changes) unwritten.delete(change)
    if (isStored) changes.forEach(confirm)
    localCopies.confirm(ignored)
    for (const id of ignored) tell(id, { type: 'foreign' })
    const gone = isStored ? [] : refused.keep(changes)
    if (byId.size > MAX_EVENTS) for (const id of byId.keys()) if (byId.size > MAX_EVENTS) tell(id, { type: 'crowded' })
    const kept = wanted.filter(
      (change): change is RecordChange =>
        'record' in change && !gone.includes(change) && !ignored.includes(change.record.event.id),
    )
    for (const { record } of kept)
      if (!isPending(record) && !held?.includes(record.event.id)) reports.progress('stored', record.event)
    const lost = refused.lost()
    if (gone.length > 0 || (lost > 0 && kept.length > 0)) reports.storage(gone.length === 0, lost)
    if (isStored || lost === 0) reports.database(isStored)
    changed.notify(changes)
  }

  /**
   * Returns these changes with the additions of drafts that the store has refused, or has not taken yet. Without the draft, the store
   * would ignore what completes it.
   */
  function withDrafts(changes: readonly QueuedChange[]): readonly QueuedChange[] {
    const given = new Set(changes)
    return changes.flatMap((change) => {
      const id = change.type === 'amend' ? change.record.event.id : undefined
      const draft = id !== undefined && byId.get(id)?.draft
      // Another page may have found the draft in `localStorage`, and have delivered the event.
      return draft && !given.has(draft) && !localCopies.isRecovered(id) ? [draft, change] : [change]
    })
  }

  /** The store has the change. */
  function confirm(change: QueuedChange) {
    if (!('record' in change)) {
      if (change.type === 'done') localCopies.mark(change.task, change.ids, false)
      for (const id of change.ids) tell(id, { type: 'recorded' })
      return
    }
    const { record } = change
    const { id } = record.event
    tell(id, { type: 'stored', record })
    // Otherwise a later change of the event waits.
    if ((byId.get(id)?.version ?? record) === record) localCopies.confirm([id])
  }

  return {
    ready,
    hasFailed: refused.hasAny,
    isLost: refused.isLost,
    finish(change) {
      unwritten.set(change, false)
      return schedule()
    },
    flush() {
      // The application may have cleared localStorage, or freed space in it.
      for (const change of unwritten.keys()) if ('record' in change) localCopies.put(change)
      localCopies.tidy()
      // Before the store has opened, another page may have recovered these events and delivered them.
      if (hasOpened) void flush()
    },
    restore: () => void write(refused.again()),
    onLock(isHeld) {
      hasLock = isHeld
      if (isHeld) return
      for (const [id, { record, place }] of byId)
        if (isPending(record) || place === 'outdated') tell(id, { type: 'contested' })
      // What completes a draft waits with the draft.
      for (const change of unwritten.keys())
        if (change.type === 'amend') tell(change.record.event.id, { type: 'contested' })
    },
    onChanged: changed.add,
  }
}
