import { expect, test } from 'vitest'
import { delayTick, delayTicks, timeTicks } from './ticks.ts'

test('time ticks are at round times within the range', () => {
  const minute = 60_000
  expect(timeTicks(10 * minute + 1, 15 * minute, 6)).toEqual([11, 12, 13, 14, 15].map((one) => one * minute))
  expect(timeTicks(0, minute, 6)).toEqual([0, 10_000, 20_000, 30_000, 40_000, 50_000, 60_000])
  expect(timeTicks(5, 4, 6)).toEqual([])
})

test.each([
  [[], [100, 1000]],
  [
    [12, 300],
    [10, 100, 1000],
  ],
  [
    [0, 65_000],
    [100, 1000, 10_000, 100_000],
  ],
  [[4], [1, 10, 100, 1000]],
])('delays of %j have ticks at powers of ten', (figures, ticks) => {
  expect(delayTicks(figures)).toEqual(ticks)
})

test('power-of-ten ticks are labelled with their units', () => {
  expect([10, 1000, 100_000].map(delayTick)).toEqual(['10 ms', '1 s', '100 s'])
})
