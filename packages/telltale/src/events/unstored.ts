import { PENDING } from '../core/ports/eventStore.ts'
import type { InMemoryRecords } from './inMemoryRecords.ts'
import type { QueuedChange } from './storedRecord.ts'
import type { LocalCopies } from './localCopies.ts'

/** What the store of events has refused. */
export interface Unstored {
  /** The store has refused a change, or could not be opened: some records may exist only in this page. */
  hasFailed: boolean
  /** The number of events that were only in memory when they were tracked. */
  readonly lost: number
  /** Whether neither the store nor `localStorage` has any version of this event. Before a failure, the store may take it yet. */
  isLost(id: string): boolean
  /**
   * Returns these changes with the additions of drafts that the store has refused, or has not taken yet. Without the draft, the store
   * would ignore what completes it.
   */
  withAdditions(changes: readonly QueuedChange[]): readonly QueuedChange[]
  /** Keeps these changes in `localStorage` for the next page. Returns those for which there is no room. */
  keep(changes: readonly QueuedChange[]): readonly QueuedChange[]
  /** Whether the page has this addition nowhere else: `localStorage` has no room for it. */
  isOnlyCopy(change: QueuedChange): boolean
  /** The store has this event. */
  take(id: string): void
  /** Returns the changes that bring what only this page has into the store, which answers after all. */
  restore(): readonly QueuedChange[]
}

interface Needs {
  inMemory: Pick<InMemoryRecords, 'byId' | 'unwritten'>
  localCopies: LocalCopies
}

export function createUnstored({ inMemory: { byId, unwritten }, localCopies }: Needs): Unstored {
  const lost = new Set<string>()
  const drafts = new Map<string, QueuedChange>()

  function keepForNextPage(change: QueuedChange): boolean {
    const isDone = (id: string) => byId.get(id)?.record.todo.length === 0
    if ('record' in change) return isDone(change.record.event.id) || localCopies.put(change)
    for (const id of change.ids) {
      // The store may have an event that this page did not add, or that another page has recovered: the next page must then tell it.
      if (isDone(id) && localCopies.hasAddition(id) && !localCopies.isRecovered(id)) localCopies.forgetEvent(id)
      else if (change.type === 'done') localCopies.mark(change.task, [id], true)
    }
    return true
  }

  const unstored: Unstored = {
    hasFailed: false,
    get lost() {
      return lost.size
    },
    isLost: (id) =>
      lost.has(id) ||
      (unstored.hasFailed && [...unwritten.keys()].some((one) => one.type === 'add' && one.record.event.id === id)),
    withAdditions(changes) {
      const given = new Set(changes)
      return changes.flatMap((change) => {
        if (!('record' in change)) return [change]
        const { event, todo } = change.record
        if (change.type === 'add' && todo.includes(PENDING)) drafts.set(event.id, change)
        const draft = change.type === 'amend' && drafts.get(event.id)
        // Another page may have found the draft in `localStorage`, and have delivered the event.
        return draft && !given.has(draft) && !localCopies.isRecovered(event.id) ? [draft, change] : [change]
      })
    },
    keep(changes) {
      unstored.hasFailed = true
      const gone = changes.filter((change) => !keepForNextPage(change))
      for (const change of gone) if (change.type === 'add') lost.add(change.record.event.id)
      return gone
    },
    isOnlyCopy: (change) => change.type === 'add' && !localCopies.hasAddition(change.record.event.id),
    take: (id) => void drafts.delete(id),
    restore() {
      const own = [...byId].filter(([id, { isStored }]) => !isStored && !localCopies.isRecovered(id))
      return own.flatMap(([id, known]): QueuedChange[] => {
        const { record } = known
        if (record.todo.length === 0) return [{ type: 'remove', ids: [id] }]
        byId.set(id, { ...known, version: record })
        // The store may have taken the draft meanwhile, and then ignores an addition of what completes it.
        const draft = drafts.get(id)
        return draft ? [draft, { type: 'amend', record }] : [{ type: 'add', record }]
      })
    },
  }
  return unstored
}
