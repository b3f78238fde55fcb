import { writable, type Readable } from '../core/lib/readable.ts'
import type { Context } from '../core/model/context.ts'
import type { Platform } from '../core/ports/platform.ts'
import { createEmitter, type Emitter } from './emitter.ts'
import type { FlagsStatus } from './flagsApi.ts'
import type { FlagSettings } from './flagSettings.ts'
import { createFlagSource, type FlagSource } from './flagSource.ts'
import { createFlagStore, type Changes, type FlagStore } from './flagStore.ts'

export interface FlagEngine {
  readonly status: Readable<FlagsStatus>
  readonly store: FlagStore
  /** Whose flags hold. */
  context(): Context | undefined
  /**
   * Resolves when the flags of this context hold, rejects when they cannot be had. A later call wins: an earlier one then
   * ends as the later one does. With `isAtOnce` the flags of an earlier context are gone at once, whatever comes.
   */
  identify(context: Context, isAtOnce: boolean): Promise<void>
  /** Nobody is known to be here: no flags hold. */
  forget(): void
  on: Emitter['on']
  off: Emitter['off']
  setStreaming(isWanted: boolean | undefined): void
  stop(): void
}

interface Session {
  readonly context: Context
  source?: FlagSource
  resolve(follow?: Promise<void>): void
  reject(error: Error): void
}

const CHANGE = 'change:'

/** Whose flags hold, where they come from, and who is told; `onUpdate` after anything of it has changed. */
export function createFlagEngine(settings: FlagSettings, platform: Platform, onUpdate: () => void): FlagEngine {
  const store = createFlagStore()
  const status = writable<FlagsStatus>('initialising')
  const emitter = createEmitter()
  let streaming = settings.streaming
  /** Whose flags hold. */
  let current: Session | undefined
  /** Whose flags are awaited; the same as `current` when nobody's flags held before. */
  let next: Session | undefined

  function identify(context: Context, isAtOnce: boolean): Promise<void> {
    const superseded = next
    const { session, promise } = createSession(context)
    superseded?.resolve(promise)
    next = session
    if (isAtOnce || !current || superseded === current) {
      const changes = store.replace({})
      enter(session)
      status.set('initialising')
      announce(changes)
    } else superseded?.source?.stop()
    session.source = createFlagSource(context, {
      settings,
      platform,
      onFlags(flags) {
        if (current !== session) enter(session)
        if (next === session) next = undefined
        const changes = store.replace(flags)
        status.set('live')
        session.resolve()
        announce(changes)
      },
      onPatch(key, flag) {
        if (current !== session) return
        const changes = store.patch(key, flag)
        if (key in changes) announce(changes)
      },
      onFailure(error) {
        if (next === session) next = undefined
        if (current !== session) session.source?.stop()
        else if (status.get() === 'initialising') status.set('failed')
        session.reject(error)
        report(error)
        onUpdate()
      },
      onProblem: report,
    })
    setStreaming(streaming)
    return promise
  }

  function enter(session: Session) {
    current?.source?.stop()
    current = session
  }

  function announce(changes: Changes) {
    onUpdate()
    const keys = Object.keys(changes)
    if (keys.length === 0) return
    // The shorter way round: one flag and thousands of listeners, or thousands of flags and a few listeners.
    const names = keys.length < emitter.names.size ? keys.map((key) => CHANGE + key) : [...emitter.names.keys()]
    for (const name of names) {
      const change = name.startsWith(CHANGE) ? changes[name.slice(CHANGE.length)] : undefined
      if (change) emitter.emit(name, change.current, change.previous)
    }
    emitter.emit('change', changes)
  }

  function report(problem: Error | string) {
    if (typeof problem === 'string') platform.log.warn(problem)
    else if (!emitter.emit('error', problem)) platform.log.error(problem.message)
  }

  function setStreaming(isWanted: boolean | undefined) {
    streaming = isWanted
    for (const session of [current, next]) session?.source?.setStreaming(isWanted ?? emitter.changeListeners > 0)
  }

  function forget() {
    next?.source?.stop()
    current?.source?.stop()
    current = next = undefined
    const changes = store.replace({})
    status.set('initialising')
    announce(changes)
  }

  return {
    status,
    store,
    context: () => current?.context,
    identify,
    forget,
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
      next?.source?.stop()
      current?.source?.stop()
    },
  }
}

function createSession(context: Context) {
  const session: Session = { context, resolve() {}, reject() {} }
  const promise = new Promise<void>((resolve, reject) => Object.assign(session, { resolve, reject }))
  // Who does not care how it ends need not say so: an unhandled rejection would be the page's.
  promise.catch(() => {})
  return { session, promise }
}
