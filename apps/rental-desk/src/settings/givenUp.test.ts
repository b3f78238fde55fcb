import { expect, test } from 'vitest'
import { givenUp } from './givenUp.ts'

test('each destination and reason has its line', () => {
  expect(givenUp({})).toEqual([])
  expect(givenUp({ heap: { 'another-identity': 2 }, collector: { refused: 1, 'over-budget': 3 } })).toEqual([
    { where: 'heap', why: 'of somebody else, not handed on', count: 2 },
    { where: 'collector', why: 'refused for good', count: 1 },
    { where: 'collector', why: 'given up for want of room', count: 3 },
  ])
})
