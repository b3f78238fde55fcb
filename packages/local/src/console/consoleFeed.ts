import type { StoredEvent } from '../collector/eventStore.ts'
import type { Collector } from '../collector/collector.ts'
import { eventStream, type EventStream } from '../server/eventStream.ts'
import type { ConsoleMessage, ConsoleState } from './consoleMessage.ts'

/** The streams of open consoles. */
export interface ConsoleFeed {
  open(): Promise<Response>
  /** To be called when anything but the events changed. */
  stateChanged(): void
  close(): void
}

export interface ConsoleFeedNeeds {
  readonly state: () => ConsoleState
  readonly collector: Collector
}

/** Rows. A console that shows more cannot be read. */
const HISTORY = 200
// A burst of a thousand events is one message, not a thousand.
const GATHER_MS = 100
const HEARTBEAT_MS = 30_000
/** Milliseconds after which a browser tries again when the process is restarted. */
const RETRY_MS = 1000

export function consoleFeed({ state, collector }: ConsoleFeedNeeds): ConsoleFeed {
  const open = new Set<EventStream>()
  let arrived: readonly StoredEvent[] = []
  let hasNewEvents = false
  let hasNewState = false
  let gathering: NodeJS.Timeout | undefined

  function send(message: ConsoleMessage): void {
    const data = JSON.stringify(message)
    for (const stream of [...open]) stream.send(data)
  }

  function soon(): void {
    gathering ??= setTimeout(() => {
      gathering = undefined
      if (hasNewState) send({ type: 'state', state: state() })
      if (hasNewEvents) send({ type: 'arrived', events: arrived, totals: collector.totals() })
      hasNewState = false
      hasNewEvents = false
      arrived = []
    }, GATHER_MS)
  }

  const unsubscribe = collector.subscribe((events) => {
    if (open.size === 0) return
    arrived = [...[...events].reverse(), ...arrived].slice(0, HISTORY)
    hasNewEvents = true
    soon()
  })
  const heartbeat = setInterval(() => {
    for (const stream of [...open]) stream.comment()
  }, HEARTBEAT_MS)

  return {
    async open() {
      const stream = eventStream(() => open.delete(stream))
      const history: ConsoleMessage = {
        type: 'history',
        events: await collector.recent(HISTORY),
        totals: collector.totals(),
      }
      stream.retry(RETRY_MS)
      stream.send(JSON.stringify({ type: 'state', state: state() } satisfies ConsoleMessage))
      stream.send(JSON.stringify(history))
      open.add(stream)
      return stream.response
    },
    stateChanged() {
      if (open.size === 0) return
      hasNewState = true
      soon()
    },
    close() {
      unsubscribe()
      clearInterval(heartbeat)
      clearTimeout(gathering)
      for (const stream of [...open]) stream.close()
    },
  }
}
