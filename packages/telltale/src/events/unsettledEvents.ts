import type { StoredEvent } from '../core/model/event.ts'
import { idsIn } from '../core/ports/eventChange.ts'
import { newestWithin } from './budget.ts'
import type { CompleteRecord, QueuedChange } from './storedRecord.ts'

/**
 * How many of the page's latest events are remembered. Older events are in the store and are sent on the next visit.
 */
const MAX_EVENTS = 200

interface Entry {
  readonly record: CompleteRecord
  /** The destinations that may not have the event yet. */
  readonly waitingFor: Set<string>
  isStored: boolean
}

export interface Exit {
  maxBytes: number
  /** Whether a set of flags is sent once for all events that have it. */
  sharesFlags: boolean | undefined
  isWanted(event: StoredEvent): boolean
}

export type UnsettledEvents = ReturnType<typeof createUnsettledEvents>

/** The latest events of the page that are not known to be delivered. An exit hands these events over to the browser. */
export function createUnsettledEvents() {
  const entries = new Map<string, Entry>()

  return {
    add(record: CompleteRecord) {
      entries.set(record.event.id, { record, waitingFor: new Set(record.todo), isStored: false })
      if (entries.size <= MAX_EVENTS) return
      const [oldest = ''] = entries.keys()
      entries.delete(oldest)
    },
    markStored(changes: readonly QueuedChange[]) {
      for (const change of changes) {
        if (!('record' in change)) continue
        for (const id of idsIn(change)) {
          const entry = entries.get(id)
          if (entry) entry.isStored = true
        }
      }
    },
    /** Returns the ids of the events that are stored and wait for a destination. */
    storedFor: (destination: string) =>
      [...entries].flatMap(([id, { isStored, waitingFor }]) => (isStored && waitingFor.has(destination) ? [id] : [])),
    settle(destination: string, ids: readonly string[]) {
      for (const id of ids) {
        const waitingFor = entries.get(id)?.waitingFor
        if (waitingFor?.delete(destination) && waitingFor.size === 0) entries.delete(id)
      }
    },
    remove: (ids: readonly string[]) => ids.forEach((id) => entries.delete(id)),
    /**
     * Returns the newest events for a destination that fit into `maxBytes`, in order. Events that alone are larger are
     * left out.
     */
    newest(destination: string, { maxBytes, sharesFlags, isWanted }: Exit): readonly CompleteRecord[] {
      const wanted = [...entries.values()].flatMap(({ record, waitingFor }) =>
        waitingFor.has(destination) && isWanted(record.event) ? [record] : [],
      )
      return newestWithin(maxBytes, wanted, { sharesFlags })
    },
  }
}
