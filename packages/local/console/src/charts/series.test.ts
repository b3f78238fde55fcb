import { describe, expect, test } from 'vitest'
import type { MetricsSample } from '../../../src/protocol/metricsSample.ts'
import { delays, destinationsIn, rates } from './series.ts'

const T = 1_000_000_000
const sample = (second: number, more: Partial<MetricsSample>): MetricsSample => ({
  at: T + second * 1000,
  events: 0,
  received: {},
  evaluations: {},
  ...more,
})

test('the collector comes first among the destinations', () => {
  const samples = [sample(0, { received: { heap: 1, amplitude: 1 } }), sample(1, { received: { collector: 1 } })]
  expect(destinationsIn(samples)).toEqual(['collector', 'amplitude', 'heap'])
})

describe('rates', () => {
  const samples = [
    sample(0, { events: 4, received: { collector: 4 } }),
    sample(1, { events: 6, received: { collector: 2, heap: 6 } }),
  ]

  test('are zero in seconds without events', () => {
    const points = rates(samples, { until: T + 2000, seconds: 4, step: 1 })
    expect(
      points.map(({ at, events, received }) => [(at - T) / 1000, events, received['collector'], received['heap']]),
    ).toEqual([
      [-1, 0, 0, 0],
      [0, 4, 4, 0],
      [1, 6, 2, 6],
      [2, 0, 0, 0],
    ])
  })

  test('are per second, however long a step is', () => {
    const points = rates(samples, { until: T + 1500, seconds: 2, step: 2 })
    expect(points.at(-1)).toEqual({ at: T, events: 5, received: { collector: 3, heap: 3 } })
  })

  test('keep their times while the time range moves', () => {
    const at = (until: number) => rates(samples, { until, seconds: 20, step: 5 }).map((point) => point.at)
    expect(at(T + 4999)).toEqual(at(T))
  })
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
