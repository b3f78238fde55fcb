import { rentalsAsOf } from '../data/rentals.ts'
import { createRentalBook } from './rentalBook.ts'

/** The rentals of this desk. A reload starts again with those of the demo. */
export const rentals = createRentalBook(rentalsAsOf())
