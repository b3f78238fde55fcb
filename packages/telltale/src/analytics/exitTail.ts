import type { AnalyticsEvent } from '../core/model/event.ts'

/** How many of the page's latest events are remembered; older ones are in the journal and go with the next visit. */
const MAX_EVENTS = 200

/** The page's latest events that one destination has not settled yet: what an exit hands over to the browser. */
export interface ExitTail {
  add(event: AnalyticsEvent): void
  has(event: AnalyticsEvent): boolean
  /** These are in the log by now. */
  note(logged: readonly AnalyticsEvent[]): void
  /** Those that are in the log. */
  logged(): readonly AnalyticsEvent[]
  remove(events: readonly AnalyticsEvent[]): void
  /** The newest that fit into so many bytes, in order. The oldest are the likeliest to be on their way already. */
  newest(maxBytes: number): { events: readonly AnalyticsEvent[]; bytes: number }
}

export function createExitTail(): ExitTail {
  const tail = new Map<string, AnalyticsEvent>()
  const noted = new WeakSet<AnalyticsEvent>()
  return {
    add(event) {
      tail.set(event.id, event)
      const oldest = tail.keys().next().value
      if (tail.size > MAX_EVENTS && oldest !== undefined) tail.delete(oldest)
    },
    has: ({ id }) => tail.has(id),
    note: (events) => events.forEach((event) => noted.add(event)),
    logged: () => [...tail.values()].filter((event) => noted.has(event)),
    remove: (events) => events.forEach(({ id }) => tail.delete(id)),
    newest(maxBytes) {
      const events: AnalyticsEvent[] = []
      let bytes = 0
      for (const event of [...tail.values()].reverse()) {
        const size = bytesOf(event)
        if (bytes + size > maxBytes) break
        bytes += size
        events.unshift(event)
      }
      return { events, bytes }
    },
  }
}

/** Bytes, not characters: that is what the browser's limit counts. One more for the comma. */
const bytesOf = (event: AnalyticsEvent) => new TextEncoder().encode(JSON.stringify(event)).length + 1
