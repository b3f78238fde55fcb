import type { EventDraft, StoredEvent } from '../core/model/event.ts'
import type { JournalWrite } from '../core/ports/journal.ts'

/** A draft comes to wait or gets its identity; an event comes to the end of the log, or takes the place of its waiting draft. */
export type EventWrite = JournalWrite<EventDraft, StoredEvent>

/** What comes to the end of the log with these writes. */
export const eventsIn = (writes: readonly EventWrite[]): readonly StoredEvent[] =>
  writes.flatMap((write) => (write.type === 'append' || write.type === 'release' ? [write.item] : []))
