import { expect, test } from 'vitest'
import { rentalsAsOf } from '../data/rentals.ts'
import { filterRentals, noRentalFilter } from './filterRentals.ts'

const today = new Date(2026, 10, 20, 9)
const rentals = rentalsAsOf(today)
const ids = (filter: Partial<typeof noRentalFilter>) =>
  filterRentals(rentals, { ...noRentalFilter, ...filter }, today).map(({ id }) => id)

test('the most urgent come first, and of those alike the one that is due first', () => {
  expect(ids({}).slice(0, 5)).toEqual(['R-3118', 'R-3124', 'R-3127', 'R-3130', 'R-3121'])
  expect(ids({})).toHaveLength(rentals.length)
})

test('a state shows only its rentals', () => {
  expect(ids({ state: 'due' })).toEqual(['R-3127', 'R-3130'])
  expect(ids({ state: 'reserved' })).toEqual(['R-3138', 'R-3135', 'R-3136'])
})

test('words are found in the number, the machine, the customer, the site and the contact, in any order', () => {
  expect(ids({ text: 'arena gn-6' })).toEqual(['R-3130'])
  expect(ids({ text: 'STONEBRIDGE luis' })).toEqual(['R-3121'])
  expect(ids({ text: 'submarine' })).toEqual([])
})
