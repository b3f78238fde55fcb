import { expect, test } from 'vitest'
import { createFirstSightings } from './firstSightings.ts'

test('an id counts once, however often it is seen', () => {
  const count = createFirstSightings()
  expect(count(['a', 'b', 'a'])).toBe(2)
  expect(count(['b', 'c'])).toBe(1)
  expect(count([])).toBe(0)
})

test('the ids that were seen first are forgotten first', () => {
  const count = createFirstSightings()
  const ids = Array.from({ length: 60_000 }, (_, index) => `${index}`)
  count(ids)
  expect(count(ids.slice(-50_000))).toBe(0)
  expect(count(ids.slice(0, 10))).toBe(10)
})
