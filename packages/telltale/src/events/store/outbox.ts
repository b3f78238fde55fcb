import { PENDING } from '../../core/ports/eventStore.ts'
import type { Platform } from '../../core/ports/platform.ts'
import { isPending } from './kept.ts'
import { found } from './state.ts'
import type { CompleteRecord, QueuedRecord, TaskChange } from './storedRecord.ts'
import { byAge, soundReader } from './storedRecord.ts'
import { createStoreWriter, type StoreWriter, type WriterNeeds } from './storeWriter.ts'

/** The stored events of an application. Each event has one record, which lists the tasks that are still to be done for it. */
export interface Outbox extends Pick<StoreWriter, 'ready' | 'isLost' | 'flush' | 'restore' | 'onLock' | 'onChanged'> {
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
  /** Another page may amend this draft of the store, too. */
  contest(record: QueuedRecord): void
  /** Returns the latest events of the page that the destination is not known to have, in order. */
  unsettled(destination: string): readonly CompleteRecord[]
}

export function createOutbox(needs: WriterNeeds & Pick<Platform, 'permits'>): Outbox {
  const { store, localCopies, reports, tell, permits } = needs
  const { byId } = needs.inMemory
  const readSound = soundReader(store, reports.unreadable)
  const { hasFailed, finish, ...writer } = createStoreWriter(needs)

  /** These records are in the store. */
  function know(records: readonly QueuedRecord[]) {
    for (const record of records) if (!byId.has(record.event.id)) byId.set(record.event.id, found(record, 'stored'))
  }

  /** Applies a change of tasks to what this page knows of these events. */
  function apply(change: TaskChange, records: readonly QueuedRecord[] = []) {
    know(records)
    for (const id of change.ids) tell(id, { type: 'tasks', change })
  }

  /** Whether this page has done the task, or has completed the event that waited. The store may not know it yet. */
  function isDoneHere(id: string, task: string): boolean {
    const known = byId.get(id)
    if (!known || known.record.todo.includes(task)) return false
    return task === PENDING || known.version.todo.includes(task)
  }

  /** Returns what the store has and this page has not done, and what exists only in this page after a failure. */
  async function read(task?: string, limit = Infinity): Promise<readonly QueuedRecord[]> {
    const stored = await readSound(task, hasFailed() ? limit + byId.size : limit)
    const open = stored
      // The store may still have the draft of an event that this page has completed.
      .map((record) => (isPending(record) && byId.get(record.event.id)?.record) || record)
      .filter(({ event, todo }) => (task === undefined ? todo : [task]).some((one) => !isDoneHere(event.id, one)))
    if (!hasFailed()) return open
    const own = [...byId.values()].flatMap(({ record, place }) =>
      place !== 'stored' && (task === undefined ? record.todo.length > 0 : record.todo.includes(task)) ? [record] : [],
    )
    return byAge(new Map([...open, ...own].map((record) => [record.event.id, record])).values()).slice(0, limit)
  }

  function unsettled(destination: string, isStoredOnly = false) {
    const own = [...byId].filter(([id, { record, place, isPut, isContested }]) => {
      if (!isPut || !record.todo.includes(destination)) return false
      if (place === 'stored' || isStoredOnly) return place === 'stored'
      // Another page may also have stored a draft that this page had only in `localStorage`. What is lost is in this page alone.
      return !(isContested || localCopies.isRecovered(id)) || writer.isLost(id)
    })
    return byAge(own.map(([, { record }]) => record as CompleteRecord))
  }

  function finishAll(change: TaskChange, records: readonly QueuedRecord[]) {
    apply(change, records)
    return finish(change)
  }

  const outbox: Outbox = {
    ...writer,
    read,
    all: () => read(),
    async next(destination, limit) {
      const isAllowed = () => !permits || permits.of(destination) === 'granted'
      // What is allowed while the store is read may be missing in its answer.
      const known = isAllowed() ? unsettled(destination, true) : []
      const records = (await read(destination, limit)) as readonly CompleteRecord[]
      const isAtEnd = records.length < limit
      const ids = idsOf(records)
      // Otherwise another page would add these events again after they are delivered.
      if (!hasFailed()) localCopies.confirm(ids)
      // Another tab has delivered the other stored events of this page.
      const isWhole = isAtEnd && isAllowed()
      const gone = isWhole ? idsOf(known).filter((id) => !ids.includes(id)) : []
      apply({ type: 'done', task: destination, ids: gone })
      for (const id of gone) tell(id, { type: 'recorded' })
      const done = records.filter(({ event }) => localCopies.isDone(destination, event.id))
      if (done.length === 0) return { records, isAtEnd }
      await outbox.done(destination, done)
      return outbox.next(destination, limit)
    },
    mark: (task, records, isDone) => localCopies.mark(task, idsOf(records), isDone),
    done: (task, records) => finishAll({ type: 'done', task, ids: idsOf(records) }, records),
    refuse: (task, records, reason) => finishAll({ type: 'refuse', task, ids: idsOf(records), reason }, records),
    remove(records) {
      for (const id of idsOf(records)) localCopies.forgetEvent(id)
      return finishAll({ type: 'remove', ids: idsOf(records) }, records)
    },
    contest(record) {
      know([record])
      tell(record.event.id, { type: 'contested' })
    },
    unsettled,
  }
  return outbox
}

const idsOf = (records: readonly QueuedRecord[]) => records.map(({ event }) => event.id)
