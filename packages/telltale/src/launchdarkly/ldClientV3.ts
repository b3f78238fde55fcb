import type { LDContext, LDContextWithKey } from './ldContext.ts'
import type { LDEvaluationDetail, LDFlagSet, LDFlagValue } from './ldFlags.ts'
import type { LDHook, LDInspection, LDPluginFor } from './ldObservers.ts'
import type { LDLogger } from './basicLogger.ts'
import type { LDListener } from './vendorListeners.ts'

/**
 * The client of `launchdarkly-js-client-sdk` 3, over Telltale's flag client. Its events are `ready`, `initialized`, `failed`,
 * `error`, `change`, `change:<key>` and `goalsReady`.
 */
export interface LDClientV3 {
  /** Resolves when the first request has ended, either way. */
  waitUntilReady(): Promise<void>
  /** Resolves when flags are there. Rejects when they cannot be had, or not within so many seconds. */
  waitForInitialization(timeout?: number): Promise<void>
  /**
   * Asks for the flags of another context. Resolves with all values; rejects when they cannot be had, and the client then keeps the
   * context that it had. The callback receives an error and null, or null and the values.
   *
   * @param hash - the context's signature in secure mode; that of the options is for the first context alone
   */
  identify(
    context: LDContext,
    hash?: string,
    onDone?: (error: Error | null, flags: LDFlagSet | null) => void,
  ): Promise<LDFlagSet>
  /** The context whose flags hold. */
  getContext(): LDContextWithKey
  /** Sends the events that wait. Resolves when that has worked, or failed once. */
  flush(onDone?: () => void): Promise<void>
  /** The flag's value, or the default when there is none. Records an evaluation. */
  variation(key: string, defaultValue?: LDFlagValue): LDFlagValue
  /** The same with its variation and its reason. */
  variationDetail(key: string, defaultValue?: LDFlagValue): LDEvaluationDetail
  /** All values by key. Records an evaluation of each flag, unless `sendEventsOnlyForVariation` is set. */
  allFlags(): LDFlagSet
  /** Records an event of the context. */
  track(key: string, data?: unknown, metricValue?: number): void
  /** Whether changes are streamed; without a value, while `change` is listened to. */
  setStreaming(value?: boolean): void
  /** @param context - `this` in the callback */
  on(key: string, callback: LDListener, context?: unknown): void
  /** Removes a listener that was added with the same context. */
  off(key: string, callback: LDListener, context?: unknown): void
  /** Adds a hook after those of the options. */
  addHook(hook: LDHook): void
  /** Sends the events that wait, and ends all that the client has going. */
  close(onDone?: () => void): Promise<void>
  /** Resolves when the goals are there, or none are to come. */
  waitUntilGoalsReady(): Promise<void>
}

/** A plugin of the v3 client. */
export type LDPluginV3 = LDPluginFor<LDClientV3>

/** The options of the v3 client. Times are in milliseconds. One of the wrong type is reported, and its default is used. */
export interface LDOptionsV3 {
  /** `https://app.launchdarkly.com` if absent. */
  baseUrl?: string
  /** `https://clientstream.launchdarkly.com` if absent. */
  streamUrl?: string
  /** `https://events.launchdarkly.com` if absent. */
  eventsUrl?: string
  /** Flags to start with, or `localStorage`: those of an earlier visit. */
  bootstrap?: 'localStorage' | LDFlagSet
  /** The first context's signature, for an environment in secure mode. */
  hash?: string
  /** Receive changes as they happen. If absent: while `change` is listened to. */
  streaming?: boolean
  /** 1000 if absent. */
  streamReconnectDelay?: number
  /** Send the context in the body of a REPORT request. */
  useReport?: boolean
  /** Ask for the reason of each value. */
  evaluationReasons?: boolean
  /** Send events; true if absent. */
  sendEvents?: boolean
  /** Record no evaluation of flags that `allFlags` returned or that changed. */
  sendEventsOnlyForVariation?: boolean
  /** Show no attribute but the key in events. */
  allAttributesPrivate?: boolean
  /** Attributes that no event shows. */
  privateAttributes?: string[]
  /** 100 if absent. */
  eventCapacity?: number
  /** 2000 if absent, which is the least. */
  flushInterval?: number
  /** Send no diagnostic events. */
  diagnosticOptOut?: boolean
  /** 900,000 if absent. */
  diagnosticRecordingInterval?: number
  /** Send the SDK's own headers; true if absent. */
  sendLDHeaders?: boolean
  /** Receives the headers as a plain object. The vendor's SDK does so too, though it declares a `Map`. */
  requestHeaderTransform?: (headers: Record<string, string>) => Record<string, string>
  /** The name of a package that wraps this client, for the service. */
  wrapperName?: string
  /** The version of that package. */
  wrapperVersion?: string
  /** The application as the service shows it. */
  application?: { id?: string; version?: string }
  /** Watch for the clicks and page views that the service asks for; true if absent. */
  fetchGoals?: boolean
  /** The address of the page as events show it; if absent, without tokens, codes and addresses of e-mail. */
  eventUrlTransformer?: (url: string) => string
  /** Inspectors of evaluations, flags and contexts. */
  inspectors?: LDInspection[]
  /** Hooks of evaluations, `identify` and `track`. */
  hooks?: LDHook[]
  /** Plugins, each registered with the client. */
  plugins?: LDPluginV3[]
  /** Where warnings and errors go; the console if absent. */
  logger?: LDLogger
}
