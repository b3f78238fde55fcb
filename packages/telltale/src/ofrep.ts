import type { LayerFlags } from './flags/flags.ts'
import { createOfrep, type OfrepOptions, type StartFollowing } from './ofrep/ofrep.ts'
import { PREFIX } from './platform/webStorage.ts'
import { webChannel, webTabs } from './platform/webTabs.ts'

/**
 * The feature flags of the layer from a server of the OpenFeature Remote Evaluation Protocol (OFREP), such as flagd, GO Feature Flag or
 * Flipt, in the place of `launchDarkly`. The layer caches the flags, repeats requests that fail, lets one tab follow changes for all, and
 * publishes exposures. Throws at start when an option is wrong.
 *
 * @example
 * ```ts
 * createTelltale({
 *   app: 'Rental Desk',
 *   flags: ofrep({ url: 'https://flags.example.com', headers: { 'X-API-Key': 'your-key' } }),
 * })
 * ```
 */
export const ofrep = (options: OfrepOptions): LayerFlags =>
  createOfrep(options, { tabs: webTabs(PREFIX), channel: webChannel }, loadFollowing)

/** Bundlers split this `import()` into a lazy chunk. */
async function loadFollowing(): Promise<StartFollowing> {
  const { startFollowingOfrep } = await import('./lazy/lazyChunk.ts')
  return startFollowingOfrep
}

export type { LayerFlags, OfrepOptions }
export type { OfrepHeaders } from './ofrep/ofrepSource.ts'
export type { Context, SingleContext, UserContext } from './core/model/flag.ts'
export type { PerLevel, Promotion } from './core/model/promotion.ts'
