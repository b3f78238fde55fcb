import { setImmediate } from 'node:timers/promises'
import type { Context } from 'hono'
import type { StreamConnection } from '../protocol/consoleConnections.ts'
import { createEventStream, type EventStream, type StreamEnd } from '../server/eventStream.ts'
import type { FlagStore } from './flagStore.ts'
import {
  createFlagSource,
  createServerSource,
  type FlagSubscription,
  type Message,
  type MessageSource,
} from './messageSource.ts'

/** The open flag streams. After each change, every stream receives the differences for its context. */
export interface FlagStreams {
  /** Answers `c` with a stream that begins with all flags of a context. */
  open(c: Context, subscription: FlagSubscription): Response
  /** Answers `c` with a stream that sends `notice` at the start and at each change, for clients that then poll. */
  openNotices(c: Context, notice: Notice): Response
  /** Answers `c`, a server SDK, with a stream that begins with all flags and segments of an environment. */
  openServer(c: Context, environment: string): Response
  /** Open streams, then recently ended ones. The newest come first. */
  connections(): readonly StreamConnection[]
  /** How many streams are open. */
  count(): number
  /** Closes all streams and returns how many there were. Clients reconnect. */
  endAll(): number
  /** Calls `listener` when a stream was opened or closed. */
  subscribe(listener: () => void): () => void
  close(): void
}

export interface Notice extends Message {
  /** A client-side id. */
  readonly environment: string
}

interface OpenStream {
  readonly connection: Pick<StreamConnection, 'id' | 'kind' | 'environment' | 'contextKey' | 'origin' | 'since'>
  readonly stream: EventStream
  readonly source: MessageSource
  /** The version of the flags that the client knows. */
  version: number
  messages: number
  lastMessageAt: number | undefined
}

const HEARTBEAT_MS = 60_000
/** Closed streams that the console still shows. */
const MAX_ENDED = 20
/** Open streams that the console shows. */
const MAX_SHOWN = 200

export function createFlagStreams(store: FlagStore, heartbeatMs: number = HEARTBEAT_MS): FlagStreams {
  const open = new Set<OpenStream>()
  const listeners = new Set<() => void>()
  let ended: readonly StreamConnection[] = []
  let lastId = 0
  let isPushing = false

  function announce(): void {
    for (const listener of [...listeners]) listener()
  }

  /** Changes that arrive while streams are updated are sent together in the next round. */
  async function push(): Promise<void> {
    if (isPushing) return
    isPushing = true
    try {
      for (let behind = streamsBehind(); behind.length > 0; behind = streamsBehind())
        for (const one of behind) {
          if (open.has(one)) await updateStream(one)
          // Evaluation is synchronous: without a pause, requests would wait until all streams are updated.
          await setImmediate()
        }
    } finally {
      isPushing = false
    }
  }

  function streamsBehind(): OpenStream[] {
    return [...open].filter(({ version }) => version !== store.now().version)
  }

  async function updateStream(one: OpenStream): Promise<void> {
    const now = store.now()
    const messages = await one.source.update(now)
    one.version = now.version
    if (messages === undefined) one.stream.close()
    else send(one, messages)
  }

  function send(one: OpenStream, messages: readonly Message[]): void {
    for (const { data, event } of messages) one.stream.send(data, event)
    if (messages.length === 0) return
    one.messages += messages.length
    one.lastMessageAt = Date.now()
  }

  function openStream(c: Context, source: MessageSource): Response {
    const origin = c.req.header('origin')
    const stream = createEventStream(c, (end) => {
      open.delete(one)
      ended = [{ ...connectionOf(one), ...endOf(end) }, ...ended].slice(0, MAX_ENDED)
      announce()
    })
    const one: OpenStream = {
      connection: { id: ++lastId, ...source.shown, ...(origin !== undefined && { origin }), since: Date.now() },
      stream,
      source,
      version: source.version,
      messages: 0,
      lastMessageAt: undefined,
    }
    open.add(one)
    announce()
    send(one, [source.first])
    // There may have been a change since the first message was created.
    void push()
    return stream.response
  }

  function endAll(): number {
    const all = [...open]
    for (const { stream } of all) stream.close()
    return all.length
  }

  const unsubscribe = store.subscribe(() => void push())
  const heartbeat = setInterval(() => {
    for (const { stream } of open) stream.comment()
  }, heartbeatMs)

  return {
    open: (c, subscription) => openStream(c, createFlagSource(subscription)),
    openNotices: (c, { environment, ...notice }) =>
      openStream(c, {
        shown: { kind: 'notices', environment, contextKey: '' },
        first: notice,
        version: store.now().version,
        update: async () => [notice],
      }),
    openServer: (c, environment) => openStream(c, createServerSource(environment, store.now())),
    connections: () => [...[...open].slice(-MAX_SHOWN).reverse().map(connectionOf), ...ended],
    count: () => open.size,
    endAll,
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    close() {
      clearInterval(heartbeat)
      unsubscribe()
      endAll()
      listeners.clear()
    },
  }
}

function connectionOf({ connection, messages, lastMessageAt }: OpenStream): StreamConnection {
  return { ...connection, messages, ...(lastMessageAt !== undefined && { lastMessageAt }) }
}

const ERRORS: Readonly<Record<StreamEnd, string | undefined>> = {
  closed: 'Closed by the services.',
  disconnected: undefined,
  fault: 'Ended by a simulated fault.',
  'too slow': 'The client was too slow.',
}

function endOf(end: StreamEnd): Pick<StreamConnection, 'endedAt' | 'lastError'> {
  const at = Date.now()
  const message = ERRORS[end]
  return { endedAt: at, ...(message !== undefined && { lastError: { at, message } }) }
}
