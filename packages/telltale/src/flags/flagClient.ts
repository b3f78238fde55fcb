import type { Host, Stoppable } from '../core/host.ts'
import type { Http } from '../core/http/http.ts'
import type { Unsubscribe } from '../core/lib/listeners.ts'
import type { Readable } from '../core/lib/readable.ts'
import type { Accepts, Context, Flag, FlagDetail, FlagsInForce, FlagsStatus } from '../core/model/flag.ts'
import type { Json, Widen } from '../core/model/json.ts'
import type { PlainPage, Platform } from '../core/ports/platform.ts'

/** The feature flags of the current user, under the method names of LaunchDarkly's JavaScript SDK where it has such a method. */
export interface FlagsApi {
  /** Where the current values are from: see `FlagsStatus`. */
  readonly status: Readable<FlagsStatus>
  /** The value, or the fallback when the flag is unknown or has another type. Records an exposure. */
  variation<T extends Json>(key: string, fallback: T): Widen<T>
  /** As `variation`, with the variation and the reason. */
  variationDetail<T extends Json>(key: string, fallback: T): FlagDetail<Widen<T>>
  /** All values by key. Returns the same object until a value changes. Records nothing. */
  allFlags(): Readonly<Record<string, Json>>
  /** Reads the flag without recording an exposure, for rendering. An equal value keeps its reference. */
  getFlag(key: string): Flag | undefined
  /** The flag in the bootstrap, with which a server rendered the page. Its value always has the same reference. */
  bootstrapFlag(key: string): Flag | undefined
  /** Records that the user is shown this flag's value, for effects. `fallback` is what is shown if the flag is unknown. */
  recordExposure(key: string, fallback?: Json): void
  /**
   * Calls `listener` when the value of this flag changes, and not when other flags change.
   *
   * @param shown - for a flag whose value the user is shown, with the fallback that is shown if the flag is unknown: an exposure
   * is recorded now, when the flag changes, and when another user signs in meanwhile
   */
  watch(key: string, listener: () => void, shown?: { readonly fallback: Json | undefined }): Unsubscribe
  /**
   * Records a custom event for the flag service, such as the metric of an experiment. It is not one of the application's own events,
   * which `telltale.track` records, and reaches no destination. Nothing is recorded while the user is not known yet, or is impersonated.
   */
  track(key: string, data?: unknown, metricValue?: number): void
}

/** The flags in the settings of the layer: from `launchDarkly` or `injectedClient`. */
export interface LayerFlags {
  /** `launchdarkly` or `injected`. */
  readonly name: string
}

/** What the flags of the layer consist of. */
export interface FlagsPart extends LayerFlags {
  /** Reads the bootstrap, for what a server renders and a page hydrates before it has a layer. */
  bootstrapFlag?(key: string): Flag | undefined
  start(host: Host): RunningFlags
}

export interface RunningFlags extends FlagsApi, Stoppable {
  /** The flags of the current epoch, with which events are stamped. */
  readonly current: Readable<FlagsInForce>
}

/** The client of the layer: Telltale's own, one that the application has created, or that of the test kit. */
export interface LayerClient extends Pick<FlagsApi, 'status' | 'allFlags' | 'getFlag' | 'bootstrapFlag' | 'track'> {
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
 */
export type OnUpdate = (changes?: object) => void

/** What a flag client needs of its environment. */
export type FlagDeps = Omit<Platform, 'tabs' | 'page'> &
  Partial<Pick<Platform, 'tabs'>> & { page: PlainPage; http: Http }

/** The vendor's error kinds: an error's `name` is `LaunchDarkly<kind>Error`. */
export type FlagErrorKind =
  | 'FlagFetch'
  | 'InvalidArgument'
  | 'InvalidData'
  | 'InvalidEnvironmentId'
  | 'InvalidEventKey'
  | 'InvalidUser'
  | 'Timeout'
  | 'UnexpectedResponse'

export function flagError(kind: FlagErrorKind, message: string): Error {
  return Object.assign(new Error(message), { name: `LaunchDarkly${kind}Error` })
}

export const closedError = () => flagError('FlagFetch', 'The client was closed. (T109)')

export const missingHash = () =>
  flagError('InvalidArgument', 'No hash for secure mode. Flags have fallbacks until there is one. (T96)')
