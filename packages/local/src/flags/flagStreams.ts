import { setImmediate } from 'node:timers/promises'
import type { Context } from 'hono'
import type { StreamConnection } from '../console/consoleConnections.ts'
import { eventStream, type EventStream, type StreamEnd } from '../server/eventStream.ts'
import type { EvaluatedFlags } from './flagEngine.ts'
import { flagMap, flagMessages } from './flagMessages.ts'
import type { FlagsNow, FlagStore } from './flagStore.ts'
import { contextKey } from './readContext.ts'

/** The open streams of flags. After each change, every stream gets what changed for its context. */
export interface FlagStreams {
  /** Answers `c` with a stream that begins with all flags of a context. */
  open(c: Context, subscription: FlagSubscription): Response
  /** Answers `c` with a stream that sends `notice` at once and at each change, for clients that poll then. */
  openNotices(c: Context, notice: Notice): Response
  /** Open streams, then recently ended ones. The newest come first. */
  connections(): readonly StreamConnection[]
  /** How many streams are open. */
  count(): number
  /** Ends all streams, and returns how many there were. Clients connect again. */
  endAll(): number
  /** Calls `listener` when a stream was opened or ended. */
  subscribe(listener: () => void): () => void
  close(): void
}

export interface FlagSubscription {
  /** A client-side id. */
  readonly environment: string
  readonly context: unknown
  readonly withReasons: boolean
  /** The flags of the context at `version`. */
  readonly flags: EvaluatedFlags
  readonly version: number
}

export interface Notice extends Message {
  /** A client-side id. */
  readonly environment: string
}

interface Message {
  readonly event?: string
  readonly data: string
}

/** Where the messages of a stream come from. */
interface MessageSource {
  readonly shown: Pick<StreamConnection, 'kind' | 'environment' | 'contextKey'>
  readonly first: Message
  /** The version of the flags in `first`. */
  readonly version: number
  /** The messages about a change. `undefined` ends the stream, because its environment was removed. */
  update(now: FlagsNow): Promise<readonly Message[] | undefined>
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
/** Ended streams that the console still shows. */
const MAX_ENDED = 20
/** Open streams that the console shows. */
const MAX_SHOWN = 200

export function flagStreams(store: FlagStore, heartbeatMs: number = HEARTBEAT_MS): FlagStreams {
  const open = new Set<OpenStream>()
  const listeners = new Set<() => void>()
  let ended: readonly StreamConnection[] = []
  let lastId = 0
  let isPushing = false

  function announce(): void {
    for (const listener of [...listeners]) listener()
  }

  /** Changes that come while streams are updated are sent together in the next round. */
  async function push(): Promise<void> {
    if (isPushing) return
    isPushing = true
    try {
      for (let behind = streamsBehind(); behind.length > 0; behind = streamsBehind())
        for (const one of behind) {
          if (open.has(one)) await updateStream(one)
          // Evaluations never wait for anything: without a pause, requests would wait until all streams are updated.
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
    const stream = eventStream(c, (end) => {
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
    // A change may have come since the first message was made.
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
    open: (c, subscription) => openStream(c, flagSource(subscription)),
    openNotices: (c, { environment, ...notice }) =>
      openStream(c, {
        shown: { kind: 'notices', environment, contextKey: '' },
        first: notice,
        version: store.now().version,
        update: async () => [notice],
      }),
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

function flagSource({ environment, context, withReasons, flags, version }: FlagSubscription): MessageSource {
  let known = flags
  return {
    shown: { kind: 'flags', environment, contextKey: contextKey(context) },
    first: { event: 'put', data: JSON.stringify(flagMap(flags, version)) },
    version,
    async update(now) {
      const flagsNow = await now.environments.get(environment)?.engine.evaluate(context, { withReasons })
      if (flagsNow === undefined) return undefined
      const messages = flagMessages(known, flagsNow, now.version)
      known = flagsNow
      return messages.map(({ event, data }) => ({ event, data: JSON.stringify(data) }))
    },
  }
}

function connectionOf({ connection, messages, lastMessageAt }: OpenStream): StreamConnection {
  return { ...connection, messages, ...(lastMessageAt !== undefined && { lastMessageAt }) }
}

const ERRORS: Readonly<Record<StreamEnd, string | undefined>> = {
  closed: 'The services ended it.',
  disconnected: undefined,
  'too slow': 'The client was too far behind.',
}

function endOf(end: StreamEnd): Pick<StreamConnection, 'endedAt' | 'lastError'> {
  const at = Date.now()
  const message = ERRORS[end]
  return { endedAt: at, ...(message !== undefined && { lastError: { at, message } }) }
}
