import type { StartActivity } from './flags/flagActivity.ts'
import type { FlagClient, LayerFlags } from './flags/flagClient.ts'
import type { FlagClientOptions } from './flags/flagSettings.ts'
import { createLaunchDarkly, type LayerFlagOptions } from './flags/launchDarkly.ts'
import { lateActivity } from './flags/lateActivity.ts'
import { startFlagClient } from './flags/startFlagClient.ts'
import { browserPorts } from './platform/browserPlatform.ts'
import { laterTransport } from './platform/laterTransport.ts'
import { isPage } from './platform/windowPage.ts'
import { visitor } from './platform/visitor.ts'

/**
 * Starts a flag client on its own, under the method names of LaunchDarkly's JavaScript SDK. Never throws: it reports wrong options
 * to listeners of `error`, or to the console.
 */
export const createFlagClient = (options: FlagClientOptions & { context: object }): FlagClient =>
  startFlagClient(options, { ...browserPorts(laterTransport()), visitor })

/**
 * The feature flags of the layer, from LaunchDarkly's client-side service. Throws at start when it cannot be booted.
 * `telltale/injected` has the flags of a client that the application has created.
 *
 * @example launchDarkly({ clientSideId: '…', streaming: true })
 */
export const launchDarkly = (options: LayerFlagOptions): LayerFlags =>
  // In a function: bundlers keep what a module calls at its top level, also for applications that do not use it.
  createLaunchDarkly((host) => lateActivity(loadActivity, host))(options)

/** A bundler makes a file of its own of what is imported here. A server streams no flags and sends no events. */
async function loadActivity(): Promise<StartActivity> {
  if (!isPage()) return new Promise(() => {})
  const { flagActivity } = await import('./later/flags.ts')
  return flagActivity
}

export type { FlagClient, FlagClientEvents, LayerFlags } from './flags/flagClient.ts'
export type { FlagClientOptions, FlagOptions } from './flags/flagSettings.ts'
export type { FlagsStatus } from './core/model/flag.ts'
export type { PerLevel, Promotion } from './core/model/promotion.ts'
export type { LevelOptions } from './flags/launchDarkly.ts'
export type { FlagExtension } from './flags/extension.ts'
export { withHooks, type Hook } from './flags/hooks.ts'
export { withInspectors, type Inspector } from './flags/inspectors.ts'
export { withPlugins, type DebugOverrides, type Plugin } from './flags/plugins.ts'
export { withEtags, type FlagEtags } from './flags/etags.ts'
export { withStorage, type AsyncStorage, type FlagStorage } from './flags/asyncStorage.ts'
export type { LayerFlagOptions }
export { readContext } from './flags/readContext.ts'
export { sameContext } from './flags/readContext.ts'
