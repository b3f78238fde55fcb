import type { MetricsSample } from '../protocol/metricsSample.ts'

/** Counts events per second for the charts. Only the last minutes are kept. */
export interface Metrics {
  /** Events that were not known before. */
  happened(count: number): void
  received(destination: string, count: number): void
  /** Milliseconds between the call of `track` and the arrival at the collector. */
  delays(ms: readonly number[]): void
  evaluated(key: string, variation: string, count: number): void
  /** The kept seconds with activity, the oldest first. */
  all(): readonly MetricsSample[]
  /** The seconds that changed since the last call. */
  changed(): readonly MetricsSample[]
}

const KEPT_SECONDS = 600
/** The most numbers per second from which percentiles are computed. If there are more, they are sampled. */
const MAX_DELAYS = 2000
const MAX_NAMES = 200

interface Second {
  readonly at: number
  events: number
  readonly received: Map<string, number>
  readonly evaluations: Map<string, Map<string, number>>
  readonly delays: number[]
  delayCount: number
  isChanged: boolean
}

export function createMetrics(now: () => number = Date.now): Metrics {
  let seconds: Second[] = []

  function current(): Second {
    const at = Math.floor(now() / 1000) * 1000
    const last = seconds.at(-1)
    if (last?.at === at) return Object.assign(last, { isChanged: true })
    const next = {
      at,
      events: 0,
      received: new Map(),
      evaluations: new Map(),
      delays: [],
      delayCount: 0,
      isChanged: true,
    }
    seconds = [...seconds.filter((one) => one.at > at - KEPT_SECONDS * 1000), next]
    return next
  }

  return {
    happened(count) {
      if (count > 0) current().events += count
    },
    received: (destination, count) => add(current().received, destination, count),
    delays(ms) {
      const second = current()
      for (const one of ms) {
        // Negative if a clock was adjusted.
        const delay = Math.max(0, one)
        if (second.delays.length < MAX_DELAYS) second.delays.push(delay)
        else second.delays[second.delayCount % MAX_DELAYS] = delay
        second.delayCount++
      }
    },
    evaluated(key, variation, count) {
      const { evaluations } = current()
      const ofFlag = evaluations.get(key) ?? new Map<string, number>()
      if (!evaluations.has(key) && evaluations.size < MAX_NAMES) evaluations.set(key, ofFlag)
      add(ofFlag, variation, count)
    },
    all: () => seconds.map(sample),
    changed() {
      const changed = seconds.filter((one) => one.isChanged)
      for (const one of changed) one.isChanged = false
      return changed.map(sample)
    },
  }
}

function add(counts: Map<string, number>, name: string, count: number): void {
  const before = counts.get(name)
  if (before !== undefined || counts.size < MAX_NAMES) counts.set(name, (before ?? 0) + count)
}

function sample({ at, events, received, evaluations, delays, delayCount }: Second): MetricsSample {
  const sorted = [...delays].sort((a, b) => a - b)
  const quantile = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0
  return {
    at,
    events,
    received: Object.fromEntries(received),
    ...(delayCount > 0 && {
      delay: { count: delayCount, p50: quantile(0.5), p95: quantile(0.95), max: quantile(1) },
    }),
    evaluations: Object.fromEntries([...evaluations].map(([key, counts]) => [key, Object.fromEntries(counts)])),
  }
}
