import { expect, test } from 'vitest'
import { plotScale } from './plotScale.ts'

test.each([
  ['an interval around zero', [-0.04, 0.08], [-0.05, 0, 0.05, 0.1]],
  ['above zero', [0.076, 0.46], [0, 0.2, 0.4, 0.6]],
  ['below zero', [-0.46, -0.076], [-0.6, -0.4, -0.2, 0]],
  ['one value', [3], [0, 1, 2, 3]],
  ['only zero', [0, 0], [-1, 0, 1]],
  ['nothing', [], [-1, 0, 1]],
  ['nothing that is a number', [Number.NaN, Infinity, -Infinity], [-1, 0, 1]],
  ['a value too small to be divided', [5e-324], [0, 1]],
] as const)('the ticks of %s are round, and zero is one of them', (_, values, ticks) => {
  const scale = plotScale(values)
  expect(scale.ticks.map((tick) => Number(tick.toPrecision(6)))).toEqual(ticks)
  expect(
    Object.is(
      scale.ticks.find((tick) => tick === 0),
      0,
    ),
  ).toBe(true)
})

test.each([
  ['ordinary', [-0.2, 0.1, 0.46]],
  ['huge', [1.7e308, -1.7e308]],
  ['huge and tiny', [1e300, 1e-300, -3]],
  ['tiny', [1e-290, -2e-290]],
  ['negative', [-7, -6.999]],
  ['zero', [0]],
] as const)('every place of %s values is between the ends, in their order', (_, values) => {
  const { placeOf, ticks, step } = plotScale(values)
  const places = [...values].sort((a, b) => a - b).map(placeOf)
  for (const place of [...places, placeOf(0), ...ticks.map(placeOf)]) {
    expect(place).toBeGreaterThanOrEqual(0)
    expect(place).toBeLessThanOrEqual(1)
  }
  expect([...places].sort((a, b) => a - b)).toEqual(places)
  expect(placeOf(ticks[0] ?? Number.NaN)).toBe(0)
  expect(placeOf(ticks.at(-1) ?? Number.NaN)).toBe(1)
  expect(ticks.length).toBeLessThanOrEqual(7)
  expect(Number.isFinite(step) && ticks.every(Number.isFinite)).toBe(true)
})

test('a value in the middle of the ends is in the middle of the plot', () => {
  expect(plotScale([-10, 10]).placeOf(0)).toBeCloseTo(0.5)
  expect(plotScale([0]).placeOf(0)).toBe(0.5)
})
