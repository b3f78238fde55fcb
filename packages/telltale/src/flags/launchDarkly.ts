import type { FlagsPart } from './flagsApi.ts'
import type { FlagClientOptions } from './flagSettings.ts'
import { layerFlags } from './layerFlags.ts'

/**
 * The feature flags of the layer, from LaunchDarkly's client-side service. Throws at start when it cannot be booted.
 *
 * @example launchDarkly({ clientSideId: '…', streaming: true })
 */
export function launchDarkly(options: FlagClientOptions): FlagsPart {
  if (!options.clientSideId) throw new Error('Cannot boot Launch Darkly: client side id is not set!')
  return layerFlags(options)
}
