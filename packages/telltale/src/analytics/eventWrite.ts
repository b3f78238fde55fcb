import type { AnalyticsEvent, EventDraft } from '../core/model/event.ts'
import type { JournalWrite } from '../core/ports/journal.ts'

/** A draft comes to wait, an event to the end of the log, or an event takes the place of its waiting draft. */
export type EventWrite = JournalWrite<EventDraft, AnalyticsEvent>

/** What comes to the end of the log with these writes. */
export const eventsIn = (writes: readonly EventWrite[]): readonly AnalyticsEvent[] =>
  writes.flatMap((write) => (write.type === 'hold' ? [] : [write.item]))
