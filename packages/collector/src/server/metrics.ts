import { setTimeout } from 'node:timers/promises'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { CollectorOptions } from '../collectorOptions.ts'
import type { LossReport, LossTimes } from '../store/lossReport.ts'
import { createGauges, type GaugeSources, SELDOM_MS, WAIT_MS } from './gauges.ts'

export interface Metrics extends Required<Pick<CollectorOptions, 'onStored' | 'onAnswered'>> {
  /** In the text format of Prometheus. */
  text(): Promise<string>
  readonly contentType: string
  /** From now on, these figures are read, too. To be called once. */
  readFrom(sources: FigureSources): void
}

export interface FigureSources extends GaugeSources {
  /** Of the store, if it can be read. */
  readonly readLoss?: ((times: LossTimes) => Promise<LossReport>) | undefined
}

/** Seconds. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]

export function createMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
  const events = new Counter({
    name: 'telltale_collector_events_total',
    help: 'Events by what the store has done with them: new, known (a copy), stored, erased or refused.',
    labelNames: ['outcome'] as const,
    registers,
  })
  const answers = new Counter({
    name: 'telltale_collector_answers_total',
    help: 'Answers to batches by their status, and by why they are so.',
    labelNames: ['status', 'reason'] as const,
    registers,
  })
  const latency = new Histogram({
    name: 'telltale_collector_store_seconds',
    help: 'How long the store has taken for a batch.',
    buckets: BUCKETS,
    registers,
  })
  const loss = new Gauge({
    name: 'telltale_collector_pages_events',
    help: 'Events of all pages that are known, by what has become of them: stored, explained, onTheWay, outstanding, unexplained.',
    labelNames: ['state'] as const,
    registers,
  })
  let gauges = createGauges({}, registers)
  let readLoss: FigureSources['readLoss']
  let measuredAt = -Infinity

  function readFrom(sources: FigureSources): void {
    readLoss = sources.readLoss
    gauges = createGauges(sources, registers)
    measuredAt = -Infinity
    // The first scrape has figures, too, even if its own come late.
    void measureLoss().catch(() => undefined)
  }

  async function measureLoss(): Promise<void> {
    if (!readLoss) return
    const { stored, explained, onTheWay, outstanding, unexplained } = await readLoss({ now: Date.now() })
    const sum = Object.values(explained).reduce((all, one) => all + one, 0)
    loss.reset()
    for (const [state, count] of Object.entries({ stored, explained: sum, onTheWay, outstanding, unexplained }))
      loss.set({ state }, count)
  }

  async function refreshLoss(): Promise<void> {
    if (Date.now() - measuredAt < SELDOM_MS) return
    measuredAt = Date.now()
    await measureLoss()
  }

  return {
    readFrom,
    contentType: registry.contentType,
    onStored: (_, outcomes) => {
      for (const outcome of outcomes) if (typeof outcome === 'string') events.inc({ outcome })
    },
    onAnswered: ({ status, reason, storeMs, refused }) => {
      answers.inc({ status: String(status), reason })
      if (storeMs !== undefined) latency.observe(storeMs / 1000)
      if (refused > 0) events.inc({ outcome: 'refused' }, refused)
    },
    async text() {
      // Without the loss meter, the other figures still count.
      const losses = Promise.race([
        refreshLoss().catch(() => undefined),
        setTimeout(WAIT_MS, undefined, { ref: false }),
      ])
      await Promise.all([losses, gauges.refresh()])
      return registry.metrics()
    },
  }
}
