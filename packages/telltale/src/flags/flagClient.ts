import type { Context } from '../core/model/context.ts'
import type { FlagDetail } from '../core/model/flag.ts'
import type { Json } from '../core/model/json.ts'
import type { Hook } from './hooks.ts'

type Values = Readonly<Record<string, Json>>

/** What the client tells its listeners; `change:<key>` is told of one flag alone, with its value and the one before. */
export interface FlagClientEvents {
  /** The flags are there, or it has turned out that they cannot be had. */
  ready: () => void
  initialized: () => void
  failed: (error: Error) => void
  error: (error: Error) => void
  goalsReady: () => void
  change: (changes: Readonly<Record<string, { current: Json | undefined; previous: Json | undefined }>>) => void
}

type ChangeListener = (current: Json | undefined, previous: Json | undefined) => void

/** The feature flags of one context at a time, under the method names of LaunchDarkly's JavaScript SDK. */
export interface FlagClient {
  /**
   * Resolves when flags are there. Rejects when they cannot be had, or not within so many seconds: five or less are recommended.
   */
  waitForInitialization(timeoutSeconds?: number): Promise<void>
  /** The same, but resolves either way. */
  waitUntilReady(): Promise<void>
  /** The flags of somebody else from now on. Resolves with all values; a later call wins. */
  identify(context: object, options?: string | { hash?: string }): Promise<Values>
  getContext(): Context | undefined
  /** The flag's value, or the fallback when there is none. */
  variation<T extends Json>(key: string, fallback: T): T
  variation(key: string, fallback?: undefined): Json | undefined
  /** The same with its variation and reason. */
  variationDetail<T extends Json>(key: string, fallback: T): FlagDetail<T>
  variationDetail(key: string, fallback?: undefined): FlagDetail<Json | undefined>
  /** The fallback also when the flag's value is of another type. */
  boolVariation(key: string, fallback: boolean): boolean
  stringVariation(key: string, fallback: string): string
  numberVariation(key: string, fallback: number): number
  jsonVariation(key: string, fallback: unknown): unknown
  boolVariationDetail(key: string, fallback: boolean): FlagDetail<boolean>
  stringVariationDetail(key: string, fallback: string): FlagDetail<string>
  numberVariationDetail(key: string, fallback: number): FlagDetail<number>
  jsonVariationDetail(key: string, fallback: unknown): FlagDetail<unknown>
  /** All values by key: the same object until one changes. Records nothing. */
  allFlags(): Values
  /** Records that something happened. */
  track(key: string, data?: unknown, metricValue?: number): void
  /** Sends the events that wait. Resolves when that has worked, or failed once. */
  flush(): Promise<void>
  on<Name extends keyof FlagClientEvents>(name: Name, listener: FlagClientEvents[Name]): void
  on(name: `change:${string}`, listener: ChangeListener): void
  off<Name extends keyof FlagClientEvents>(name: Name, listener: FlagClientEvents[Name]): void
  off(name: `change:${string}`, listener: ChangeListener): void
  /** Whether changes are streamed; `undefined`: while somebody listens for them. */
  setStreaming(isWanted: boolean | undefined): void
  addHook(hook: Hook): void
  /** Sends what waits, and ends all that the client has going. */
  close(): Promise<void>
}
