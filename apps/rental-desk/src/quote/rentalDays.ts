import { daysBetween } from '../format/isoDate.ts'

/** The days of a rental, the first and the last included; 0 when the dates make none. */
export function rentalDays({ from, to }: { from: string; to: string }): number {
  const days = daysBetween(from, to) + 1
  return days >= 1 ? days : 0
}
