import { describe, expect, it } from 'vitest'
import { fisherTest, holm, logFactorials, shareDifference } from './proportions.ts'

const share = (affected: number, people: number) => ({ affected, people })

describe('the exact test has the figures of R', () => {
  it.each([
    // The lady who tastes tea, and the twins, both of Fisher: the examples of `fisher.test`.
    ['tea', share(3, 4), share(1, 4), 0.4857143],
    ['twins', share(10, 13), share(2, 17), 0.0005367],
    ['nobody', share(0, 20), share(0, 30), 1],
    ['everybody', share(20, 20), share(30, 30), 1],
  ])('%s', (_title, one, other, p) => {
    const logs = logFactorials(one.people + other.people)
    expect(fisherTest(one, other, logs)).toBeCloseTo(p, 7)
    expect(fisherTest(other, one, logs)).toBeCloseTo(p, 7)
  })
})

it.each([
  [share(56, 70), share(48, 80), [0.2, 0.0524, 0.3339]],
  [share(9, 10), share(3, 10), [0.6, 0.1705, 0.809]],
  [share(5, 56), share(0, 29), [0.0893, -0.0381, 0.1926]],
  [share(0, 10), share(0, 20), [0, -0.1611, 0.2775]],
  [share(10, 10), share(0, 10), [1, 0.6075, 1]],
])('the interval of %j and %j is that of table II of Newcombe', (one, other, [value = 0, low = 0, high = 0]) => {
  const found = shareDifference(one, other)
  for (const [of, expected] of [
    [found.value, value],
    [found.low, low],
    [found.high, high],
  ] as const)
    expect(of).toBeCloseTo(expected, 4)
})

it('the correction for many comparisons has the figures of p.adjust of R', () => {
  const close = (all: readonly number[]) => all.map((one) => expect.closeTo(one, 9))
  expect(holm([0.01, 0.04, 0.03, 0.005])).toEqual(close([0.03, 0.06, 0.06, 0.02]))
  expect(holm([0.05, 0.01, 0.04, 0.02, 0.03])).toEqual(close([0.09, 0.05, 0.09, 0.08, 0.09]))
  expect(holm([0.9, 0.6])).toEqual([1, 1])
  expect(holm([])).toEqual([])
})
