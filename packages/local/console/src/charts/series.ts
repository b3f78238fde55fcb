import type { MetricsSample } from '../../../src/protocol/metricsSample.ts'
import type { Stretch } from './stretch.ts'

/** Milliseconds. */
const SECOND = 1000

export interface DelayPoint {
  readonly at: number
  readonly p50: number | undefined
  readonly p95: number | undefined
}

/** Delivery delays, a point for each step. Steps without arrivals have no value. */
export function delays(samples: readonly MetricsSample[], stretch: Stretch): readonly DelayPoint[] {
  return steps(samples, stretch).map(({ at, inside }) => {
    const reported = inside.flatMap(({ delay }) => delay ?? [])
    if (reported.length === 0) return { at, p50: undefined, p95: undefined }
    const count = sum(reported.map((delay) => delay.count))
    // Combines medians weighted by their counts, and takes the maximum of the slowest.
    const p50 = sum(reported.map((delay) => delay.p50 * delay.count)) / count
    return { at, p50: Math.round(p50), p95: Math.max(...reported.map((delay) => delay.p95)) }
  })
}

/** How often each variation of a flag was evaluated. */
export interface ServedPoint {
  readonly at: number
  /** Per second, by the index of the variation, or `fallback`. */
  readonly rates: Readonly<Record<string, number>>
}

/** A point for each step. */
export function servedPoints(samples: readonly MetricsSample[], key: string, stretch: Stretch): readonly ServedPoint[] {
  return steps(samples, stretch).map(({ at, inside }) => {
    const rates = Object.create(null) as Record<string, number>
    for (const { evaluations } of inside)
      for (const [variation, count] of Object.entries(evaluations[key] ?? {}))
        rates[variation] = (rates[variation] ?? 0) + count / stretch.step
    return { at, rates }
  })
}

/** The variations that were served: in the order of the flag, the application's fallback last. */
export function servedVariations(points: readonly ServedPoint[]): readonly string[] {
  const place = (variation: string) => (variation === 'fallback' ? Infinity : Number(variation))
  return [...new Set(points.flatMap(({ rates }) => Object.keys(rates)))].sort((a, b) => place(a) - place(b))
}

function steps(samples: readonly MetricsSample[], { until, seconds, step }: Stretch) {
  const length = step * SECOND
  // Steps begin at whole multiples, so that a point does not move as time passes.
  const end = Math.floor(until / length) * length
  const first = end - (Math.ceil(seconds / step) - 1) * length
  const byStep = new Map<number, MetricsSample[]>()
  for (const sample of samples) {
    const at = Math.floor(sample.at / length) * length
    byStep.set(at, [...(byStep.get(at) ?? []), sample])
  }
  return Array.from({ length: Math.round((end - first) / length) + 1 }, (_, index) => {
    const at = first + index * length
    return { at, inside: byStep.get(at) ?? [] }
  })
}

function sum(figures: readonly number[]): number {
  return figures.reduce((total, figure) => total + figure, 0)
}
