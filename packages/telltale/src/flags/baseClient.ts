import { delayedAction } from '../core/lib/time.ts'
import { writable } from '../core/lib/readable.ts'
import { anyType, evaluate, type Accepts, type Context, type FlagsStatus } from '../core/model/flag.ts'
import { createEmitter, emitChanges, type Listener } from './emitter.ts'
import { createFlagCache } from './flagCache.ts'
import { noStats } from './diagnosticStats.ts'
import type { FlagActivity } from './flagActivity.ts'
import { closedError } from './flagErrors.ts'
import { flagRequests, createHeaders } from './flagRequests.ts'
import type { BaseClient, EvaluateOptions, FlagDeps, IdentifyOptions } from './flagClient.ts'
import type { LayerFlagEvents } from './lateActivity.ts'
import type { FlagSettings } from './flagSettings.ts'
import { createFlagSource, type FlagSource, createSignedSource } from './flagSource.ts'
import { createFlagStore, type Changes } from './flagStore.ts'
import { readBootstrap, readFlag, type WireFlags } from './readFlag.ts'

/** The callbacks of a client. */
export interface FlagCallbacks {
  /** Called after any change of the client's state, before its listeners. `changes` may be empty; `isWhole`: all flags were replaced together. */
  onUpdate(changes: Changes, isWhole: boolean): void
  /** Whether the first flags are reported as changes, too. They are then compared, as they are when there are listeners. */
  diffFirstFlags?(): boolean
  /** Called when the client switches to this context. */
  onContext?(context: Context): void
  /** Reports a warning (a string) or an error. */
  report(problem: Error | string): void
}

/** The flags and the callbacks of one context, from its `identify` until the next. */
interface Session {
  readonly context: Context
  readonly isMuted: boolean | undefined
  readonly source: FlagSource
  /** Called when its flags are in force or cannot be fetched. */
  readonly ends: readonly ((error?: Error) => void)[]
}

const end = ({ ends }: Session, error?: Error) => ends.forEach((onEnd) => onEnd(error))

/** Milliseconds before flags are saved for the next visit: changes often arrive together. An exit saves them at once. */
const SAVE_AFTER_MS = 1000

/** Manages the current context, its flags and their source. */
export function createBaseClient<Events extends LayerFlagEvents>(
  settings: FlagSettings,
  platform: FlagDeps & { activity: FlagActivity<Events> },
  callbacks: FlagCallbacks,
): BaseClient<Events> {
  const { clock, log, page, storage } = platform
  const { bootstrap, etags } = settings
  const { report } = callbacks
  const initial = typeof bootstrap === 'object' ? readBootstrap(bootstrap, log) : undefined
  // A copy: the store modifies the flags that it receives.
  const initialCopy = () => Object.assign(Object.create(null), initial) as WireFlags
  const store = createFlagStore(clock)
  const emitter = createEmitter()
  const status = writable<FlagsStatus>('initialising')
  const cache = createFlagCache(storage, settings)
  const headers = createHeaders(settings, platform.random, report)
  /** The session whose flags are in force. */
  let current: Session | undefined
  /** The session whose flags are awaited. The same as `current` when no flags were in force before. */
  let next: Session | undefined
  let isClosed = false
  const contextNow = () => current?.context
  const stats = noStats()
  const onGoalsReady = () => void emitter.emit('goalsReady')
  const needs = { ...callbacks, settings, platform, headers, stats, entry: store.entry, contextNow, onGoalsReady }
  const events = platform.activity.createEvents(needs)
  const saving =
    bootstrap === 'localStorage' && !etags
      ? delayedAction(clock, SAVE_AFTER_MS, () => current && cache.write(current.context, { flags: store.wire() }))
      : undefined
  const unlisten = saving && page.onMayExit(saving.flush)
  let { streaming } = settings

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
          if (current !== session) activate(session)
          if (next === session) next = undefined
          if (tag && etags) cache.write(context, { flags, etag: tag })
          else saving?.schedule()
          // A listener may close the client or identify another context.
          applyFlags(flags, 'live')
          end(session)
        },
        onPatch(key, flag) {
          if (current !== session) return
          const changes = store.patch(key, flag)
          saving?.schedule()
          if (key in changes) publish(changes, false)
        },
        onFailure,
        onStreamInit: (init) => stats.streamInits.push(init),
        report,
      })
    }

    function onFailure(error: Error) {
      if (next === session) next = undefined
      if (current !== session) session.source.stop()
      else if (status.get() !== 'live') status.set('failed')
      end(session, error)
      report(error)
      publish({}, false)
    }
    if (superseded !== current) superseded?.source.stop()
    const isBootstrap = isFirst && initial
    next = isBootstrap ? undefined : session
    // The request goes first, and the rest runs while it is under way: a page's first timers and listeners cost milliseconds.
    if (next) session.source.poll()
    const known = isBootstrap ? initialCopy() : bootstrap && cached?.flags
    // Otherwise the current flags, if there are any, stay in force until the answer.
    if (isAtOnce || known || status.get() === 'initialising') {
      activate(session)
      if (!options.isSamePerson) applyFlags(known ?? {}, isBootstrap ? 'live' : known ? 'cached' : 'initialising')
      if (known && isFirst) end(session)
    }
    setStreaming(streaming)
  }

  function activate(session: Session) {
    saving?.flush()
    current?.source.stop()
    current = session
    events.setContext(session.isMuted ? undefined : session.context)
    events.record({ kind: 'identify' })
    callbacks.onContext?.(session.context)
  }

  function applyFlags(flags: WireFlags, as: FlagsStatus) {
    const changes = store.replace(flags, emitter.changeListeners > 0 || callbacks.diffFirstFlags?.())
    status.set(as)
    publish(changes, true)
  }

  function setStreaming(isWanted: boolean | undefined) {
    streaming = isWanted
    if (isClosed) return
    for (const session of [current, next]) session?.source.setStreaming(isWanted ?? emitter.changeListeners > 0)
  }

  function publish(changes: Changes, isWhole: boolean) {
    callbacks.onUpdate(changes, isWhole)
    emitChanges(emitter, changes)
  }

  function evaluateFlag<T>(key: string, fallback: T, { accepts = anyType, withReason }: EvaluateOptions) {
    const entry = store.entry(key)
    const detail = evaluate(entry.flag, fallback, accepts)
    events.evaluated(entry, { value: detail.value, fallback, withReason })
    return detail
  }

  /** Adds or removes a listener. */
  const edit = (how: 'on' | 'off') => (name: string, listener: Listener) => {
    emitter[how](name, listener)
    setStreaming(streaming)
  }

  return {
    status,
    store,
    events,
    emitter,
    getContext: contextNow,
    variation<T>(key: string, fallback: T, accepts?: Accepts) {
      if (accepts) return evaluateFlag(key, fallback, { accepts }).value
      // The fastest path, for a client on its own.
      const entry = store.entry(key)
      const value = (entry.flag?.value ?? fallback) as T
      if (entry.isPlain) events.count(entry, fallback)
      else events.evaluated(entry, { value, fallback })
      return value
    },
    variationDetail: (key, fallback, accepts) => evaluateFlag(key, fallback, { accepts, withReason: true }),
    evaluate: evaluateFlag,
    allFlags: store.values,
    track: events.track,
    getFlag: (key) => store.entry(key).flag,
    bootstrapFlag: (key) => readFlag(initial?.[key]),
    on: edit('on'),
    off: edit('off'),
    override: (key, flag) => publish(store.override(key, flag), false),
    identify,
    pause() {
      if (next !== current) next?.source.stop()
      next = undefined
      events.setContext(undefined)
      if (initial && !current) applyFlags(initialCopy(), 'cached')
    },
    setStreaming,
    close() {
      isClosed = true
      if (next) end(next, closedError())
      for (const session of [current, next]) session?.source.stop()
      saving?.flush()
      unlisten?.()
      store.stop()
      events.stop()
    },
  }
}
