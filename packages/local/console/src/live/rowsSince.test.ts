import { expect, test } from 'vitest'
import { rowsBeside, rowsSince } from './rowsSince.ts'

const rows = (ids: string) => [...ids].map((id) => ({ id }))

test.each([
  ['cba', 'a', 2],
  ['a', 'a', 0],
  ['cb', 'gone', 2],
])('in %j, %j has %d rows above it', (ids, id, count) => {
  expect(rowsSince(rows(ids), id)).toBe(count)
})

test.each([
  ['cba', 'ba', 1],
  ['cxba', 'cba', 1],
  ['ba', 'ba', 0],
])('of %j, beside %j there are %d', (ids, former, count) => {
  expect(rowsBeside(rows(ids), rows(former))).toBe(count)
})
