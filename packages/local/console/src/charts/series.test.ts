import { describe, expect, test } from 'vitest'
import type { MetricsSample } from '../../../src/protocol/metricsSample.ts'
import { delays, servedPoints, servedVariations } from './series.ts'

const T = 1_000_000_000
const sample = (second: number, more: Partial<MetricsSample>): MetricsSample => ({
  at: T + second * 1000,
  events: 0,
  received: {},
  evaluations: {},
  ...more,
})

describe('delays', () => {
  const delay = (count: number, p50: number, p95: number) => ({ delay: { count, p50, p95, max: p95 } })

  test('have no value in seconds without arrivals', () => {
    expect(delays([], { until: T, seconds: 1, step: 1 })).toEqual([{ at: T, p50: undefined, p95: undefined }])
  })

  test('of several seconds are weighted by the number of events, and keep the slowest', () => {
    const samples = [sample(0, delay(3, 100, 200)), sample(1, delay(1, 500, 900))]
    expect(delays(samples, { until: T + 1000, seconds: 2, step: 2 })).toEqual([{ at: T, p50: 200, p95: 900 }])
  })
})

describe('servedPoints', () => {
  const served = (second: number, counts: Readonly<Record<string, number>>) =>
    sample(second, { evaluations: { layout: counts, other: { 0: 99 } } })

  test('count the evaluations of one flag per second, by variation', () => {
    const samples = [served(0, { 0: 4, fallback: 1 }), served(1, { 0: 2, 1: 8 }), served(4, { 1: 3 })]
    const points = servedPoints(samples, 'layout', { until: T + 5000, seconds: 6, step: 2 })
    expect(points.map(({ rates }) => rates)).toEqual([{ 0: 3, fallback: 0.5, 1: 4 }, {}, { 1: 1.5 }])
    expect(servedVariations(points)).toEqual(['0', '1', 'fallback'])
  })

  test('are empty for a flag without evaluations', () => {
    const points = servedPoints([served(0, { 0: 4 })], 'unused', { until: T, seconds: 2, step: 1 })
    expect(points.map(({ rates }) => rates)).toEqual([{}, {}])
    expect(servedVariations(points)).toEqual([])
  })
})
