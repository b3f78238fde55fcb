import { later } from '../core/lib/later.ts'
import { writable, type Readable } from '../core/lib/readable.ts'
import type { Context } from '../core/model/context.ts'
import type { Flag } from '../core/model/flag.ts'
import { createFlagCache } from './flagCache.ts'
import { createFlagEvents, type FlagEvents } from './flagEvents.ts'
import { closedError } from './flagErrors.ts'
import { flagRequests } from './flagRequests.ts'
import type { FlagsStatus } from './flagsApi.ts'
import type { FlagOutside } from './flagPlatform.ts'
import type { FlagSettings } from './flagSettings.ts'
import { createFlagSource, type FlagSource } from './flagSource.ts'
import { createFlagStore, type Changes, type FlagStore } from './flagStore.ts'
import { createHeaders } from './headers.ts'
import { readBootstrap } from './readBootstrap.ts'
import { readFlag, type WireFlags } from './readFlag.ts'
import { createSignedSource } from './signedSource.ts'

export interface IdentifyOptions {
  /** The context's signature, in secure mode. Nothing is asked before it is there. */
  hash?: string | Promise<string> | undefined
  /** It is about this context from now on, whatever comes. */
  isAtOnce?: boolean
  /** What holds stays until the answer, since it is that of the same person. */
  isSamePerson?: boolean
  /** No event is to tell of this context. */
  isMuted?: boolean
  /** Called when the flags of this context hold, with an error when they cannot be had; maybe more than once. */
  onEnd?(error?: Error): void
}

/** Who is told what the engine does. */
export interface FlagAudience {
  /** Anything of it has changed: maybe these values, maybe all of them together. */
  onUpdate(changes: Changes, isWhole: boolean): void
  /** Whether the first flags are to be told as changes too. That costs their comparison, as when somebody listens. */
  wantsFirst?: boolean
  /** Whose flags hold from now on. */
  onContext?(context: Context): void
  onGoalsReady?(): void
  /** A warning, or an error. */
  report(problem: Error | string): void
}

export interface FlagEngine {
  readonly status: Readable<FlagsStatus>
  readonly store: FlagStore
  readonly events: FlagEvents
  /** Whose flags hold. */
  context(): Context | undefined
  /** A later call wins: an earlier one then ends as the later one does. */
  identify(context: Context, options: IdentifyOptions): void
  /** What the page was given to start with. */
  given(key: string): Flag | undefined
  /** It is being found out who is here: what holds stays until then, and nothing is recorded. */
  pause(): void
  /** Whether changes are streamed; `undefined`: while somebody listens for them. */
  setStreaming(isWanted: boolean | undefined): void
  /** Whether somebody listens for changes. */
  setListening(isListening: boolean): void
  stop(): void
}

/** One context's time. */
interface Session {
  readonly context: Context
  readonly isMuted: boolean | undefined
  readonly source: FlagSource
  /** Whoever waits for its flags. */
  readonly ends: readonly ((error?: Error) => void)[]
}

const end = ({ ends }: Session, error?: Error) => ends.forEach((tell) => tell(error))

/** Milliseconds until flags are kept for the next visit: changes often come together. An exit does not wait for it. */
const SAVE_AFTER_MS = 1000

/** Whose flags hold, and where they come from. */
export function createFlagEngine(settings: FlagSettings, platform: FlagOutside, audience: FlagAudience): FlagEngine {
  const { clock, log, page, storage } = platform
  const { bootstrap, etags } = settings
  const { report } = audience
  const given = typeof bootstrap === 'object' ? readBootstrap(bootstrap, log) : undefined
  // A copy: the store changes what it is given.
  const bootstrapped = () => Object.assign(Object.create(null), given) as WireFlags
  const store = createFlagStore(clock)
  const status = writable<FlagsStatus>('initialising')
  const cache = createFlagCache(storage, settings)
  const headers = createHeaders(settings, platform.random, report)
  const contextNow = () => current?.context
  const events = createFlagEvents({ ...audience, settings, platform, headers, cell: store.cell, contextNow })
  const saving =
    bootstrap === 'localStorage' && !etags
      ? later(clock, SAVE_AFTER_MS, () => current && cache.write(current.context, { flags: store.wire() }))
      : undefined
  const unlisten = saving && page.onMayExit(saving.now)
  let { streaming } = settings
  let isListening = false
  /** Whose flags hold. */
  let current: Session | undefined
  /** Whose flags are awaited; the same as `current` when nobody's flags held before. */
  let next: Session | undefined
  let isClosed = false

  function identify(context: Context, options: IdentifyOptions) {
    const { isMuted, isAtOnce, onEnd = () => {} } = options
    if (isClosed) return onEnd(closedError())
    const superseded = next
    const isFirst = !current
    const cached = bootstrap === 'localStorage' || etags ? cache.read(context) : undefined
    const tagged = etags && cached?.etag ? cached : undefined
    const { hash = settings.hash } = options
    const session: Session = {
      context,
      isMuted,
      ends: [onEnd, ...(superseded?.ends ?? [])],
      source: createSignedSource(hash, { clock, create: createSource, onFailure }),
    }

    function createSource(signature: string): FlagSource {
      const request = flagRequests(context, { ...settings, hash: signature }, headers)
      return createFlagSource({
        platform,
        poll: { request: request('poll', tagged?.etag ? { 'If-None-Match': tagged.etag } : {}), known: tagged },
        stream: () => request('stream'),
        streamReconnectDelay: settings.streamReconnectDelay,
        onFlags(flags, tag) {
          if (current !== session) enter(session)
          if (next === session) next = undefined
          if (tag && etags) cache.write(context, { flags, etag: tag })
          else saving?.soon()
          // Whoever is told may close the client, or name somebody else.
          hold(flags, 'live')
          end(session)
        },
        onPatch(key, flag) {
          if (current !== session) return
          const changes = store.patch(key, flag)
          saving?.soon()
          if (key in changes) audience.onUpdate(changes, false)
        },
        onFailure,
        onStreamInit: (init) => events.stats.streamInits.push(init),
        report,
      })
    }

    function onFailure(error: Error) {
      if (next === session) next = undefined
      if (current !== session) session.source.stop()
      else if (status.get() !== 'live') status.set('failed')
      end(session, error)
      report(error)
      audience.onUpdate({}, false)
    }
    if (superseded !== current) superseded?.source.stop()
    const isGiven = isFirst && given
    next = isGiven ? undefined : session
    // Asked first, all else while the answer is on its way: a page's first timers and listeners cost milliseconds.
    if (next) session.source.poll()
    const known = isGiven ? bootstrapped() : bootstrap && cached?.flags
    // Until then what holds stays, if anything does.
    if (isAtOnce || known || status.get() === 'initialising') {
      enter(session)
      if (!options.isSamePerson) hold(known ?? {}, isGiven ? 'live' : known ? 'cached' : 'initialising')
      if (known && isFirst) end(session)
    }
    setStreaming(streaming)
  }

  function enter(session: Session) {
    saving?.now()
    current?.source.stop()
    current = session
    events.enter(session.isMuted ? undefined : session.context)
    events.record({ kind: 'identify' })
    audience.onContext?.(session.context)
  }

  function hold(flags: WireFlags, as: FlagsStatus) {
    const changes = store.replace(flags, isListening || audience.wantsFirst)
    status.set(as)
    audience.onUpdate(changes, true)
  }

  function setStreaming(isWanted: boolean | undefined) {
    streaming = isWanted
    if (isClosed) return
    for (const session of [current, next]) session?.source.setStreaming(isWanted ?? isListening)
  }

  return {
    status,
    store,
    events,
    context: contextNow,
    identify,
    given: (key) => readFlag(given?.[key]),
    pause() {
      if (next !== current) next?.source.stop()
      next = undefined
      events.enter(undefined)
      if (given && !current) hold(bootstrapped(), 'cached')
    },
    setStreaming,
    setListening(is) {
      isListening = is
      setStreaming(streaming)
    },
    stop() {
      isClosed = true
      if (next) end(next, closedError())
      for (const session of [current, next]) session?.source.stop()
      saving?.now()
      unlisten?.()
      store.stop()
      events.stop()
    },
  }
}
