import { daysBetween, isoDateIn } from '../format/isoDate.ts'
import type { Rental } from './rental.ts'

/** The first and the last day of a timeline, relative to today. */
export const WINDOW = { from: -21, to: 14 }

/** Fractions of a timeline's width, between 0 and 1. */
export interface Span {
  readonly start: number
  readonly length: number
  readonly today: number
}

/** The position of a rental on the timeline. Days outside the timeline are cut off. */
export function spanOf({ from, due }: Pick<Rental, 'from' | 'due'>, today = new Date()): Span {
  const now = isoDateIn(0, today)
  const whole = WINDOW.to - WINDOW.from + 1
  const part = (day: number) => Math.min(Math.max((day - WINDOW.from) / whole, 0), 1)
  const start = part(daysBetween(now, from))
  // The last day is part of the rental.
  const end = part(daysBetween(now, due) + 1)
  return { start, length: end - start, today: part(0.5) }
}
