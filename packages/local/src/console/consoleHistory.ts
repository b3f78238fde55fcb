import type { Collector, NewestEvents, ReceivedEvent } from '../collector/collector.ts'
import type { EventLives } from '../life/eventLives.ts'
import type { EventStream } from '../server/eventStream.ts'
import type { VendorRecords } from '../vendors/vendorRecords.ts'
import type { ConsoleMessage } from './consoleMessage.ts'
import type { LatestAccounts } from './latestAccounts.ts'

/** What happened before a console opened. */
export interface ConsoleHistory {
  /** The newest events, which fill a screen. */
  first(): Promise<NewestEvents>
  /** Sends everything else as fast as the console reads it. New messages are sent to the console in the meantime. */
  send(to: HistoryReader, first: NewestEvents): Promise<void>
  /** The events before a cursor. */
  older(before: string): Promise<ConsoleMessage>
}

export interface HistoryReader {
  readonly stream: EventStream
  isOpen(): boolean
  /** Called when the console has all earlier vendor records. */
  onVendorsSent(): void
}

export interface ConsoleHistoryNeeds {
  readonly collector: Collector
  readonly lives: EventLives
  readonly vendors: VendorRecords
  readonly accounts: Pick<LatestAccounts, 'all'>
}

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
/** While this many bytes are pending, a console receives no further part of the history. */
const MAX_PENDING_BYTES = 256 * 1024
const LOOK_AGAIN_MS = 20

type Send = (message: ConsoleMessage) => Promise<void>

export function createConsoleHistory({ collector, lives, vendors, accounts }: ConsoleHistoryNeeds): ConsoleHistory {
  /** Sends all vendor records, the newest last. */
  async function sendVendors(send: Send): Promise<void> {
    let last = -1
    do {
      const [records = []] = pieces(vendors.all().filter(({ seq }) => seq > last))
      await send({ type: 'vendors', records, isAll: last < 0 })
      last = records.at(-1)?.seq ?? last
    } while (vendors.all().some(({ seq }) => seq > last))
  }

  async function sendEvents(send: Send, isOpen: () => boolean, first: NewestEvents): Promise<void> {
    let [count, length, { cursor }] = [first.events.length, lengthOf(first.events), first]
    while (cursor !== undefined && count < FIRST_ROWS && length < FIRST_LENGTH && isOpen()) {
      const page = await collector.newest(PAGE, cursor)
      ;({ cursor } = page)
      count += page.events.length
      length += lengthOf(page.events)
      for (const events of pieces(page.events))
        await send({ type: 'older', events, totals: collector.totals(), isMoreComing: true })
    }
    await send(olderMessage({ events: [], ...(cursor !== undefined && { cursor }) }))
  }

  const olderMessage = ({ events, cursor }: NewestEvents): ConsoleMessage => ({
    ...{ type: 'older', events, totals: collector.totals() },
    ...(cursor !== undefined && { olderThan: cursor }),
  })

  return {
    first: () => collector.newest(FIRST_PAGE),
    async send({ stream, isOpen, onVendorsSent }, first) {
      const send: Send = async (message) => {
        stream.send(JSON.stringify(message))
        while (isOpen() && stream.pendingBytes() > MAX_PENDING_BYTES)
          await new Promise((go) => setTimeout(go, LOOK_AGAIN_MS))
      }
      await sendVendors(send)
      onVendorsSent()
      for (const some of pieces([...lives.all()].reverse())) await send({ type: 'life', lives: some })
      await sendEvents(send, isOpen, first)
      if (isOpen()) await send({ type: 'accounts', people: [...(await accounts.all())] })
    },
    older: async (before) => olderMessage(await collector.newest(PAGE, before)),
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
