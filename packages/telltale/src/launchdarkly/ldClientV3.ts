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
  getContext(): LDContextWithKey
  /** Sends the events that wait. Resolves when that has worked, or failed once. */
  flush(onDone?: () => void): Promise<void>
  variation(key: string, defaultValue?: LDFlagValue): LDFlagValue
  variationDetail(key: string, defaultValue?: LDFlagValue): LDEvaluationDetail
  /** All values by key. Records an evaluation of each flag, unless `sendEventsOnlyForVariation` is set. */
  allFlags(): LDFlagSet
  track(key: string, data?: unknown, metricValue?: number): void
  /** Whether changes are streamed; without a value, while `change` is listened to. */
  setStreaming(value?: boolean): void
  /** @param context - `this` in the callback */
  on(key: string, callback: LDListener, context?: unknown): void
  off(key: string, callback: LDListener, context?: unknown): void
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
  streaming?: boolean
  /** 1000 if absent. */
  streamReconnectDelay?: number
  /** Send the context in the body of a REPORT request. */
  useReport?: boolean
  evaluationReasons?: boolean
  sendEvents?: boolean
  /** Record no evaluation of flags that `allFlags` returned or that changed. */
  sendEventsOnlyForVariation?: boolean
  allAttributesPrivate?: boolean
  privateAttributes?: string[]
  /** 100 if absent. */
  eventCapacity?: number
  /** 2000 if absent, which is the least. */
  flushInterval?: number
  diagnosticOptOut?: boolean
  /** 900,000 if absent. */
  diagnosticRecordingInterval?: number
  sendLDHeaders?: boolean
  /** Receives the headers as a plain object. The vendor's SDK does so too, though it declares a `Map`. */
  requestHeaderTransform?: (headers: Record<string, string>) => Record<string, string>
  wrapperName?: string
  wrapperVersion?: string
  application?: { id?: string; version?: string }
  fetchGoals?: boolean
  /** The address of the page as events show it; if absent, without tokens, codes and addresses of e-mail. */
  eventUrlTransformer?: (url: string) => string
  inspectors?: LDInspection[]
  hooks?: LDHook[]
  plugins?: LDPluginV3[]
  logger?: LDLogger
}
