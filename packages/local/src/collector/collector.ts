import type { Delivery } from './collectedEvent.ts'
import type { EventStore, StoredEvent } from './eventStore.ts'
import { type LossReport, type LossTimes, lossReport, ON_THE_WAY_MS, OUTSTANDING_MS } from './lossMeter.ts'

/** Counts since the collector was started. */
export interface CollectorTotals {
  /** Stored events, including those of earlier runs. */
  readonly stored: number
  /** Events that arrived again since the start and were dropped because their id was known. */
  readonly known: number
}

export interface Collector {
  /** Resolves when the new events are durable. */
  collect(delivery: Delivery): Promise<{ readonly accepted: number; readonly known: number }>
  totals(): CollectorTotals
  recent(limit: number, skip?: number): Promise<readonly StoredEvent[]>
  pages(): AsyncGenerator<readonly StoredEvent[]>
  /** How many events are missing, and why. */
  loss(times?: Partial<LossTimes>): Promise<LossReport>
  /** Called with the new events, and with the ids of those that were already known. */
  subscribe(listener: (events: readonly StoredEvent[], known: readonly string[]) => void): () => void
}

export async function createCollector(store: EventStore): Promise<Collector> {
  const listeners = new Set<(events: readonly StoredEvent[], known: readonly string[]) => void>()
  let stored = await store.count()
  let known = 0

  return {
    async collect(delivery) {
      const fresh = await store.add(delivery)
      const kept = new Set(fresh.map(({ event }) => event))
      const dropped = delivery.events.filter((event) => !kept.has(event)).map(({ id }) => id)
      stored += fresh.length
      known += dropped.length
      for (const listener of [...listeners]) listener(fresh, dropped)
      return { accepted: fresh.length, known: dropped.length }
    },
    totals: () => ({ stored, known }),
    recent: (limit, skip) => store.recent(limit, skip),
    pages: () => store.pages(),
    loss: async (times) =>
      lossReport(await store.numbers(), {
        now: Date.now(),
        onTheWayMs: ON_THE_WAY_MS,
        outstandingMs: OUTSTANDING_MS,
        ...times,
      }),
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
