import {
  type Application,
  type CollectedEvent,
  createCollector as createDoor,
  type LossReport,
  lossReport,
  type LossTimes,
} from '@telltale/collector'

import type { FollowedStore } from './followStore.ts'

/** An event, and when and from which application it arrived. */
export interface ReceivedEvent {
  readonly event: CollectedEvent
  readonly app: Application
  /** Milliseconds since 1970, by this machine's clock. */
  readonly receivedAt: number
  /** By how many milliseconds the clock of its page was ahead of it. */
  readonly clockAheadMs?: number
}

/** Counts since the collector was started. */
export interface CollectorTotals {
  /** Stored events, including those of earlier runs. */
  readonly stored: number
  /** Events that arrived again since the start and were dropped because their id was known. */
  readonly known: number
}

/** The limits of the collector. */
export interface CollectorLimits {
  /** The largest delivery in bytes, uncompressed. A larger one is answered with 413. */
  readonly maxBytes?: number
  /** The most deliveries per second. More are answered with 429. */
  readonly maxPerSecond?: number
}

/** The collector of production, and what the console shows of it. */
export interface Collector {
  /** Answers a delivery. It is acknowledged only when the new events are durable. */
  fetch(request: Request): Promise<Response>
  totals(): CollectorTotals
  /** The newest of the stored events, or those before a cursor, at most so many. */
  newest(limit: number, before?: string): Promise<NewestEvents>
  /** All events, the oldest first, one page at a time: they may not fit into memory. */
  pages(): AsyncGenerator<readonly ReceivedEvent[]>
  /** How many events are missing, and why. */
  loss(times?: Partial<LossTimes>): Promise<LossReport>
  /** Called with the new events, and with the ids of those that were already known. */
  subscribe(listener: Listener): () => void
}

/** Stored events, the newest first. */
export interface NewestEvents {
  readonly events: readonly ReceivedEvent[]
  /** Stands for the older ones. Absent if there are none. */
  readonly cursor?: string
}

type Listener = (events: readonly ReceivedEvent[], known: readonly string[]) => void

export interface CollectorNeeds {
  readonly limits: CollectorLimits
  /** Called with messages for the terminal. */
  readonly log: (line: string) => void
}

/** Rows. */
const PAGE = 1000

export async function createCollector(store: FollowedStore, { limits, log }: CollectorNeeds): Promise<Collector> {
  const { maxBytes, maxPerSecond } = limits
  const listeners = new Set<Listener>()
  let stored = await store.count()
  let known = 0

  const door = createDoor({
    sink: store,
    limits: {
      ...(maxBytes !== undefined && { maxBytes }),
      ...(maxPerSecond !== undefined && { perSecond: maxPerSecond }),
    },
    log: (_level, message, { reason } = {}) => log(reason === undefined ? message : `${message} (${String(reason)})`),
    onStored({ app, receivedAt, clockAheadMs, events }, outcomes) {
      const fresh = events
        .filter((_, index) => outcomes[index] === 'new')
        .map((event) => ({ ...event, app, receivedAt, clockAheadMs }))
      const again = events.filter((_, index) => outcomes[index] === 'known').map(({ id }) => id)
      stored += fresh.length
      known += again.length
      const received = fresh.map(receivedEvent)
      for (const listener of [...listeners]) listener(received, again)
    },
  })

  store.follow((events) => {
    stored += events.length
    const received = events.map(receivedEvent)
    for (const listener of [...listeners]) listener(received, [])
  })

  return {
    fetch: (request) => door.fetch(request),
    totals: () => ({ stored, known }),
    async newest(limit, before) {
      const events = await store.newest(limit, before)
      const cursor = events.length < limit ? undefined : events.at(-1)?.cursor
      return { events: events.map(receivedEvent), ...(cursor !== undefined && { cursor }) }
    },
    async *pages() {
      for (let cursor: string | undefined; ;) {
        const events = await store.after(cursor, PAGE)
        if (events.length === 0) return
        yield events.map(receivedEvent)
        cursor = events.at(-1)?.cursor
      }
    },
    loss: async (times) => lossReport(await store.numbers(), { now: Date.now(), ...times }),
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

interface KeptEvent {
  readonly app: Application
  readonly receivedAt: number
  readonly clockAheadMs?: number
  /** The event as JSON. */
  readonly body: string
}

const receivedEvent = ({ app, receivedAt, clockAheadMs, body }: KeptEvent): ReceivedEvent => ({
  event: JSON.parse(body) as CollectedEvent,
  app,
  receivedAt,
  ...(clockAheadMs !== undefined && { clockAheadMs }),
})
