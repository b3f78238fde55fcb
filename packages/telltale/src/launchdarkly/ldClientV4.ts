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
  /** The logger of the options, or one that writes to the console. */
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
  /** The flag's value, or the default when there is none. Records an evaluation. */
  variation(key: string, defaultValue?: LDFlagValue): LDFlagValue
  /** The same with its variation and its reason. */
  variationDetail(key: string, defaultValue?: LDFlagValue): LDEvaluationDetailTyped<LDFlagValue>
  /** The default also when the flag's value is of another type; the first time, that is told as an `error`. */
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
  /** The same with its variation and its reason. */
  jsonVariationDetail(key: string, defaultValue: unknown): LDEvaluationDetailTyped<unknown>
  /** All values by key. Records nothing. */
  allFlags(): LDFlagSet
  /** Records an event of the context. */
  track(key: string, data?: unknown, metricValue?: number): void
  /** Calls `callback` for each event of this name. */
  on(key: string, callback: LDListener): void
  /** Without a callback, all of the event. */
  off(key: string, callback?: LDListener): void
  /** Adds a hook after those of the options. */
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
  /** Receive changes as they happen. If absent: while `change` is listened to. */
  streaming?: boolean
  /** 1 if absent. */
  streamInitialReconnectDelay?: number
  /** Send the context in the body of a REPORT request. */
  useReport?: boolean
  /** Ask for the reason of each value. */
  withReasons?: boolean
  /** Send events; true if absent. */
  sendEvents?: boolean
  /** Show no attribute but the key in events. */
  allAttributesPrivate?: boolean
  /** Attributes that no event shows. */
  privateAttributes?: string[]
  /** How many events wait for the next flush; 100 if absent. */
  capacity?: number
  /** 2 if absent, which is the least. */
  flushInterval?: number
  /** Send no diagnostic events. */
  diagnosticOptOut?: boolean
  /** 900 if absent. */
  diagnosticRecordingInterval?: number
  /** How many contexts' flags are kept for later visits; 5 if absent. */
  maxCachedContexts?: number
  /** Keep no flags for later visits. */
  disableCache?: boolean
  /** The application as the service shows it. */
  applicationInfo?: { id?: string; version?: string }
  /** The name of a package that wraps this client, for the service. */
  wrapperName?: string
  /** The version of that package. */
  wrapperVersion?: string
  /** Watch for the clicks and page views that the service asks for; true if absent. */
  fetchGoals?: boolean
  /** The address of the page as events show it; if absent, without tokens, codes and addresses of e-mail. */
  eventUrlTransformer?: (url: string) => string
  /** Inspectors of evaluations, flags and contexts. */
  inspectors?: LDInspection[]
  /** Hooks of evaluations, `identify` and `track`. */
  hooks?: LDHook[]
  /** Plugins, each registered with the client. */
  plugins?: LDPluginV4[]
  /** Where warnings and errors go; the console if absent. */
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
