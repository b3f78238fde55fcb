import { daysBetween, isoDateIn } from '../format/isoDate.ts'
import type { Rental } from './rental.ts'

/** The status of a rental, with rentals that are out split by their due date. */
export type RentalState = 'reserved' | 'out' | 'due' | 'overdue' | 'returned'

/** The number of days before its last day from which a rental is due. */
const DUE_WITHIN_DAYS = 1

export const stateNames: Readonly<Record<RentalState, string>> = {
  overdue: 'Overdue',
  due: 'Due back',
  out: 'Out',
  reserved: 'Reserved',
  returned: 'Returned',
}

export function rentalState({ status, due }: Pick<Rental, 'status' | 'due'>, today = new Date()): RentalState {
  if (status !== 'out') return status
  const left = daysBetween(isoDateIn(0, today), due)
  if (left < 0) return 'overdue'
  return left <= DUE_WITHIN_DAYS ? 'due' : 'out'
}
