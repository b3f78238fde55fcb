import type { LDLogger } from './basicLogger.ts'
import type {
  LDContext,
  LDContextWithKey,
  LDEvaluationDetailTyped,
  LDFlagSet,
  LDFlagValue,
  LDHook,
  LDInspection,
  LDPluginFor,
} from './ldModel.ts'
import type { LDListener } from './vendorListeners.ts'

/** The outcome of `start`, or of a wait for it. */
export type LDInitializationResult = { status: 'complete' } | { status: 'failed'; error: Error } | { status: 'timeout' }

/** The outcome of an `identify`. `shed`: a later one has superseded it. */
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
  /** The initial flags, as `toJSON()` of a server SDK's `allFlagsState` returns them. */
  bootstrap?: unknown
  identifyOptions?: LDIdentifyOptions & { bootstrap?: unknown }
}

/** The argument of a `dataSourceStatus` event. */
export interface LDDataSourceStatus {
  readonly state: 'INITIALIZING' | 'VALID' | 'CLOSED'
  /** Milliseconds since 1970. */
  readonly stateSince: number
  readonly lastError?: { readonly kind: 'NETWORK_ERROR'; readonly message: string; readonly time: number }
}

/**
 * The client of `@launchdarkly/js-client-sdk` 4, over Telltale's flag client. Its events are `ready`, `initialized`, `error`, `change`,
 * `change:<key>` and `dataSourceStatus`. It sends no request before `start`, and its promises never reject.
 */
export interface LDClientV4 {
  /** The logger of the options, or one that writes to the console. */
  readonly logger: LDLogger
  /** Requests the first context's flags. A later call returns the same promise, or its outcome. */
  start(options?: LDStartOptions): Promise<LDInitializationResult>
  /** @param options - `timeout` in seconds; 5 if absent */
  waitForInitialization(options?: { timeout?: number }): Promise<LDInitializationResult>
  /**
   * Requests the flags of another context. Until they arrive, the client keeps its current context, unless flags of an earlier
   * visit are cached for the new one.
   */
  identify(context: LDContext, options?: LDIdentifyOptions): Promise<LDIdentifyResult>
  /** A copy of the context whose flags are in force: as the application gave it, with its keys. `undefined` before `start`. */
  getContext(): LDContextWithKey | undefined
  /** The flag's value, or the default when the flag has none. Records an evaluation. */
  variation(key: string, defaultValue?: LDFlagValue): LDFlagValue
  /** The flag's value with its variation and its reason. */
  variationDetail(key: string, defaultValue?: LDFlagValue): LDEvaluationDetailTyped<LDFlagValue>
  /** Like `variation`, but returns the default when the flag's value has another type, too, and emits `error` the first time. */
  boolVariation(key: string, defaultValue: boolean): boolean
  /** A boolean flag's value with its variation and its reason. */
  boolVariationDetail(key: string, defaultValue: boolean): LDEvaluationDetailTyped<boolean>
  /** A number flag's value; see `boolVariation`. */
  numberVariation(key: string, defaultValue: number): number
  /** A number flag's value with its variation and its reason. */
  numberVariationDetail(key: string, defaultValue: number): LDEvaluationDetailTyped<number>
  /** A string flag's value; see `boolVariation`. */
  stringVariation(key: string, defaultValue: string): string
  /** A string flag's value with its variation and its reason. */
  stringVariationDetail(key: string, defaultValue: string): LDEvaluationDetailTyped<string>
  /** The value of a flag of any type; see `variation`. */
  jsonVariation(key: string, defaultValue: unknown): unknown
  /** The value of a flag of any type with its variation and its reason. */
  jsonVariationDetail(key: string, defaultValue: unknown): LDEvaluationDetailTyped<unknown>
  /** All values by key. Records nothing. */
  allFlags(): LDFlagSet
  /** Records an event of the context. */
  track(key: string, data?: unknown, metricValue?: number): void
  /** Calls `callback` for each event of this name. */
  on(key: string, callback: LDListener): void
  /** Removes a listener, or without a callback all listeners of the event. */
  off(key: string, callback?: LDListener): void
  /** Adds a hook after those of the options. */
  addHook(hook: LDHook): void
  /** Sets whether changes are streamed. Without a value, only while `change` has listeners. */
  setStreaming(streaming?: boolean): void
  /** Warns that it has no effect, as LaunchDarkly's SDK does without its `dataSystem` option. */
  setConnectionMode(mode?: string): void
  /** Sends the queued events. Events that cannot be delivered are kept and retried. */
  flush(): Promise<{ error?: Error; result: boolean }>
  /** Sends the queued events, and stops all activity of the client. */
  close(): Promise<void>
}

/** A plugin of the v4 client. It is registered when the client starts. */
export type LDPluginV4 = LDPluginFor<LDClientV4>

/** The options of the v4 client. Times are in seconds. An option of the wrong type is reported, and its default is used. */
export interface LDOptionsV4 {
  /** `https://clientsdk.launchdarkly.com` if absent. */
  baseUri?: string
  /** `https://clientstream.launchdarkly.com` if absent. */
  streamUri?: string
  /** `https://events.launchdarkly.com` if absent. */
  eventsUri?: string
  /** Receive changes as they happen. If absent, only while `change` has listeners. */
  streaming?: boolean
  /** 1 if absent. */
  streamInitialReconnectDelay?: number
  /** Send the context in the body of a REPORT request. */
  useReport?: boolean
  /** Request the reason for each value. */
  withReasons?: boolean
  /** Send events; true if absent. */
  sendEvents?: boolean
  /** Leave all attributes but the key out of events. */
  allAttributesPrivate?: boolean
  /** Attributes that are left out of events. */
  privateAttributes?: string[]
  /** The maximum number of events that wait for the next flush; 100 if absent. */
  capacity?: number
  /** 2 if absent, which is the minimum. */
  flushInterval?: number
  /** Send no diagnostic events. */
  diagnosticOptOut?: boolean
  /** 900 if absent. */
  diagnosticRecordingInterval?: number
  /** The number of contexts whose flags are cached for later visits; 5 if absent. */
  maxCachedContexts?: number
  /** Cache no flags for later visits. */
  disableCache?: boolean
  /** The application as the service shows it. */
  applicationInfo?: { id?: string; version?: string }
  /** The name of a package that wraps this client, for the service. */
  wrapperName?: string
  /** The version of that package. */
  wrapperVersion?: string
  /** Record the clicks and page views that the service defines as goals; true if absent. */
  fetchGoals?: boolean
  /** Returns the URL of the page as events contain it. If absent, tokens, codes and e-mail addresses are removed. */
  eventUrlTransformer?: (url: string) => string
  /** Inspectors of evaluations, flags and contexts. */
  inspectors?: LDInspection[]
  /** Hooks of evaluations, `identify` and `track`. */
  hooks?: LDHook[]
  /** Plugins, each registered with the client. */
  plugins?: LDPluginV4[]
  /** Where warnings and errors go; the console if absent. */
  logger?: LDLogger
  /** Stores flags and generated keys, as one item. `clear` is never called. */
  storage?: {
    get: (key: string) => Promise<string | null>
    set: (key: string, value: string) => Promise<void>
    clear: (key: string) => Promise<void>
  }
  /** Has no effect: the client writes no debug messages. */
  debug?: boolean
  /** Has no effect in a browser, as in LaunchDarkly's SDK. */
  pollInterval?: number
}
