import { eventStream, type EventStream } from '../server/eventStream.ts'
import type { EvaluatedFlags } from './evaluatedFlags.ts'
import { flagMessages } from './flagMessages.ts'
import type { FlagsNow, FlagStore } from './flagStore.ts'

/** Somebody who is told about changes of the flags. */
export interface FlagConnection {
  /** Empty when it is not known. */
  readonly contextKey: string
  /** Milliseconds since 1970. */
  readonly since: number
}

/** The open streams: each is told what changes for its context, and nothing else. */
export interface FlagStreams {
  open(who: FlagListener): Response
  /** For those who can only be told that something changed, and poll then: says `notice` at once and at each change. */
  openNotices(notice: Notice): Response
  connections(): readonly FlagConnection[]
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
  readonly event?: string
  readonly data: string
}

/** Whom a stream speaks of: a context whose flags it tells, or nobody. */
type About =
  { readonly type: 'flags'; readonly who: FlagListener } | { readonly type: 'notices'; readonly notice: Notice }

interface OpenStream extends FlagConnection {
  readonly about: About
  readonly stream: EventStream
  sent: { readonly version: number; readonly flags: EvaluatedFlags } | undefined
}

const NO_FLAGS: EvaluatedFlags = new Map()

const HEARTBEAT_MS = 60_000

export function flagStreams(store: FlagStore, heartbeatMs: number = HEARTBEAT_MS): FlagStreams {
  const open = new Set<OpenStream>()
  const listeners = new Set<() => void>()
  let isPushing = false

  function announce(): void {
    for (const listener of [...listeners]) listener()
  }

  /** Goes round until everybody has the newest: changes that come meanwhile are taken together. */
  async function push(): Promise<void> {
    if (isPushing) return
    isPushing = true
    try {
      for (let behind = streamsBehind(); behind.length > 0; behind = streamsBehind()) {
        const now = store.now()
        const known = new Map<string, EvaluatedFlags | undefined>()
        for (const one of behind) await pushTo(one, now, known)
      }
    } finally {
      isPushing = false
    }
  }

  function streamsBehind(): OpenStream[] {
    const { version } = store.now()
    return [...open].filter((one) => one.sent?.version !== version)
  }

  async function pushTo(one: OpenStream, now: FlagsNow, known: Map<string, EvaluatedFlags | undefined>): Promise<void> {
    if (one.about.type === 'notices') {
      one.sent = { version: now.version, flags: NO_FLAGS }
      return one.stream.send(one.about.notice.data, one.about.notice.event)
    }
    const { environment, context, withReasons } = one.about.who
    const engine = now.environments.get(environment)?.engine
    // Twenty tabs of one person are evaluated once.
    const memoKey = JSON.stringify(one.about.who)
    if (!known.has(memoKey)) known.set(memoKey, await engine?.evaluate(context, { withReasons }))
    const flags = known.get(memoKey)
    if (flags === undefined) return one.stream.close()
    for (const { event, data } of flagMessages(one.sent?.flags, flags, now.version))
      one.stream.send(JSON.stringify(data), event)
    one.sent = { version: now.version, flags }
  }

  function openAbout(about: About): Response {
    const stream = eventStream(() => {
      open.delete(one)
      announce()
    })
    const one: OpenStream = { contextKey: contextKey(about), since: Date.now(), about, stream, sent: undefined }
    open.add(one)
    announce()
    void push()
    return stream.response
  }

  const unsubscribe = store.subscribe(() => void push())
  const heartbeat = setInterval(() => {
    for (const { stream } of open) stream.comment()
  }, heartbeatMs)

  return {
    open: (who) => openAbout({ type: 'flags', who }),
    openNotices: (notice) => openAbout({ type: 'notices', notice }),
    connections: () => [...open].map((one) => ({ contextKey: one.contextKey, since: one.since })),
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    close() {
      clearInterval(heartbeat)
      unsubscribe()
      for (const { stream } of [...open]) stream.close()
      listeners.clear()
    },
  }
}

function contextKey(about: About): string {
  if (about.type === 'notices') return ''
  const { key, user } = about.who.context as { key?: unknown; user?: { key?: unknown } }
  return String(key ?? user?.key ?? '')
}
