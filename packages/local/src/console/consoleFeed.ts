import type { Context } from 'hono'
import type { Collector, NewestEvents, ReceivedEvent } from '../collector/collector.ts'
import type { EventLives } from '../life/eventLives.ts'
import { createEventStream, type EventStream } from '../server/eventStream.ts'
import type { VendorRecords } from '../vendors/vendorRecords.ts'
import type { Metrics } from '../figures/metrics.ts'
import type { ConsoleConnections } from '../protocol/consoleConnections.ts'
import type { ConsoleMessage, ConsoleState } from './consoleMessage.ts'
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
/** A console that opens gets so many events, or fewer if they have so many characters. It asks for older ones. */
const FIRST_ROWS = 3000
const FIRST_LENGTH = 4 * 1024 * 1024
/** How many events are read at once. */
const PAGE = 500
/** As many fill a screen at once. */
const FIRST_PAGE = 100
/** The most events in one message, and their approximate size in characters: a larger message would block the page. */
const ROWS_AT_ONCE = 1000
const LENGTH_AT_ONCE = 256 * 1024
// Batches a burst of events into one message.
const GATHER_MS = 100
/** Milliseconds between two messages about connections, which change all the time. */
const CONNECTIONS_MS = 1000
const METRICS_MS = 1000
const HEARTBEAT_MS = 30_000
/** Milliseconds after which a browser reconnects when the process has been restarted. */
const RETRY_MS = 1000
/** While this many bytes are pending, a console receives no further part of the history. */
const MAX_PENDING_BYTES = 256 * 1024
const LOOK_AGAIN_MS = 20

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

  /** Sends the history as fast as the console reads it. New events are sent to the console in the meantime. */
  async function sendHistory(stream: EventStream, first: NewestEvents): Promise<void> {
    const sendSlowly = async (message: ConsoleMessage) => {
      stream.send(JSON.stringify(message))
      while (open.has(stream) && stream.pendingBytes() > MAX_PENDING_BYTES)
        await new Promise((go) => setTimeout(go, LOOK_AGAIN_MS))
    }
    await sendVendors(sendSlowly)
    catchingUp.delete(stream)
    for (const some of pieces([...lives.all()].reverse())) await sendSlowly({ type: 'life', lives: some })
    let [count, length, { cursor }] = [first.events.length, lengthOf(first.events), first]
    while (cursor !== undefined && count < FIRST_ROWS && length < FIRST_LENGTH && open.has(stream)) {
      const page = await collector.newest(PAGE, cursor)
      ;({ cursor } = page)
      count += page.events.length
      length += lengthOf(page.events)
      for (const events of pieces(page.events))
        await sendSlowly({ type: 'older', events, totals: collector.totals(), isMoreComing: true })
    }
    await sendSlowly(olderMessage({ events: [], ...(cursor !== undefined && { cursor }) }))
    if (open.has(stream)) await sendSlowly({ type: 'accounts', people: [...(await accounts.all())] })
  }

  const olderMessage = ({ events, cursor }: NewestEvents): ConsoleMessage => ({
    ...{ type: 'older', events, totals: collector.totals() },
    ...(cursor !== undefined && { olderThan: cursor }),
  })

  /** Sends all vendor records, the newest last. */
  async function sendVendors(sendOne: (message: ConsoleMessage) => Promise<void>): Promise<void> {
    let last = -1
    do {
      const [records = []] = pieces(vendors.all().filter(({ seq }) => seq > last))
      await sendOne({ type: 'vendors', records, isAll: last < 0 })
      last = records.at(-1)?.seq ?? last
    } while (vendors.all().some(({ seq }) => seq > last))
  }

  return {
    async open(c) {
      const first = await collector.newest(FIRST_PAGE)
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
      void sendHistory(stream, first)
      return stream.response
    },
    older: async (before) => olderMessage(await collector.newest(PAGE, before)),
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

const lengthOf = (events: readonly ReceivedEvent[]) => JSON.stringify(events).length

/** Splits a list into chunks that fit into one message. */
function* pieces<T>(all: readonly T[]): Generator<readonly T[]> {
  let [piece, length]: [T[], number] = [[], 0]
  for (const one of all) {
    const more = JSON.stringify(one).length
    if (piece.length > 0 && (length + more > LENGTH_AT_ONCE || piece.length === ROWS_AT_ONCE)) {
      yield piece
      ;[piece, length] = [[], 0]
    }
    piece.push(one)
    length += more
  }
  if (piece.length > 0) yield piece
}
