import { expect, test } from 'vitest'
import { fleet } from '../data/fleet.ts'
import { filterFleet, noFilter } from './filterFleet.ts'

const numbers = (filter: Partial<typeof noFilter>) =>
  filterFleet(fleet, { ...noFilter, ...filter }).map(({ number }) => number)

test('filterFleet returns the whole fleet for an empty filter', () => {
  expect(filterFleet(fleet, noFilter)).toEqual(fleet)
})

test('filterFleet finds words in any order and case, in the number, model, summary, category and yard', () => {
  expect(numbers({ text: 'Boom MERRIDEN' })).toEqual(['AP-405', 'AP-418'])
  expect(numbers({ text: 'ex-2' })).toEqual(['EX-209', 'EX-214'])
  expect(numbers({ text: 'pumps mill' })).toEqual(['PM-816'])
  expect(numbers({ text: 'submarine' })).toEqual([])
})

test('filterFleet returns the machines that match the category, the yard and the status', () => {
  expect(numbers({ category: 'excavators', yard: 'port-kendall', status: 'available' })).toEqual(['EX-209'])
})

test('every machine of the fleet has a unique number', () => {
  expect(new Set(fleet.map(({ number }) => number)).size).toBe(fleet.length)
})
