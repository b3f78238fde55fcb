import type { Http, PlainHttp } from '../core/http/http.ts'
import type { Accepts, Context, FlagDetail } from '../core/model/flag.ts'
import type { LatePlatform, PlainPage, Platform } from '../core/ports/platform.ts'
import type { RunningFlags } from './flags.ts'

/** The client of the layer: Telltale's own, one that the application has created, or that of the test kit. */
export interface FlagProvider extends Pick<
  RunningFlags,
  'status' | 'allFlags' | 'getFlag' | 'bootstrapFlag' | 'servedFlag' | 'track' | 'override'
> {
  /** The value, or the fallback when the flag has none or another type. Records an evaluation, unless recording is muted. */
  evaluate<T>(key: string, fallback: T, options?: EvaluateOptions): FlagDetail<T>
  /**
   * Tells the client whether changes have listeners, and whether it is to stream them: for a client that streams only while there are
   * listeners.
   */
  setListening(isListening: boolean, isStreaming?: boolean): void
  /** Switches to the flags of another context. A later call supersedes an earlier one. */
  identify(context: Context, options: IdentifyOptions): void
  /** Called while the identity is resolving. The current flags stay in force until then, and nothing is recorded meanwhile. */
  pause(): void
  /** Another number after each change of a flag, even if its value is the same. */
  revision(): number
  close(): void
}

export interface IdentifyOptions {
  /** The context's signature, in secure mode. No request is sent before it is available. The promise rejects when it is missing. */
  hash?: string | Promise<string> | undefined
  /** Switches to this context at once, before its flags have arrived. */
  isAtOnce?: boolean
  /** Whether the person is the same as before: the current flags then stay until the answer. Otherwise they are dropped at once. */
  isSamePerson?: boolean
  /** Records no events of this context. */
  isMuted?: boolean
}

export interface EvaluateOptions {
  /** Whether a value has the expected type; if absent, the type of the fallback is expected. */
  accepts?: Accepts | undefined
  /** Whether the application has asked for the reason. */
  withReason?: boolean
}

/**
 * Called after each change of a client's state.
 *
 * @param changes an object without a prototype that has the keys of the changed flags
 * @param isQuiet a flag has another version, and the same value
 */
export type OnUpdate = (changes?: object, isWhole?: boolean, isQuiet?: boolean) => void

/** What flags need of their environment before the first paint. */
export type FlagPlatform = Omit<Platform, 'page'> & { page: PlainPage; http: PlainHttp }

/** What flag events and streams need. A standalone client has no other tabs. */
export type LateFlagPlatform = Omit<LatePlatform, 'tabs' | 'page'> &
  Partial<Pick<LatePlatform, 'tabs'>> & { page: PlainPage; http: Http }
