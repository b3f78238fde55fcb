import { expect, test } from 'vitest'
import { givenUp } from './givenUp.ts'

test('givenUp returns an entry for each destination and reason', () => {
  expect(givenUp({})).toEqual([])
  expect(givenUp({ heap: { 'another-identity': 2 }, collector: { refused: 1, 'over-budget': 3 } })).toEqual([
    { where: 'heap', why: 'tracked for another user', count: 2 },
    { where: 'collector', why: 'rejected', count: 1 },
    { where: 'collector', why: 'evicted: storage is full', count: 3 },
  ])
})
