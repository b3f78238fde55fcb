import type { StartLayerFlagEvents } from './launchDarklyService/lateFlagEvents.ts'
import type { LayerFlags } from './flags/flags.ts'
import type { FlagClient } from './client/flagClient.ts'
import type { FlagClientOptions } from './client/flagClientOptions.ts'
import { createLaunchDarkly } from './launchDarklyService/launchDarkly.ts'
import type { FlagOptions } from './launchDarklyService/flagSettings.ts'
import { startFlagClient } from './client/startFlagClient.ts'
import { flagClientPorts } from './platform/flagClientPorts.ts'

/**
 * Starts a flag client on its own, under the method names of LaunchDarkly's JavaScript SDK. Never throws: it reports wrong options
 * to listeners of `error`, or to the console.
 */
export const createFlagClient = (options: FlagClientOptions & { context: object }): FlagClient =>
  startFlagClient(options, flagClientPorts())

/**
 * The feature flags of the layer, from LaunchDarkly's client-side service. Throws at start when it cannot be booted.
 * `telltale/injected` has the flags of a client that the application has created.
 *
 * @example launchDarkly({ clientSideId: '…', streaming: true })
 */
export const launchDarkly = (options: FlagOptions): LayerFlags => createLaunchDarkly(options, loadFlagEvents)

/** Bundlers split this `import()` into a lazy chunk. */
async function loadFlagEvents(): Promise<StartLayerFlagEvents> {
  const { startFlagEvents } = await import('./lazy/lazyChunk.ts')
  return startFlagEvents
}

export type { LayerFlags } from './flags/flags.ts'
export type { FlagClient, FlagClientEvents } from './client/flagClient.ts'
export type { FlagClientOptions, FlagEtags, FlagExtension, FlagStorage } from './client/flagClientOptions.ts'
export type { FlagsStatus } from './core/model/flag.ts'
export type { PerLevel, Promotion } from './core/model/promotion.ts'
export { withPlugins, type DebugOverrides, type Plugin } from './client/plugins.ts'
export { withHooks, type Hook } from './client/hooks.ts'
export { withInspectors, type Inspector } from './client/inspectors.ts'
export { withEtags } from './client/withEtags.ts'
export { withStorage, type AsyncStorage } from './client/withStorage.ts'
export type { FlagOptions }
export { readContext } from './flags/readContext.ts'
export { sameContext } from './launchDarklyService/redactContext.ts'
