import type { Context, FlagDetail } from '../core/model/flag.ts'
import type { Json } from '../core/model/json.ts'
import type { Flags } from '../flags/flags.ts'

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
export interface FlagClient extends Pick<Flags, 'allFlags'> {
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
