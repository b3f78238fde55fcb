import { dayOf } from '../format/dayOf.ts'
import type { EventLine } from './eventLine.ts'

/** A row of the list: an event, or the date of the events below it. */
export type ListRow =
  | { readonly type: 'event'; readonly id: string; readonly line: EventLine; readonly index: number }
  | { readonly type: 'day'; readonly id: string; readonly at: number }

/** The rows of a list: its events, with a date wherever the day changes. */
export interface ListRows {
  readonly count: number
  at(row: number): ListRow | undefined
  /** What identifies the row, even if others come above it. */
  keyOf(row: number): string
  /** The row of the event at this place among the events. */
  rowOf(index: number): number
}

/** How far the search for the end of a day looks ahead. */
const STRIDE = 256

/** There is no date above the first event of today. */
export function listRows(lines: readonly EventLine[], now: number): ListRows {
  /** The events above which there is a date. */
  const days: number[] = []
  let day = dayOf(now)
  const isOfDay = (line: EventLine | undefined) => line !== undefined && line.at >= day.from && line.at < day.to
  for (let index = 0; index < lines.length;) {
    const line = lines[index] as EventLine
    // Events are in the order of their times: those between two of one day are of that day.
    if (isOfDay(line)) index += isOfDay(lines[index + STRIDE]) ? STRIDE : 1
    else {
      day = dayOf(line.at)
      days.push(index)
      index += 1
    }
  }
  /** How many dates are above the event, or in its place. */
  const daysUpTo = (index: number) => days.filter((place) => place <= index).length
  /** Which event a row is, or stands above. */
  function placeOf(row: number): { readonly index: number; readonly isDay: boolean } {
    let above = 0
    // The date of the event at `place` is in the row `place` plus the dates above it.
    while (above < days.length && (days[above] ?? 0) + above < row) above += 1
    return { index: row - above, isDay: days[above] === row - above }
  }
  const dayKey = (line: EventLine | undefined) => `day before ${line?.id}`
  return {
    count: lines.length + days.length,
    at(row) {
      const { index, isDay } = placeOf(row)
      const line = lines[index]
      if (line === undefined) return undefined
      return isDay ? { type: 'day', id: dayKey(line), at: line.at } : { type: 'event', id: line.id, line, index }
    },
    keyOf(row) {
      const { index, isDay } = placeOf(row)
      return isDay ? dayKey(lines[index]) : (lines[index]?.id ?? String(row))
    },
    rowOf: (index) => index + daysUpTo(index),
  }
}
