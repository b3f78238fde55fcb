import type { AnalyticsEvent, EventDraft } from '../core/model/event.ts'
import type { Journal, Keeping } from '../core/ports/journal.ts'

/** A draft comes to wait, an event to the end of the log, or an event takes the place of its waiting draft. */
export type JournalWrite =
  | { type: 'hold'; item: EventDraft }
  | { type: 'append'; item: AnalyticsEvent }
  | { type: 'release'; item: AnalyticsEvent }

/** The first writes of the same kind, which go into one transaction: a copy, since more writes come while it runs. */
export function leadingRun(writes: readonly JournalWrite[]): readonly JournalWrite[] {
  const end = writes.findIndex((write) => write.type !== writes[0]?.type)
  return writes.slice(0, end < 0 ? writes.length : end)
}

/** Carries out writes that are all of one kind. */
export function applyRun(journal: Journal<EventDraft, AnalyticsEvent>, run: readonly JournalWrite[]): Promise<Keeping> {
  const type = run[0]?.type
  if (type === undefined || type === 'hold') return journal.hold(run.map((write) => write.item))
  return type === 'append' ? journal.append(eventsIn(run)) : journal.release(eventsIn(run))
}

/** What comes to the end of the log with these writes. */
export const eventsIn = (run: readonly JournalWrite[]): readonly AnalyticsEvent[] =>
  run.flatMap((write) => (write.type === 'hold' ? [] : [write.item]))
