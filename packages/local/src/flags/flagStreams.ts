import type { StreamConnection } from '../console/consoleConnections.ts'
import { eventBytes, eventText, type EventBytes } from '../server/eventBytes.ts'
import { eventStream, type EventStream, type StreamEnd } from '../server/eventStream.ts'
import type { StreamReader } from '../server/streamReader.ts'
import { flagNews, type FlagNews, type Known, type News } from './flagNews.ts'
import type { FlagStore } from './flagStore.ts'
import { pushRounds } from './pushRounds.ts'

/** The open streams: each is told what changes for its context, and nothing else. */
export interface FlagStreams {
  open(who: FlagListener, reader: StreamReader): Response
  /** For those who can only be told that something changed, and poll then: says `notice` at once and at each change. */
  openNotices(notice: Notice, reader: StreamReader): Response
  /** Those that are open, and those that ended a moment ago: the newest first. */
  connections(): readonly StreamConnection[]
  /** How many are open. */
  count(): number
  /** Ends all of them, and says how many they were. Those who want to hear more connect again. */
  endAll(): number
  /** Called when a stream was opened or closed. */
  subscribe(listener: () => void): () => void
  close(): void
}

/** Who wants to hear of the flags of which environment. */
export interface FlagListener {
  /** A client-side id. */
  readonly environment: string
  readonly context: unknown
  readonly withReasons: boolean
}

/** What is said to somebody who polls then. */
export interface Notice {
  /** A client-side id. */
  readonly environment: string
  readonly event?: string
  readonly data: string
}

/** Whom a stream speaks of: a context whose flags it tells, or nobody. */
type About =
  | { readonly type: 'flags'; readonly who: FlagListener }
  | { readonly type: 'notices'; readonly environment: string; readonly bytes: EventBytes }

interface OpenStream {
  readonly id: number
  readonly about: About
  readonly reader: StreamReader
  readonly since: number
  messages: number
  lastMessageAt: number | undefined
  readonly stream: EventStream
  known: Known | undefined
}

const HEARTBEAT_MS = 60_000
/** Streams that ended and are still spoken of. */
const MAX_ENDED = 20
/** Streams that are spoken of one by one. */
const MAX_SHOWN = 200

export function flagStreams(store: FlagStore, heartbeatMs: number = HEARTBEAT_MS): FlagStreams {
  const open = new Set<OpenStream>()
  const listeners = new Set<() => void>()
  let ended: readonly StreamConnection[] = []
  let lastId = 0

  function announce(): void {
    for (const listener of [...listeners]) listener()
  }

  const rounds = pushRounds<OpenStream>({
    behind: () => {
      const { version } = store.now()
      return [...open].filter((one) => one.known?.version !== version)
    },
    round: () => {
      const news = flagNews(store)
      return { push: (one) => pushTo(one, news), close: news.close }
    },
  })

  function pushTo(one: OpenStream, news: FlagNews): Promise<void> | undefined {
    if (one.about.type === 'notices') {
      one.known = { version: news.version, flags: new Map(), groups: new Map() }
      say(one, one.about.bytes, 1)
      return undefined
    }
    const told = news.of(one.about.who, one.known)
    if (told instanceof Promise) return told.then((late) => tell(one, late))
    tell(one, told)
    return undefined
  }

  function tell(one: OpenStream, told: News | undefined): void {
    if (told === undefined) return one.stream.close()
    one.known = told.known
    if (told.bytes !== undefined) say(one, told.bytes, told.messages)
  }

  function say(one: OpenStream, bytes: EventBytes, messages: number): void {
    one.messages += messages
    one.lastMessageAt = Date.now()
    one.stream.sendBytes(bytes)
  }

  function openAbout(about: About, reader: StreamReader): Response {
    const stream = eventStream(reader, (end) => {
      open.delete(one)
      ended = [{ ...connection(one), ...ending(end) }, ...ended].slice(0, MAX_ENDED)
      announce()
    })
    const one: OpenStream = {
      id: ++lastId,
      about,
      reader,
      stream,
      since: Date.now(),
      messages: 0,
      lastMessageAt: undefined,
      known: undefined,
    }
    open.add(one)
    announce()
    rounds.start()
    return stream.response
  }

  function endAll(): number {
    const all = [...open]
    for (const { stream } of all) stream.close()
    return all.length
  }

  const unsubscribe = store.subscribe(rounds.start)
  const heartbeat = setInterval(() => {
    for (const { stream } of open) stream.comment()
  }, heartbeatMs)

  return {
    open: (who, reader) => openAbout({ type: 'flags', who }, reader),
    openNotices: ({ environment, event, data }, reader) =>
      openAbout({ type: 'notices', environment, bytes: eventBytes(eventText(data, event)) }, reader),
    connections: () => [...[...open].slice(-MAX_SHOWN).reverse().map(connection), ...ended],
    count: () => open.size,
    endAll,
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    close() {
      clearInterval(heartbeat)
      unsubscribe()
      rounds.stop()
      endAll()
      listeners.clear()
    },
  }
}

function connection({ id, about, reader, since, messages, lastMessageAt }: OpenStream): StreamConnection {
  return {
    id,
    kind: about.type,
    environment: about.type === 'flags' ? about.who.environment : about.environment,
    contextKey: about.type === 'flags' ? contextKey(about.who.context) : '',
    ...(reader.origin !== undefined && { origin: reader.origin }),
    since,
    messages,
    ...(lastMessageAt !== undefined && { lastMessageAt }),
  }
}

const ERRORS: Readonly<Record<StreamEnd, string | undefined>> = {
  'by us': 'The services ended it.',
  'by the reader': undefined,
  'too far behind': 'The reader was too far behind.',
}

function ending(end: StreamEnd): Pick<StreamConnection, 'endedAt' | 'lastError'> {
  const at = Date.now()
  const message = ERRORS[end]
  return { endedAt: at, ...(message !== undefined && { lastError: { at, message } }) }
}

/** Whom a context is about, for people to read: of several kinds, the user. */
export function contextKey(context: unknown): string {
  const { key, user } = context as { key?: unknown; user?: { key?: unknown } }
  return String(key ?? user?.key ?? '')
}
