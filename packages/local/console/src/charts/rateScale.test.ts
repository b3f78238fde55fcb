import { expect, test } from 'vitest'
import { rateScale } from './rateScale.ts'

const scaleOf = (...rates: readonly number[]) => rateScale(rates)

test('rateScale is linear for rates of similar size, and for no data', () => {
  for (const scale of [scaleOf(), scaleOf(0, 0), scaleOf(1, 0, 2, 3), scaleOf(500)])
    expect(scale).toEqual({ type: 'linear' })
})

test('rateScale is logarithmic for a burst, so that the usual rate stays visible', () => {
  expect(scaleOf(1, 2, 0, 1, 400)).toEqual({ type: 'logarithmic', ticks: [0, 1, 10, 100, 1000] })
})

test('rateScale is logarithmic for a burst of a few events among rates below one', () => {
  expect(scaleOf(0.5, 0.5, 0.5, 8)).toEqual({ type: 'logarithmic', ticks: [0, 1, 10] })
})
