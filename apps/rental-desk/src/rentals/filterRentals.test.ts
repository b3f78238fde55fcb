import { expect, test } from 'vitest'
import { rentalsAsOf } from '../data/rentals.ts'
import { filterRentals, noRentalFilter } from './filterRentals.ts'

const today = new Date(2026, 10, 20, 9)
const rentals = rentalsAsOf(today)
const ids = (filter: Partial<typeof noRentalFilter>) =>
  filterRentals(rentals, { ...noRentalFilter, ...filter }, today).map(({ id }) => id)

test('filterRentals sorts by urgency, and by due date within the same state', () => {
  expect(ids({}).slice(0, 5)).toEqual(['R-3118', 'R-3124', 'R-3127', 'R-3130', 'R-3121'])
  expect(ids({})).toHaveLength(rentals.length)
})

test('filterRentals returns only the rentals in the given state', () => {
  expect(ids({ state: 'due' })).toEqual(['R-3127', 'R-3130'])
  expect(ids({ state: 'reserved' })).toEqual(['R-3138', 'R-3135', 'R-3136'])
})

test('filterRentals finds words in any order and case, in the machine, the customer, the site and the contact', () => {
  expect(ids({ text: 'arena gn-6' })).toEqual(['R-3130'])
  expect(ids({ text: 'STONEBRIDGE luis' })).toEqual(['R-3121'])
  expect(ids({ text: 'submarine' })).toEqual([])
})
