import { customers } from '../data/customers.ts'
import { sites } from '../data/sites.ts'
import type { Rental } from './rental.ts'
import { rentalState, type RentalState } from './rentalState.ts'

export interface RentalFilter {
  readonly text: string
  readonly state: RentalState | null
}

export const noRentalFilter: RentalFilter = { text: '', state: null }

/** The states by urgency, most urgent first. */
const ORDER: readonly RentalState[] = ['overdue', 'due', 'out', 'reserved', 'returned']

/** The rentals that match every part of the filter, most urgent first. Each typed word must occur in a text of the rental. */
export function filterRentals(rentals: readonly Rental[], filter: RentalFilter, today = new Date()): readonly Rental[] {
  const words = filter.text.toLowerCase().split(/\s+/).filter(Boolean)
  const urgency = (rental: Rental) => ORDER.indexOf(rentalState(rental, today))
  return rentals
    .filter((rental) => filter.state === null || rentalState(rental, today) === filter.state)
    .filter((rental) => words.every((word) => textOf(rental).includes(word)))
    .sort((one, other) => urgency(one) - urgency(other) || one.due.localeCompare(other.due))
}

function textOf({ id, machine, customer, site, contact }: Rental): string {
  return [id, machine, customers[customer], sites[site].name, contact].join(' ').toLowerCase()
}
