import type { Kept } from './kept.ts'
import type { LocalCopies } from './localCopies.ts'
import type { Tell } from './state.ts'
import type { QueuedChange } from './storedRecord.ts'

/** Keeps the changes that the store has refused, until it takes them. */
export interface RefusedChanges {
  /** The store has refused a change: some records may exist only in this page. */
  hasAny(): boolean
  /** The number of events that were only in memory when they were tracked. */
  lost(): number
  /** Keeps these changes in `localStorage`, for the next page. Returns those for which there is no room. */
  keep(changes: readonly QueuedChange[]): readonly QueuedChange[]
  /** Whether neither the store nor `localStorage` has any version of this event. Before a refusal, the store may take it yet. */
  isLost(id: string): boolean
  /** The changes that bring what only this page has into the store. */
  again(): readonly QueuedChange[]
}

interface Needs {
  byId: ReadonlyMap<string, Kept>
  tell: Tell
  localCopies: LocalCopies
}

export function createRefusedChanges({ byId, tell, localCopies }: Needs): RefusedChanges {
  let hasAny = false
  let lost = 0
  const isDone = (id: string) => byId.get(id)?.record.todo.length === 0

  function isKept(change: QueuedChange): boolean {
    if ('record' in change) return isDone(change.record.event.id) || localCopies.put(change)
    for (const id of change.ids) {
      // The store may have an event that this page did not add, or that another page has recovered: the next page must then tell it.
      if (isDone(id) && localCopies.hasAddition(id) && !localCopies.isRecovered(id)) localCopies.forgetEvent(id)
      else if (change.type === 'done') localCopies.mark(change.task, [id], true)
    }
    return true
  }

  return {
    hasAny: () => hasAny,
    lost: () => lost,
    keep(changes) {
      hasAny = true
      return changes.filter((change) => {
        const isCopied = isKept(change)
        if (change.type !== 'add') return !isCopied
        const { id } = change.record.event
        if (!isCopied && byId.get(id)?.place === 'unwritten') lost += 1
        tell(id, { type: 'refused', isCopied })
        return !isCopied
      })
    },
    isLost(id) {
      const place = byId.get(id)?.place
      return (place === 'memory' || (hasAny && place === 'unwritten')) && !localCopies.hasAddition(id)
    },
    again: () =>
      [...byId].flatMap(([id, { place, record, draft }]): QueuedChange[] => {
        if (place === 'stored' || localCopies.isRecovered(id)) return []
        if (record.todo.length === 0) return [{ type: 'remove', ids: [id] }]
        tell(id, { type: 'restored' })
        // The store has the draft, or may have taken it meanwhile, and then ignores an addition of what completes it.
        if (place === 'outdated') return [{ type: 'amend', record }]
        return draft ? [draft, { type: 'amend', record }] : [{ type: 'add', record }]
      }),
  }
}
