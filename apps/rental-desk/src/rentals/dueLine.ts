import { dayLabel } from '../format/dayLabel.ts'
import { daysBetween, isoDateIn } from '../format/isoDate.ts'
import { countOf } from '../pricing/countOf.ts'
import type { Rental } from './rental.ts'
import { rentalState } from './rentalState.ts'

/** The most relevant date of a rental, in words: `2 days late`, `back today`, `goes out tomorrow`, `until Sat, Nov 28`. */
export function dueLine(rental: Pick<Rental, 'status' | 'from' | 'due'>, today = new Date()): string {
  const now = isoDateIn(0, today)
  switch (rentalState(rental, today)) {
    case 'reserved':
      return `goes out ${relativeDay(now, rental.from)}`
    case 'due':
      return `back ${relativeDay(now, rental.due)}`
    case 'overdue':
      return `${countOf(daysBetween(rental.due, now), 'day')} late`
    case 'out':
      return `until ${dayLabel(rental.due)}`
    case 'returned':
      return `since ${dayLabel(rental.due)}`
  }
}

function relativeDay(now: string, day: string): string {
  const days = daysBetween(now, day)
  if (days === 0) return 'today'
  return days === 1 ? 'tomorrow' : dayLabel(day)
}
