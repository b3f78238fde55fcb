import type { FlagClient } from '../client/flagClient.ts'
import type { LDContext } from './contextReader.ts'
import type {
  LDClientCommon,
  LDEvaluationDetail,
  LDFlagSet,
  LDFlagValue,
  LDListener,
  LDOptionsCommon,
  LDPluginFor,
} from './ldModel.ts'

/**
 * The client of `launchdarkly-js-client-sdk` 3, over Telltale's flag client. Its events are `ready`, `initialized`, `failed`,
 * `error`, `change`, `change:<key>` and `goalsReady`.
 */
export interface LDClientV3 extends LDClientCommon, Pick<FlagClient, 'waitForInitialization'> {
  /** Resolves when the first request has succeeded or failed. */
  waitUntilReady(): Promise<void>
  /**
   * Requests the flags of another context. Resolves with all values. Rejects when they cannot be fetched, and the client then keeps
   * its current context. The callback receives an error and null, or null and the values.
   *
   * @param hash - the context's signature in secure mode; that of the options is for the first context only
   */
  identify(
    context: LDContext,
    hash?: string,
    onDone?: (error: Error | null, flags: LDFlagSet | null) => void,
  ): Promise<LDFlagSet>
  /** A copy of the context whose flags are in force: as the application gave it, with its keys. Null when the first one is invalid. */
  getContext(): LDContext
  /** Sends the queued events. Resolves after the first success or failure. */
  flush(onDone?: () => void): Promise<void>
  /** The flag's value with its variation and its reason. */
  variationDetail(key: string, defaultValue?: LDFlagValue): LDEvaluationDetail
  /** All values by key. Records an evaluation of each flag, unless `sendEventsOnlyForVariation` is set. */
  allFlags(): LDFlagSet
  /**
   * Calls `callback` for each event of this name.
   *
   * @param context - `this` in the callback
   */
  on(key: string, callback: LDListener, context?: unknown): void
  /** Removes a listener that was added with the same context. */
  off(key: string, callback: LDListener, context?: unknown): void
  /** Sends the queued events, and stops all activity of the client. */
  close(onDone?: () => void): Promise<void>
  /** Resolves when the goals have arrived, or when no goals are expected. */
  waitUntilGoalsReady(): Promise<void>
}

/** A plugin of the v3 client. */
export type LDPluginV3 = LDPluginFor<LDClientV3>

/** The options of the v3 client, under the rules of `FlagOptions`. */
export interface LDOptionsV3 extends LDOptionsCommon<LDPluginV3> {
  /** `https://app.launchdarkly.com` if absent. */
  baseUrl?: string | undefined
  /** `https://clientstream.launchdarkly.com` if absent. */
  streamUrl?: string | undefined
  /** `https://events.launchdarkly.com` if absent. */
  eventsUrl?: string | undefined
  /** The initial flags, or `localStorage`, in upper or lower case: those of an earlier visit. */
  bootstrap?: 'localStorage' | LDFlagSet | undefined
  /** The first context's signature, for an environment in secure mode. */
  hash?: string | undefined
  /** 1000 if absent. */
  streamReconnectDelay?: number | undefined
  /** Request the reason for each value. */
  evaluationReasons?: boolean | undefined
  /** Record no evaluation of flags that `allFlags` returns or that change. */
  sendEventsOnlyForVariation?: boolean | undefined
  /** 100 if absent. */
  eventCapacity?: number | undefined
  /** 2000 if absent, which is the minimum. */
  flushInterval?: number | undefined
  /** 900,000 if absent. */
  diagnosticRecordingInterval?: number | undefined
  /** Send the SDK's own headers; true if absent. */
  sendLDHeaders?: boolean | undefined
  /** Receives the headers as a plain object. The vendor's SDK passes one, too, although it declares a `Map`. */
  requestHeaderTransform?: ((headers: Record<string, string>) => Record<string, string>) | undefined
  /** The application as the service shows it. */
  application?: { id?: string | undefined; version?: string | undefined } | undefined
}
