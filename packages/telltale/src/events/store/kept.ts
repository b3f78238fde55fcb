import { PENDING } from '../../core/ports/eventStore.ts'
import type { QueuedRecord, RecordChange } from './storedRecord.ts'

/**
 * Where an event is, as far as this page knows.
 *
 * `unwritten`: no write of it has been answered. `copied`: the store has not taken it, and `localStorage` has it. `memory`: the store has not
 * taken it, and `localStorage` has no room for it. `outdated`: the store has an earlier version of it. `stored`: the store has the latest one.
 */
export type Place = 'unwritten' | 'copied' | 'memory' | 'outdated' | 'stored'

/** What this page knows of an event. `put` begins it, and `next` is the only one that changes it. */
export interface Kept {
  /** The latest version, with the tasks that are left. */
  readonly record: QueuedRecord
  /** The latest version as this page has put, recovered or read it. */
  readonly version: QueuedRecord
  /** Whether this page has added or amended it. An exit leaves the events of other pages to the store, which may have older ones. */
  readonly isPut: boolean
  readonly place: Place
  /**
   * Another page may decide about this draft, too. The store takes the first decision. Until it has taken this page's, an exit must not send
   * it: the other page may have delivered the event with another user, or with other flags.
   */
  readonly isContested?: boolean
  /** The addition of a draft that was handed to the store, which may not have it. Without it, the store would ignore what completes the draft. */
  readonly draft?: RecordChange | undefined
  /** How long a draft has waited on this page, in milliseconds: at least this long, whatever the clock says. */
  readonly waitedMs?: number | undefined
}

export const isPending = ({ todo }: QueuedRecord) => todo.includes(PENDING)

/** What is known of an event that this page adds or amends. It is part of the cost of `track`. */
export const put = (before: Kept | undefined, record: QueuedRecord): Kept => ({
  ...before,
  record,
  version: record,
  isPut: true,
  place: before?.place === 'stored' ? 'outdated' : (before?.place ?? 'unwritten'),
})
