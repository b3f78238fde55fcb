import { PENDING } from '../core/ports/eventStore.ts'
import type { InMemoryRecords } from './inMemoryRecords.ts'
import type { QueuedChange } from './storedRecord.ts'
import type { LocalCopies } from './localCopies.ts'

/**
 * The drafts about which another page may have decided, too. The store takes the first decision. Until it has taken this page's, an
 * exit must not send it: the other page may have delivered the event with another user, or with other flags.
 */
export interface SharedDrafts {
  add(id: string): void
  has(id: string): boolean
  /** These changes are written: from now on, other pages can read the drafts among them. */
  write(changes: readonly QueuedChange[]): void
  /** The decision about this draft is final. */
  settle(id: string): void
  /** The page holds the lock with its id, or has released it: other pages may then decide about its drafts. */
  onLock(isHeld: boolean): void
}

interface Needs {
  inMemory: Pick<InMemoryRecords, 'byId' | 'unwritten'>
  localCopies: Pick<LocalCopies, 'isRecovered'>
}

export function createSharedDrafts({ inMemory, localCopies }: Needs): SharedDrafts {
  const shared = new Set<string>()
  let hasLock = false
  return {
    add: (id) => void shared.add(id),
    // Another page may have stored a draft that this page had only in `localStorage`.
    has: (id) => shared.has(id) || localCopies.isRecovered(id),
    write(changes) {
      for (const change of changes) {
        if (change.type !== 'add' || !change.record.todo.includes(PENDING)) continue
        const { id } = change.record.event
        if (!hasLock || localCopies.isRecovered(id)) shared.add(id)
      }
    },
    settle: (id) => void shared.delete(id),
    onLock(isHeld) {
      hasLock = isHeld
      if (isHeld) return
      for (const [id, { record }] of inMemory.byId) if (record.todo.includes(PENDING)) shared.add(id)
      for (const change of inMemory.unwritten.keys()) if (change.type === 'amend') shared.add(change.record.event.id)
    },
  }
}
