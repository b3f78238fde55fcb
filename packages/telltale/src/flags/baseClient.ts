import { writable } from '../core/lib/readable.ts'
import { delayedAction } from '../core/lib/time.ts'
import { evaluate, isOverridden, type Context, type FlagsStatus } from '../core/model/flag.ts'
import type { Evaluation, FlagCalls } from './flagCalls.ts'
import { createFlagCache } from './flagCache.ts'
import type { FlagPlatform, IdentifyOptions, FlagProvider } from './flagProvider.ts'
import { createFlagLoader, type FlagLoader } from './flagLoader.ts'
import type { CreateFlagSource } from './flagSource.ts'
import { createFlagStore, type Changes, type FlagStore } from './flagStore.ts'
import { readBootstrap } from './readBootstrap.ts'
import type { WireFlag, WireFlags } from './wireFlags.ts'

interface BaseSettings {
  /** Flags that a server put into the page, or `localStorage`: those of an earlier visit. */
  bootstrap: 'localStorage' | object | undefined
  /** Whether changes are followed; while there are listeners, if absent. */
  streaming: boolean | undefined
  /** The signature of contexts that are identified without one. */
  hash: string
  maxCachedContexts: number
}

/** The client of the layer, and the basis of a standalone client. */
export interface BaseClient extends Omit<FlagProvider, 'bootstrapFlag'> {
  readonly store: FlagStore
  readonly calls: FlagCalls
  /** The context whose flags are in force. */
  getContext(): Context | undefined
}

interface Needs {
  /** Where the flags come from. */
  createSource: CreateFlagSource<WireFlag, Context>
  /** The name of the source's flags in the cache: those of another environment are never used. */
  environment: string
  /** Called after any change of the client's state. `changes` may be empty; `isWhole`: all flags were replaced together. `isQuiet`: a flag has another version, and the same value. */
  onUpdate(changes: Changes, isWhole: boolean, isQuiet?: boolean): void
  /** Reports a warning (a string) or an error. The signal aborts when the problem has ended. */
  report(problem: Error | string, until?: AbortSignal): void
  /** Called when the flags of this context are in force, or with an error when they cannot be fetched. May be called repeatedly. */
  onEnd?(context: Context, error?: Error): void
  platform: Pick<FlagPlatform, 'clock' | 'page' | 'random' | 'storage'>
  calls: FlagCalls
  /** What takes precedence over the service's flags. */
  overrides?: WireFlags
}

type Seen = Omit<Evaluation, 'kind'>

/** The flags of one context, from its `identify` until the next. */
interface Session extends FlagLoader {
  readonly context: Context
  readonly isMuted: boolean | undefined
}

/** Milliseconds before flags are saved for the next visit: changes often arrive together. An exit saves them at once. */
const SAVE_AFTER_MS = 1000
/** The maximum number of prerequisites recorded with an evaluation. Each counts once for every path that leads to it. */
const MAX_PREREQUISITES = 1000

/** Manages the current context, and its flags from any source. */
export function createBaseClient(
  settings: BaseSettings,
  { platform, createSource, environment, calls, overrides, ...callbacks }: Needs,
): BaseClient {
  const { clock, page, storage } = platform
  const { bootstrap } = settings
  const isCached = bootstrap === 'localStorage'
  const store = createFlagStore(clock, overrides)
  const status = writable<FlagsStatus>('initialising')
  const cache = createFlagCache(storage, environment, settings.maxCachedContexts)
  /** The session whose flags are in force. */
  let current: Session | undefined
  /** The session whose flags are awaited. The same as `current` when no flags were in force before. */
  let next: Session | undefined
  let isListening = false
  let isStreaming = settings.streaming
  const saving = delayedAction(clock, SAVE_AFTER_MS, () => current && cache.write(current.context, store.wire()))
  const unlisten = page.onMayExit(saving.flush)

  function identify(context: Context, { hash, isMuted, isAtOnce, isSamePerson }: IdentifyOptions) {
    cancelNext()
    const isFirst = !current
    const cached = isCached ? cache.read(context) : undefined
    const session: Session = {
      context,
      isMuted,
      ...createFlagLoader(context, {
        platform,
        createSource,
        hash: hash ?? settings.hash,
        onFlags,
        onPatch,
        onFailure,
        report: callbacks.report,
      }),
    }

    function onFlags(flags: WireFlags) {
      if (current !== session) activate(session)
      if (next === session) next = undefined
      save()
      // A listener may close the client or identify another context.
      applyFlags(flags, 'live')
      callbacks.onEnd?.(context)
    }

    function onPatch(key: string, flag: WireFlag) {
      if (current !== session) return
      const changes = store.patch(key, flag)
      save()
      callbacks.onUpdate(changes, false, !(key in changes))
    }

    function onFailure(error: Error) {
      if (next === session) next = undefined
      if (current !== session) session.stop()
      else if (status.get() !== 'live') status.set('failed')
      callbacks.onEnd?.(context, error)
      callbacks.onUpdate({}, false)
    }

    const given = isFirst && readBootstrap(bootstrap)
    if (!given) {
      next = session
      // The request goes first, and the rest runs while it is under way: a page's first timers and listeners cost milliseconds.
      session.poll()
    }
    const known = given || cached
    // Otherwise the current flags, if there are any, stay in force until the answer.
    if (isAtOnce || known || status.get() === 'initialising') {
      activate(session)
      if (!isSamePerson) applyFlags(known ?? {}, given ? 'live' : known ? 'cached' : 'initialising')
      if (known && isFirst) callbacks.onEnd?.(context)
    }
    follow()
  }

  function cancelNext() {
    if (next !== current) next?.stop()
    next = undefined
  }

  function activate(session: Session) {
    saving.flush()
    current?.stop()
    current = session
    calls.write({ kind: 'context', context: session.isMuted ? undefined : session.context })
  }

  function applyFlags(flags: WireFlags, as: FlagsStatus) {
    const changes = store.replace(flags, isListening)
    status.set(as)
    callbacks.onUpdate(changes, true)
  }

  function save() {
    if (isCached) saving.schedule()
  }

  /** Opens or closes the streams. */
  function follow() {
    for (const session of [current, next]) session?.setStreaming(isStreaming ?? isListening)
  }

  /** Records an evaluation, after those of the flags that it depends on. */
  function record(evaluation: Seen) {
    let left = MAX_PREREQUISITES
    recordOne(evaluation, [])

    function recordOne(one: Seen, path: readonly string[]) {
      const { entry } = one
      for (const key of entry.flag?.prerequisites ?? []) {
        // Cuts cycles: a flag that is already on this path is not evaluated again.
        if (key === entry.key || path.includes(key) || left === 0) continue
        left -= 1
        const needed = store.entry(key)
        if (isOverridden(needed.flag)) continue
        recordOne({ entry: needed, value: needed.flag?.value }, [...path, entry.key])
      }
      calls.write({
        ...one,
        kind: 'evaluation',
        isCut: left === 0 && one === evaluation,
        isLive: status.get() === 'live',
      })
    }
  }

  return {
    status,
    store,
    calls,
    getContext: () => current?.context,
    evaluate(key, fallback, { accepts, withReason } = {}) {
      const entry = store.entry(key)
      const detail = evaluate(entry.flag, fallback, accepts)
      record({ entry, value: detail.value, fallback, withReason })
      return detail
    },
    allFlags: store.values,
    revision: store.revision,
    track: (...event) => calls.write({ kind: 'custom', event }),
    getFlag: (key) => store.entry(key).flag,
    servedFlag: store.served,
    override: (key, value) => callbacks.onUpdate(store.override(key, value), false),
    identify,
    pause() {
      cancelNext()
      calls.write({ kind: 'context', context: undefined })
      const given = !current && readBootstrap(bootstrap)
      if (given) applyFlags(given, 'cached')
    },
    setListening(isWanted, isStreamWanted = settings.streaming) {
      isListening = isWanted
      isStreaming = isStreamWanted
      follow()
    },
    close() {
      for (const session of [current, next]) session?.stop()
      saving.flush()
      unlisten()
      store.stop()
      calls.stop()
    },
  }
}
