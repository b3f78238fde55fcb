import type { StoredEvent } from '../core/model/event.ts'
import { createScale } from './overBudget.ts'

/** How many of the page's latest events are remembered; older ones are in the journal and go with the next visit. */
const MAX_EVENTS = 200

/** The page's latest events that one destination has not settled yet: what an exit hands over to the browser. */
export interface ExitTail {
  add(event: StoredEvent): void
  has(event: StoredEvent): boolean
  /** These are in the log by now. */
  note(logged: readonly StoredEvent[]): void
  /** Those that are in the log. */
  logged(): readonly StoredEvent[]
  remove(events: readonly StoredEvent[]): void
  /** The newest of those that are wanted and fit into so many bytes, in order, without those that alone are larger. */
  newest(maxBytes: number, isWanted: (event: StoredEvent) => boolean): readonly StoredEvent[]
}

/** @param sharesFlags a set of flags is sent once with all events that have it */
export function createExitTail(sharesFlags = false): ExitTail {
  const tail = new Map<string, StoredEvent>()
  const noted = new WeakSet<StoredEvent>()
  return {
    add(event) {
      tail.set(event.id, event)
      if (tail.size <= MAX_EVENTS) return
      const [oldest = ''] = tail.keys()
      tail.delete(oldest)
    },
    has: ({ id }) => tail.has(id),
    note: (events) => events.forEach((event) => noted.add(event)),
    logged: () => [...tail.values()].filter((event) => noted.has(event)),
    remove: (events) => events.forEach(({ id }) => tail.delete(id)),
    newest(maxBytes, isWanted) {
      const bytesOf = createScale(sharesFlags)
      const events: StoredEvent[] = []
      let left = maxBytes
      for (const event of [...tail.values()].reverse()) {
        if (!isWanted(event)) continue
        const bytes = bytesOf(event) + 1 // the comma
        if (bytes > maxBytes) continue
        left -= bytes
        if (left < 0) break
        events.unshift(event)
      }
      return events
    },
  }
}
