import type { Machine } from '../data/machine.ts'
import { daysBetween, isoDateIn } from '../format/isoDate.ts'
import type { Rental } from '../rentals/rental.ts'

/** Days between the return of a machine and its next rental, for an inspection. */
const LOOKED_OVER_DAYS = 1

/** The fleet with statuses derived from the rentals: on rent, reserved, or otherwise available or in the workshop. */
export function machinesNow(
  fleet: readonly Machine[],
  rentals: readonly Rental[],
  today = new Date(),
): readonly Machine[] {
  const now = isoDateIn(0, today)
  return fleet.map((machine) => {
    const rental = rentals.find(({ machine: number, status }) => number === machine.number && status !== 'returned')
    if (rental) {
      const free = Math.max(0, daysBetween(now, rental.due)) + LOOKED_OVER_DAYS
      return { ...machine, status: rental.status === 'out' ? 'on-rent' : 'reserved', freeInDays: free }
    }
    return machine.status === 'workshop' ? machine : { ...machine, status: 'available', freeInDays: 0 }
  })
}
