import { expect, test } from 'vitest'
import { stepOf } from './stepOf.ts'

test.each([
  ['ArrowDown', -1, 0],
  ['j', 3, 4],
  ['j', 9, 9],
  ['ArrowUp', -1, 0],
  ['k', 4, 3],
  ['k', 0, 0],
  ['PageDown', 2, 7],
  ['PageUp', 2, 0],
  ['Home', 7, 0],
  ['End', 2, 9],
  ['Enter', -1, 0],
  ['Enter', 3, undefined],
  ['x', 3, undefined],
])('%s goes from row %d to %j', (key, now, row) => {
  expect(stepOf(key, { now, isOpen: now >= 0, count: 10, page: 5 })).toBe(row)
})

test('Enter opens the row that was open last', () => {
  expect(stepOf('Enter', { now: 3, isOpen: false, count: 10, page: 5 })).toBe(3)
})

test('keys do nothing in an empty list', () => {
  expect(stepOf('j', { now: -1, isOpen: false, count: 0, page: 5 })).toBeUndefined()
})
