import type { Context } from 'hono'
import type { Collector, ReceivedEvent } from '../collector/collector.ts'
import type { EventLives } from '../life/eventLives.ts'
import { createEventStream, type EventStream } from '../server/eventStream.ts'
import type { VendorRecords } from '../vendors/vendorRecords.ts'
import type { Metrics } from '../figures/metrics.ts'
import type { ConsoleConnections } from '../protocol/consoleConnections.ts'
import type { ConsoleMessage, ConsoleState } from './consoleMessage.ts'
import { createConsoleHistory } from './consoleHistory.ts'
import { latestAccounts } from './latestAccounts.ts'
import { createLossWatch } from './lossWatch.ts'
import type { EventLife } from '../protocol/eventLife.ts'
import type { VendorRecord } from '../protocol/vendorRecord.ts'

/** The streams of open consoles. */
export interface ConsoleFeed {
  open(c: Context): Promise<Response>
  /** The events before a cursor, for a console that scrolls to them or searches them. */
  older(before: string): Promise<ConsoleMessage>
  /** Call this when the state has changed. */
  stateChanged(): void
  connectionsChanged(): void
  close(): void
}

export interface ConsoleFeedNeeds {
  readonly state: () => ConsoleState
  readonly connections: () => ConsoleConnections
  readonly collector: Collector
  readonly lives: EventLives
  readonly vendors: VendorRecords
  readonly metrics: Metrics
}

/** The most events that are gathered for one message: nobody can read more in the console. */
const MAX_ROWS = 100_000
// Batches a burst of events into one message.
const GATHER_MS = 100
/** Milliseconds between two messages about connections, which change all the time. */
const CONNECTIONS_MS = 1000
const METRICS_MS = 1000
const HEARTBEAT_MS = 30_000
/** Milliseconds after which a browser reconnects when the process has been restarted. */
const RETRY_MS = 1000

export function createConsoleFeed({
  state,
  connections,
  collector,
  lives,
  vendors,
  metrics,
}: ConsoleFeedNeeds): ConsoleFeed {
  const open = new Set<EventStream>()
  /** The consoles that have not received all earlier vendor records yet. */
  const catchingUp = new Set<EventStream>()
  let arrived: ReceivedEvent[] = []
  let changedLives = new Map<string, EventLife>()
  let newRecords: VendorRecord[] = []
  let news = { events: false, state: false, vendors: false }
  let gathering: NodeJS.Timeout | undefined
  let connecting: NodeJS.Timeout | undefined

  function send(message: ConsoleMessage): void {
    const data = JSON.stringify(message)
    const isVendorNews = message.type === 'vendors' && !message.isAll
    for (const stream of [...open]) if (!isVendorNews || !catchingUp.has(stream)) stream.send(data)
  }

  function soon(): void {
    gathering ??= setTimeout(() => {
      gathering = undefined
      const [now, events, records, changed] = [news, arrived, newRecords, changedLives]
      news = { events: false, state: false, vendors: false }
      arrived = []
      newRecords = []
      changedLives = new Map()
      if (now.state) send({ type: 'state', state: state() })
      if (now.events) send({ type: 'arrived', events: [...events].reverse(), totals: collector.totals() })
      if (changed.size > 0) send({ type: 'life', lives: [...changed.values()] })
      if (now.vendors) send({ type: 'vendors', records, isAll: false })
    }, GATHER_MS)
  }

  function whenOpen(work: () => void): void {
    if (open.size === 0) return
    work()
    soon()
  }

  const lossWatch = createLossWatch(collector, (loss) => send({ type: 'loss', loss }))
  const accounts = latestAccounts(collector)
  const history = createConsoleHistory({ collector, lives, vendors, accounts })
  const unsubscribes = [
    collector.subscribe((events) =>
      whenOpen(() => {
        lossWatch.changed()
        arrived.push(...events)
        arrived = arrived.slice(-MAX_ROWS)
        news.events = true
      }),
    ),
    lives.subscribe((changed) =>
      whenOpen(() => {
        for (const life of changed) changedLives.set(life.id, life)
      }),
    ),
    vendors.subscribe((records) =>
      whenOpen(() => {
        // If nothing is new, the records were cleared.
        if (records.length === 0) send({ type: 'vendors', records: [], isAll: true })
        newRecords = records.length === 0 ? [] : [...newRecords, ...records]
        news.vendors = newRecords.length > 0
      }),
    ),
  ]
  const heartbeat = setInterval(() => {
    for (const stream of [...open]) stream.comment()
    // An event that is on its way becomes outstanding after a time.
    if (open.size > 0) lossWatch.changed()
  }, HEARTBEAT_MS)
  const measuring = setInterval(() => {
    const samples = metrics.changed()
    if (open.size > 0 && samples.length > 0) send({ type: 'metrics', samples })
  }, METRICS_MS)

  return {
    async open(c) {
      const first = await history.first()
      const stream = createEventStream(c, () => {
        open.delete(stream)
        catchingUp.delete(stream)
      })
      const sendFirst = (message: ConsoleMessage) => stream.send(JSON.stringify(message))
      stream.retry(RETRY_MS)
      sendFirst({ type: 'state', state: state() })
      sendFirst({ type: 'history', events: first.events, totals: collector.totals(), isMoreComing: true })
      sendFirst({ type: 'connections', connections: connections() })
      sendFirst({ type: 'metrics', samples: metrics.all() })
      open.add(stream)
      catchingUp.add(stream)
      lossWatch.opened()
      const isOpen = () => open.has(stream)
      void history.send({ stream, isOpen, onVendorsSent: () => catchingUp.delete(stream) }, first)
      return stream.response
    },
    older: history.older,
    stateChanged: () => whenOpen(() => (news.state = true)),
    connectionsChanged() {
      if (open.size === 0) return
      connecting ??= setTimeout(() => {
        connecting = undefined
        send({ type: 'connections', connections: connections() })
      }, CONNECTIONS_MS)
    },
    close() {
      for (const unsubscribe of unsubscribes) unsubscribe()
      lossWatch.close()
      accounts.close()
      clearInterval(heartbeat)
      clearInterval(measuring)
      clearTimeout(gathering)
      clearTimeout(connecting)
      for (const stream of [...open]) stream.close()
    },
  }
}
