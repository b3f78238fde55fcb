import { injectedFlagClient } from './adapters/injectedFlagClient.ts'
import type { InjectedFlagClient } from './adapters/vendorFlagReader.ts'
import type { FlagClient } from './flags/flagClient.ts'
import type { FlagClientOptions } from './flags/flagSettings.ts'
import type { FlagsPart } from './flags/flagsApi.ts'
import { createLaunchDarkly, type LaunchDarklyOptions } from './flags/launchDarkly.ts'
import { startFlagClient } from './flags/startFlagClient.ts'
import { browserPorts } from './platform/browserPlatform.ts'
import { visitor } from './platform/visitor.ts'
import { webChannel } from './platform/webChannel.ts'

/**
 * Starts a flag client on its own, under the method names of LaunchDarkly's JavaScript SDK. Never throws: what is wrong with
 * the options is told to those who listen for `error`, or to the console.
 */
export const createFlagClient = (options: FlagClientOptions & { context: object }): FlagClient =>
  startFlagClient(options, { ...browserPorts(), visitor })

/**
 * The feature flags of the layer, from LaunchDarkly's client-side service, or from a client of its SDK that the application
 * has made. Throws at start when it cannot be booted.
 *
 * @example launchDarkly({ clientSideId: '…', streaming: true })
 */
export const launchDarkly: (options: LaunchDarklyOptions<InjectedFlagClient>) => FlagsPart = createLaunchDarkly(
  injectedFlagClient,
  { visitor, channel: webChannel },
)

export type { FlagClient, FlagClientEvents } from './flags/flagClient.ts'
export type { FlagClientOptions, FlagOptions } from './flags/flagSettings.ts'
export type { FlagsApi, FlagsPart, FlagsStatus } from './flags/flagsApi.ts'
export type { PerLevel, Promotion } from './core/model/promotion.ts'
export type { LayerFlagOptions, LevelOptions } from './flags/levelOptions.ts'
export type { Hook } from './flags/hooks.ts'
export type { Inspector } from './flags/inspectors.ts'
export type { DebugOverrides, Plugin } from './flags/plugins.ts'
export type { InjectedFlagClient, LaunchDarklyOptions }
export { readContext } from './flags/readContext.ts'
export { sameContext } from './flags/sameContext.ts'
