import type { FlagsPart } from './flagsApi.ts'
import { missingLevel, type LayerFlagOptions } from './levelOptions.ts'
import { isFlagsState } from './readBootstrap.ts'
import { layerFlags, type FlagPorts } from './layerFlags.ts'

/** Which flags: those of an environment, or of a client that the application has made. */
export type LaunchDarklyOptions<Client> =
  (LayerFlagOptions & { client?: undefined }) | { client: Client; clientSideId?: undefined }

/**
 * @param adapt makes a part of a client that is not ours
 * @param ports what a layer without flags does not need of the outside world
 */
export const createLaunchDarkly =
  <Client>(adapt: (client: Client) => FlagsPart, ports?: FlagPorts) =>
  (options: LaunchDarklyOptions<Client>): FlagsPart => {
    // Who writes JavaScript may have given none.
    const { client, clientSideId, bootstrap } = (options ?? {}) as Partial<LayerFlagOptions> & { client?: Client }
    if (client && clientSideId) {
      throw new Error('Cannot boot Launch Darkly: conflicting options were provided, a client and a client side id!')
    }
    if (client) return adapt(client)
    if (!clientSideId) throw new Error('Cannot boot Launch Darkly: client side id is not set!')
    const missing = missingLevel(options as LayerFlagOptions)
    if (missing) throw new Error(`Cannot boot Launch Darkly: ${missing} is not set!`)
    if (isFlagsState(bootstrap)) {
      throw new Error('Cannot boot Launch Darkly: the bootstrap is an LDFlagsState (pass what its toJSON() returns)!')
    }
    return layerFlags(options as LayerFlagOptions, ports)
  }
