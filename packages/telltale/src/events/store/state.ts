import { nextRecord } from '../../core/ports/eventChange.ts'
import { isPending, type Kept } from './kept.ts'
import type { QueuedRecord, RecordChange, TaskChange } from './storedRecord.ts'

/** What happens to an event after this page has put, recovered or read it. */
export type Message =
  /** The addition of the draft is handed to the store. */
  | { readonly type: 'written'; readonly draft: RecordChange }
  /** The store has this version. */
  | { readonly type: 'stored'; readonly record: QueuedRecord }
  /** The store has not taken its addition. */
  | { readonly type: 'refused'; readonly isCopied: boolean }
  /** Tasks are done, refused or removed. */
  | { readonly type: 'tasks'; readonly change: TaskChange }
  /** The draft has waited so long on this page, in milliseconds. */
  | { readonly type: 'waited'; readonly ms: number }
  | {
      /**
       * `contested`: other pages may find the draft, or the page has no lock with its id, so that they may decide about it. `foreign`: another
       * page has completed the draft, or delivers the event. `recorded`: the store has a change of its tasks. `restored`: what only this page has
       * is brought into the store once more. `crowded`: this page knows more events than it keeps in memory.
       */
      readonly type: 'contested' | 'foreign' | 'recorded' | 'restored' | 'crowded'
    }

/** What this page knows of an event that it has not put: one that it reads from the store, or recovers from a copy of another page. */
export const found = (record: QueuedRecord, place: 'stored' | 'copied'): Kept => ({
  record,
  version: record,
  isPut: false,
  place,
})

/** Returns what is known of the event after the message, or undefined if nothing needs to be known any more. */
export function next(kept: Kept, message: Message): Kept | undefined {
  const { record, place, isPut, isContested = false } = kept
  const isLatest = message.type === 'stored' && kept.version === message.record
  switch (message.type) {
    case 'written':
      return { ...kept, draft: message.draft }
    case 'stored': // a later version may wait
      return {
        ...kept,
        draft: undefined,
        place: isLatest || place === 'stored' ? 'stored' : 'outdated',
        isContested: isContested && (!isLatest || isPending(record)),
      }
    case 'refused':
      if (place === 'stored' || place === 'outdated') return kept
      return { ...kept, place: message.isCopied ? 'copied' : 'memory' }
    case 'tasks': {
      const left = nextRecord(record, message.change) ?? { ...record, todo: [] }
      return { ...kept, record: left, isContested: isContested && left.todo.length > 0 }
    }
    case 'waited':
      return { ...kept, waitedMs: message.ms }
    case 'contested':
      return record.todo.length > 0 ? { ...kept, isContested: true } : kept
    case 'foreign':
      return undefined
    case 'recorded':
      return record.todo.length === 0 || (place === 'stored' && !isPut) ? undefined : kept
    case 'restored':
      return { ...kept, version: record }
    case 'crowded':
      // A draft of this page stays until it is complete.
      return place === 'stored' && !(isPut && isPending(record)) ? undefined : kept
  }
}

/** Tells what is known of an event what has happened to it. */
export type Tell = (id: string, message: Message) => void

/** What happens to events of which nothing is known is not remembered. */
export const teller =
  (byId: Map<string, Kept>): Tell =>
  (id, message) => {
    const known = byId.get(id)
    const after = known && next(known, message)
    if (after === known) return
    if (after) byId.set(id, after)
    else byId.delete(id)
  }
