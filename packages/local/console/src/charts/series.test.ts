import { describe, expect, test } from 'vitest'
import type { MetricsSample } from '../../../src/protocol/metricsSample.ts'
import { delays } from './series.ts'

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
