import { expect, test } from 'vitest'
import { fleet } from '../data/fleet.ts'
import { filterFleet, noFilter } from './filterFleet.ts'

const numbers = (filter: Partial<typeof noFilter>) =>
  filterFleet(fleet, { ...noFilter, ...filter }).map(({ number }) => number)

test('no filter shows the whole fleet', () => {
  expect(filterFleet(fleet, noFilter)).toEqual(fleet)
})

test('words are found in any order, any case, and in what the machine is, is called and where it stands', () => {
  expect(numbers({ text: 'Boom MERRIDEN' })).toEqual(['AP-405', 'AP-418'])
  expect(numbers({ text: 'ex-2' })).toEqual(['EX-209', 'EX-214'])
  expect(numbers({ text: 'pumps mill' })).toEqual(['PM-816'])
  expect(numbers({ text: 'submarine' })).toEqual([])
})

test('category, yard and status narrow the list together', () => {
  expect(numbers({ category: 'excavators', yard: 'port-kendall', status: 'available' })).toEqual(['EX-209'])
})

test('no two machines carry the same number', () => {
  expect(new Set(fleet.map(({ number }) => number)).size).toBe(fleet.length)
})
