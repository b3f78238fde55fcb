import type { LDLogger } from './basicLogger.ts'
import type { LDContext, LDContextWithKey } from './ldContext.ts'
import type { LDEvaluationDetailTyped, LDFlagSet, LDFlagValue } from './ldFlags.ts'
import type { LDHook, LDInspection, LDPluginFor } from './ldObservers.ts'
import type { LDListener } from './vendorListeners.ts'

/** How `start` or a wait for it ended. */
export type LDInitializationResult = { status: 'complete' } | { status: 'failed'; error: Error } | { status: 'timeout' }

/** How an `identify` ended. `shed`: a later one has overtaken it. */
export type LDIdentifyResult =
  | { status: 'completed' }
  | { status: 'error'; error: Error }
  | { status: 'timeout'; timeout: number }
  | { status: 'shed' }

/** The options of `identify`. */
export interface LDIdentifyOptions {
  /** The context's signature, for an environment in secure mode. */
  hash?: string
  /** Seconds; 5 if absent. */
  timeout?: number
  /** Wait as long as it takes, unless `timeout` is set. */
  noTimeout?: boolean
}

/** The options of `start`. */
export interface LDStartOptions {
  /** Seconds; 5 if absent. */
  timeout?: number
  /** Flags to start with, as `toJSON()` returns them of a server SDK's `allFlagsState`. */
  bootstrap?: unknown
  identifyOptions?: LDIdentifyOptions & { bootstrap?: unknown }
}

/** What a `dataSourceStatus` event brings. */
export interface LDDataSourceStatus {
  readonly state: 'INITIALIZING' | 'VALID' | 'CLOSED'
  /** Milliseconds since 1970. */
  readonly stateSince: number
  readonly lastError?: { readonly kind: 'NETWORK_ERROR'; readonly message: string; readonly time: number }
}

/**
 * The client of `@launchdarkly/js-client-sdk` 4, over Telltale's flag client. Its events are `ready`, `initialized`, `error`, `change`,
 * `change:<key>` and `dataSourceStatus`. It asks for nothing before `start`, and none of its promises rejects.
 */
export interface LDClientV4 {
  readonly logger: LDLogger
  /** Asks for the first context's flags. A later call returns the same promise, or how it ended. */
  start(options?: LDStartOptions): Promise<LDInitializationResult>
  /** @param options - `timeout` in seconds; 5 if absent */
  waitForInitialization(options?: { timeout?: number }): Promise<LDInitializationResult>
  /**
   * Asks for the flags of another context. Until they are there, the client keeps the context that it has, unless flags of an earlier
   * visit are kept for the new one.
   */
  identify(context: LDContext, options?: LDIdentifyOptions): Promise<LDIdentifyResult>
  /** `undefined` before `start`. */
  getContext(): LDContextWithKey | undefined
  variation(key: string, defaultValue?: LDFlagValue): LDFlagValue
  variationDetail(key: string, defaultValue?: LDFlagValue): LDEvaluationDetailTyped<LDFlagValue>
  /** The default also when the flag's value is of another type; the first time, that is told as an `error`. */
  boolVariation(key: string, defaultValue: boolean): boolean
  boolVariationDetail(key: string, defaultValue: boolean): LDEvaluationDetailTyped<boolean>
  numberVariation(key: string, defaultValue: number): number
  numberVariationDetail(key: string, defaultValue: number): LDEvaluationDetailTyped<number>
  stringVariation(key: string, defaultValue: string): string
  stringVariationDetail(key: string, defaultValue: string): LDEvaluationDetailTyped<string>
  jsonVariation(key: string, defaultValue: unknown): unknown
  jsonVariationDetail(key: string, defaultValue: unknown): LDEvaluationDetailTyped<unknown>
  /** All values by key. Records nothing. */
  allFlags(): LDFlagSet
  track(key: string, data?: unknown, metricValue?: number): void
  on(key: string, callback: LDListener): void
  /** Without a callback, all of the event. */
  off(key: string, callback?: LDListener): void
  addHook(hook: LDHook): void
  /** Whether changes are streamed; without a value, while `change` is listened to. */
  setStreaming(streaming?: boolean): void
  /** Warns that it has no effect, as LaunchDarkly's SDK does without its `dataSystem` option. */
  setConnectionMode(mode?: string): void
  /** Sends the events that wait. What cannot be delivered is kept and tried again. */
  flush(): Promise<{ error?: Error; result: boolean }>
  /** Sends the events that wait, and ends all that the client has going. */
  close(): Promise<void>
}

/** A plugin of the v4 client. It is registered when the client starts. */
export type LDPluginV4 = LDPluginFor<LDClientV4>

/** The options of the v4 client. Times are in seconds. One of the wrong type is reported, and its default is used. */
export interface LDOptionsV4 {
  /** `https://clientsdk.launchdarkly.com` if absent. */
  baseUri?: string
  /** `https://clientstream.launchdarkly.com` if absent. */
  streamUri?: string
  /** `https://events.launchdarkly.com` if absent. */
  eventsUri?: string
  streaming?: boolean
  /** 1 if absent. */
  streamInitialReconnectDelay?: number
  /** Send the context in the body of a REPORT request. */
  useReport?: boolean
  withReasons?: boolean
  sendEvents?: boolean
  allAttributesPrivate?: boolean
  privateAttributes?: string[]
  /** How many events wait for the next flush; 100 if absent. */
  capacity?: number
  /** 2 if absent, which is the least. */
  flushInterval?: number
  diagnosticOptOut?: boolean
  /** 900 if absent. */
  diagnosticRecordingInterval?: number
  /** How many contexts' flags are kept for later visits; 5 if absent. */
  maxCachedContexts?: number
  /** Keep no flags for later visits. */
  disableCache?: boolean
  applicationInfo?: { id?: string; version?: string }
  wrapperName?: string
  wrapperVersion?: string
  fetchGoals?: boolean
  /** The address of the page as events show it; if absent, without tokens, codes and addresses of e-mail. */
  eventUrlTransformer?: (url: string) => string
  inspectors?: LDInspection[]
  hooks?: LDHook[]
  plugins?: LDPluginV4[]
  logger?: LDLogger
  /** Keeps flags and generated keys, as one item. `clear` is never called. */
  storage?: {
    get: (key: string) => Promise<string | null>
    set: (key: string, value: string) => Promise<void>
    clear: (key: string) => Promise<void>
  }
  /** Has no effect: the client writes no debug messages. */
  debug?: boolean
  /** Has no effect in a browser, nor has it in LaunchDarkly's SDK. */
  pollInterval?: number
}
