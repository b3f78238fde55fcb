import { daysBetween } from '../format/isoDate.ts'

/** The number of days of a rental, including the first and the last; 0 if the dates are incomplete or in the wrong order. */
export function rentalDays({ from, to }: { from: string; to: string }): number {
  const days = daysBetween(from, to) + 1
  return days >= 1 ? days : 0
}
