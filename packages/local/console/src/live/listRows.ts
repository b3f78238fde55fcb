import { dayOf } from '../format/dayOf.ts'
import type { EventLine } from './eventLine.ts'

/** A row of the list: an event, or the date of the events below it. */
export type ListRow =
  | { readonly type: 'event'; readonly id: string; readonly line: EventLine; readonly index: number }
  | { readonly type: 'day'; readonly id: string; readonly at: number }

/** The rows of a list: its events, with a date wherever the day changes. There is no date above the first event of today. */
export function listRows(lines: readonly EventLine[], now: number): readonly ListRow[] {
  const rows: ListRow[] = []
  // Most events have the same day as the one above, so dates are only computed where that day ends.
  let day = dayOf(now)
  for (const [index, line] of lines.entries()) {
    if (!(line.at >= day.from && line.at < day.to)) {
      day = dayOf(line.at)
      rows.push({ type: 'day', id: `day before ${line.id}`, at: line.at })
    }
    rows.push({ type: 'event', id: line.id, line, index })
  }
  return rows
}
