import { createHttp } from '../core/http/http.ts'
import { later } from '../core/lib/later.ts'
import { writable, type Readable } from '../core/lib/readable.ts'
import type { Context } from '../core/model/context.ts'
import type { Flag } from '../core/model/flag.ts'
import { announceChanges } from './announceChanges.ts'
import { createEmitter, type Emitter } from './emitter.ts'
import { createFlagCache } from './flagCache.ts'
import { createFlagEvents, type FlagEvents } from './flagEvents.ts'
import { closedError } from './flagErrors.ts'
import { flagRequests } from './flagRequests.ts'
import type { FlagsStatus } from './flagsApi.ts'
import type { FlagPlatform } from './flagPlatform.ts'
import type { FlagSettings } from './flagSettings.ts'
import { createFlagSource } from './flagSource.ts'
import { createFlagStore, type Changes, type FlagStore } from './flagStore.ts'
import { createHeaders } from './headers.ts'
import { createInspect, type Inspect } from './inspectors.ts'
import { readBootstrap } from './readBootstrap.ts'
import { readFlag, type WireFlags } from './readFlag.ts'
import { createSession, type IdentifyOptions, type Session } from './session.ts'

export interface FlagEngine {
  readonly status: Readable<FlagsStatus>
  readonly store: FlagStore
  readonly events: FlagEvents
  readonly inspect: Inspect
  readonly emitter: Emitter
  /** Whose flags hold. */
  context(): Context | undefined
  /** The service's name for where the flags come from, if it told. */
  environmentId(): string | undefined
  /**
   * Resolves when the flags of this context hold, rejects when they cannot be had. A later call wins: an earlier one then
   * ends as the later one does.
   */
  identify(context: Context, options?: IdentifyOptions): Promise<void>
  /** What the page was given to start with. */
  given(key: string): Flag | undefined
  /** It is being found out who is here: what holds stays until then, and nothing is recorded. */
  pause(): void
  announce(changes: Changes): void
  /** Something went wrong: to those who listen for errors, or to the developer's console. */
  report(problem: Error | string): void
  on: Emitter['on']
  off: Emitter['off']
  setStreaming(isWanted: boolean | undefined): void
  stop(): void
}

/** Milliseconds until flags are kept for the next visit: changes often come together. An exit does not wait for it. */
const SAVE_AFTER_MS = 1000

/** Whose flags hold, where they come from, and who is told; `onUpdate` after anything of it has changed. */
export function createFlagEngine(settings: FlagSettings, outside: FlagPlatform, onUpdate = () => {}): FlagEngine {
  const platform = { ...outside, http: createHttp(outside) }
  const { clock, log } = platform
  const { bootstrap, etags } = settings
  const given = typeof bootstrap === 'object' ? readBootstrap(bootstrap, log) : undefined
  // A copy: the store changes what it is given.
  const bootstrapped = () => Object.assign(Object.create(null), given) as WireFlags
  const store = createFlagStore(clock)
  const status = writable<FlagsStatus>('initialising')
  const emitter = createEmitter()
  const inspect = createInspect(settings.inspectors, platform)
  const cache = createFlagCache(platform.storage, settings.clientSideId)
  const headers = createHeaders(settings, platform.random, report)
  const events = createFlagEvents({
    settings,
    platform,
    headers,
    report,
    cell: store.cell,
    context: () => current?.context,
    onGoalsReady: () => emitter.emit('goalsReady'),
  })
  const saving =
    bootstrap === 'localStorage' && !etags
      ? later(clock, SAVE_AFTER_MS, () => current && cache.write(current.context, { flags: store.wire() }))
      : undefined
  const unlisten = saving && platform.page.onMayExit(saving.now)
  let streaming = settings.streaming
  let environmentId: string | undefined
  /** Whose flags hold. */
  let current: Session | undefined
  /** Whose flags are awaited; the same as `current` when nobody's flags held before. */
  let next: Session | undefined
  let isClosed = false

  function identify(
    context: Context,
    { hash, isAtOnce = false, isMuted = false, isSamePerson = false }: IdentifyOptions = {},
  ): Promise<void> {
    if (isClosed) return Promise.reject(closedError())
    const superseded = next
    const session = createSession(context, isMuted)
    const isFirst = !current
    const cached = bootstrap === 'localStorage' || etags ? cache.read(context) : undefined
    superseded?.resolve(session.promise)
    if (superseded !== current) superseded?.source?.stop()
    next = session
    const tagged = etags && cached?.etag ? cached : undefined
    const request = flagRequests(context, { ...settings, hash: hash ?? settings.hash }, headers)
    session.source = createFlagSource({
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
        session.resolve()
      },
      onPatch(key, flag) {
        if (current !== session) return
        const changes = store.patch(key, flag)
        saving?.soon()
        if (key in changes) announce(changes)
      },
      onFailure(error) {
        if (next === session) next = undefined
        if (current !== session) session.source?.stop()
        else if (status.get() !== 'live') status.set('failed')
        session.reject(error)
        report(error)
        onUpdate()
      },
      onEnvironment: (id) => (environmentId = id ?? environmentId),
      onStreamInit: (failed, durationMillis) =>
        events.stats.streamInits.push({ timestamp: clock.now(), failed, durationMillis }),
      report,
    })
    const isGiven = isFirst && given !== undefined
    // Asked first, all else while the answer is on its way: a page's first timers and listeners cost milliseconds.
    if (isGiven) next = undefined
    else session.source.poll()
    if (isAtOnce || isFirst || superseded === current || (cached && bootstrap)) {
      const known = isGiven ? bootstrapped() : bootstrap && cached?.flags
      enter(session)
      if (!isSamePerson) hold(known ?? {}, isGiven ? 'live' : known ? 'cached' : 'initialising')
      if (known && (isGiven || isFirst || isAtOnce)) session.resolve()
    }
    setStreaming(streaming)
    return session.promise
  }

  function enter(session: Session) {
    saving?.now()
    current?.source?.stop()
    current = session
    events.enter(session.isMuted ? undefined : session.context)
    events.record({ kind: 'identify' })
    inspect('client-identity-changed', () => [session.context])
  }

  function hold(flags: Parameters<FlagStore['replace']>[0], as: FlagsStatus) {
    const changes = store.replace(flags, emitter.changeListeners + settings.inspectors.length > 0)
    status.set(as)
    announce(changes, true)
  }

  function announce(changes: Changes, isWhole = false) {
    onUpdate()
    announceChanges(changes, { store, emitter, inspect }, isWhole)
  }

  function report(problem: Error | string) {
    if (typeof problem === 'string') log.warn(problem)
    else if (!emitter.emit('error', problem)) log.error(problem.message)
  }

  function setStreaming(isWanted: boolean | undefined) {
    streaming = isWanted
    if (isClosed) return
    for (const session of [current, next]) session?.source?.setStreaming(isWanted ?? emitter.changeListeners > 0)
  }

  return {
    status,
    store,
    events,
    inspect,
    emitter,
    context: () => current?.context,
    environmentId: () => environmentId,
    identify,
    given: (key) => readFlag(given?.[key]),
    pause() {
      if (next !== current) next?.source?.stop()
      next = undefined
      events.enter(undefined)
      if (given && !current) hold(bootstrapped(), 'cached')
    },
    announce,
    report,
    on(name, listener) {
      emitter.on(name, listener)
      setStreaming(streaming)
    },
    off(name, listener) {
      emitter.off(name, listener)
      setStreaming(streaming)
    },
    setStreaming,
    stop() {
      isClosed = true
      next?.reject(closedError())
      for (const session of [current, next]) session?.source?.stop()
      saving?.now()
      unlisten?.()
      store.stop()
      events.stop()
    },
  }
}
