import { createClientOn } from './launchdarkly/createClient.ts'
import { initializeOn } from './launchdarkly/initialize.ts'
import type { LDClientV3, LDOptionsV3 } from './launchdarkly/ldClientV3.ts'
import type { LDClientV4 } from './launchdarkly/ldClientV4.ts'
import type { LDContext } from './launchdarkly/contextReader.ts'
import { basicLoggerOn, type LDBasicLoggerOptions, type LDLogger } from './launchdarkly/ldModel.ts'
import type { LDOptionsV4 } from './launchdarkly/optionsV4.ts'
import { consoleLevels } from './platform/browserPlatform.ts'
import { flagClientPorts } from './platform/flagClientPorts.ts'

/**
 * Starts a flag client with the signature of `initialize` in `launchdarkly-js-client-sdk` 3. Never throws: it reports wrong options
 * to listeners of `error`, or to the logger.
 *
 * @example import { initialize } from 'telltale/launchdarkly'
 */
export const initialize = (env: string, context: LDContext, options?: LDOptionsV3): LDClientV3 =>
  initializeOn(flagClientPorts())(env, context, options)

/**
 * Creates a flag client with the signature of `createClient` in `@launchdarkly/js-client-sdk` 4. It sends no request before
 * `start()`. Throws without a client-side ID.
 *
 * @example import { createClient } from 'telltale/launchdarkly'
 */
export const createClient = (clientSideId: string, context: LDContext, options?: LDOptionsV4): LDClientV4 =>
  createClientOn(flagClientPorts(), basicLogger())(clientSideId, context, options)

/** Creates a logger for the options of either client. Throws when `destination` is not a function. */
export const basicLogger = (options?: LDBasicLoggerOptions): LDLogger => basicLoggerOn(consoleLevels)(options)

export type {
  LDDataSourceStatus,
  LDIdentifyOptions,
  LDIdentifyResult,
  LDInitializationResult,
  LDPluginV4,
  LDStartOptions,
} from './launchdarkly/ldClientV4.ts'
export type { LDPluginV3 } from './launchdarkly/ldClientV3.ts'
export type {
  LDContextCommon,
  LDContextMeta,
  LDContextWithKey,
  LDMultiKindContext,
  LDSingleKindContext,
  LDUser,
} from './launchdarkly/contextReader.ts'
export type {
  LDDebugOverride,
  LDEvaluationDetail,
  LDEvaluationDetailTyped,
  LDEvaluationReason,
  LDEvaluationSeriesContext,
  LDFlagChangeset,
  LDFlagSet,
  LDFlagValue,
  LDHook,
  LDIdentifySeriesContext,
  LDInspection,
  LDListener,
  LDPluginEnvironmentMetadata,
  LDPluginFor,
  LDSeriesData,
  LDTrackSeriesContext,
} from './launchdarkly/ldModel.ts'
export type { LDBasicLoggerOptions, LDClientV3, LDClientV4, LDContext, LDLogger, LDOptionsV3, LDOptionsV4 }
