import type { Host, Stoppable } from '../core/host.ts'
import type { Http } from '../core/http/http.ts'
import type { Unsubscribe } from '../core/lib/listeners.ts'
import type { Readable } from '../core/lib/readable.ts'
import type { Accepts, Context, Flag, FlagDetail, FlagsInForce, FlagsStatus } from '../core/model/flag.ts'
import type { Json, Widen } from '../core/model/json.ts'
import type { PlainPage, Platform } from '../core/ports/platform.ts'

/** The values of all flags by key. */
type Values = Readonly<Record<string, Json>>

/** The events of the client. `change:<key>` concerns one flag, and passes its current and its previous value. */
export interface FlagClientEvents {
  /** The first flags have arrived, or could not be fetched. */
  ready: () => void
  /** The first flags have arrived. */
  initialized: () => void
  /** The first flags could not be fetched. */
  failed: (error: Error) => void
  /** A problem that would otherwise be written to the console. */
  error: (error: Error) => void
  /** The goals of the service have arrived, or could not be fetched. */
  goalsReady: () => void
  /** Some values have changed: all of these, by key. */
  change: (changes: Readonly<Record<string, { current: Json | undefined; previous: Json | undefined }>>) => void
}

/** A listener for one flag. A flag that does not exist has the value `undefined`. */
type ChangeListener = (current: Json | undefined, previous: Json | undefined) => void

/** The feature flags of one context at a time, under the method names of LaunchDarkly's JavaScript SDK. */
export interface FlagClient {
  /**
   * Resolves when flags are available. Rejects when they cannot be fetched, or not within the timeout: 5 seconds or less is
   * recommended.
   */
  waitForInitialization(timeoutSeconds?: number): Promise<void>
  /** Like `waitForInitialization`, but resolves on failure, too. */
  waitUntilReady(): Promise<void>
  /** Switches to the flags of another context. Resolves with all values. A later call supersedes an earlier one. */
  identify(context: object, options?: string | { hash?: string }): Promise<Values>
  /** The context of the current flags. `undefined` before the first one. */
  getContext(): Context | undefined
  /** The flag's value, or the fallback when the flag has none. */
  variation<T extends Json>(key: string, fallback: T): T
  /** The flag's value, or `undefined` when the flag has none. */
  variation(key: string, fallback?: undefined): Json | undefined
  /** The flag's value with its variation and reason. */
  variationDetail<T extends Json>(key: string, fallback: T): FlagDetail<T>
  /** The flag's value, or `undefined`, with its variation and reason. */
  variationDetail(key: string, fallback?: undefined): FlagDetail<Json | undefined>
  /** Like `variation`, but returns the fallback when the flag's value has another type, too. */
  boolVariation(key: string, fallback: boolean): boolean
  /** As `boolVariation`, for a text. */
  stringVariation(key: string, fallback: string): string
  /** As `boolVariation`, for a number. */
  numberVariation(key: string, fallback: number): number
  /** As `variation`: any type is accepted. */
  jsonVariation(key: string, fallback: unknown): unknown
  /** As `boolVariation`, with the variation and the reason. */
  boolVariationDetail(key: string, fallback: boolean): FlagDetail<boolean>
  /** As `stringVariation`, with the variation and the reason. */
  stringVariationDetail(key: string, fallback: string): FlagDetail<string>
  /** As `numberVariation`, with the variation and the reason. */
  numberVariationDetail(key: string, fallback: number): FlagDetail<number>
  /** As `jsonVariation`, with the variation and the reason. */
  jsonVariationDetail(key: string, fallback: unknown): FlagDetail<unknown>
  /** All values by key. Returns the same object until a value changes. Records nothing. */
  allFlags(): Values
  /** Records a custom event. */
  track(key: string, data?: unknown, metricValue?: number): void
  /** Sends the queued events. Resolves when they have been delivered, or after the first failure. */
  flush(): Promise<void>
  /** Calls `listener` at each such event, until `off` is called with the same function. */
  on<Name extends keyof FlagClientEvents>(name: Name, listener: FlagClientEvents[Name]): void
  /** Calls `listener` when the value of one flag changes. */
  on(name: `change:${string}`, listener: ChangeListener): void
  /** Removes a listener. */
  off<Name extends keyof FlagClientEvents>(name: Name, listener: FlagClientEvents[Name]): void
  /** Removes a listener of one flag. */
  off(name: `change:${string}`, listener: ChangeListener): void
  /** Sets whether changes are streamed. `undefined`: only while there are change listeners. */
  setStreaming(isWanted: boolean | undefined): void
  /** Sends the queued events, and stops all activity of the client. */
  close(): Promise<void>
}

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
