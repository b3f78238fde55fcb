import { expect, test } from 'vitest'
import { rowsSince, shiftOf } from './rowsSince.ts'

const rows = (ids: string) => [...ids].map((id) => ({ id }))

test.each([
  ['cba', 'a', 2],
  ['a', 'a', 0],
  ['cb', 'gone', 2],
])('in %j, %j has %d rows above it', (ids, id, count) => {
  expect(rowsSince(rows(ids), id)).toBe(count)
})

test.each([
  ['cba', 'edcba', 1, 2],
  ['cba', 'cba', 1, 0],
  ['cba', 'ca', 2, -1],
  ['cba', 'xyz', 1, 0],
  ['', 'abc', 0, 0],
])('from %j to %j, the row at %2$d moves by %3$d', (before, now, top, shift) => {
  expect(shiftOf(rows(before), rows(now), top)).toBe(shift)
})
