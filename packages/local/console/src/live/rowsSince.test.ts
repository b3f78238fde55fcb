import { expect, test } from 'vitest'
import { rowsSince } from './rowsSince.ts'

const rows = (ids: string) => [...ids].map((id) => ({ id }))

test.each([
  ['cba', 'a', 2],
  ['a', 'a', 0],
  ['cb', 'gone', 2],
])('in %j, %j has %d rows above it', (ids, id, count) => {
  expect(rowsSince(rows(ids), id)).toBe(count)
})
