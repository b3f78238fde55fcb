import { setTimeout } from 'node:timers/promises'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { CollectorOptions } from '../collectorOptions.ts'
import type { LossReport, LossTimes } from '../store/lossReport.ts'

export interface Metrics extends Required<Pick<CollectorOptions, 'onStored' | 'onAnswered'>> {
  /** In the text format of Prometheus. */
  text(): Promise<string>
  readonly contentType: string
  /** From now on, the figures of this store are read, too. */
  readFrom(readLoss: ReadLoss | undefined, kafkaBehindMs: KafkaBehindMs | undefined): void
}

type ReadLoss = (times: LossTimes) => Promise<LossReport>
type KafkaBehindMs = () => Promise<number>

/** Seconds. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]

/** How old the figures of the loss meter may be in milliseconds. */
const LOSS_MS = 60_000
/** For how long a scrape waits for them, in milliseconds. The next one has them. */
const WAIT_MS = 100

/**
 * @param readLoss - of the store, if it can be read
 * @param kafkaBehindMs - of the outlet, if events go to Kafka as well
 */
export function createMetrics(readLoss?: ReadLoss, kafkaBehindMs?: KafkaBehindMs): Metrics {
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
    help: 'Answers to batches by their status.',
    labelNames: ['status'] as const,
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
  let behind: Gauge | undefined
  let measuredAt = -Infinity

  function readFrom(read: typeof readLoss, behindMs: typeof kafkaBehindMs): void {
    readLoss = read
    kafkaBehindMs = behindMs
    behind =
      behindMs &&
      new Gauge({
        name: 'telltale_collector_kafka_behind_seconds',
        help: 'How long ago the first event arrived that Kafka does not have. 0 when it has all.',
        registers,
      })
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
    if (Date.now() - measuredAt < LOSS_MS) return
    measuredAt = Date.now()
    await measureLoss()
  }

  readFrom(readLoss, kafkaBehindMs)

  return {
    readFrom,
    contentType: registry.contentType,
    onStored: (_, outcomes) => {
      for (const outcome of outcomes) if (typeof outcome === 'string') events.inc({ outcome })
    },
    onAnswered: ({ status, storeMs, refused }) => {
      answers.inc({ status: String(status) })
      if (storeMs !== undefined) latency.observe(storeMs / 1000)
      if (refused > 0) events.inc({ outcome: 'refused' }, refused)
    },
    async text() {
      // Without the loss meter, the other figures still count.
      await Promise.race([refreshLoss().catch(() => undefined), setTimeout(WAIT_MS, undefined, { ref: false })])
      behind?.set(((await kafkaBehindMs?.().catch(() => undefined)) ?? Number.NaN) / 1000)
      return registry.metrics()
    },
  }
}
