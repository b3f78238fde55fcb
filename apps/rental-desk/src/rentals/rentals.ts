import { rentalsAsOf } from '../data/rentals.ts'
import { createRentalBook } from './rentalBook.ts'

/** The rentals of this desk. A reload restores the sample rentals. */
export const rentals = createRentalBook(rentalsAsOf())
