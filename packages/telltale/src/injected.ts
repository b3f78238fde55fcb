import { injectedFlags, type InjectedClientOptions } from './adapters/injectedFlagClient.ts'
import type { LayerFlags } from './flags/flagClient.ts'

/**
 * The feature flags of the layer, from a client of LaunchDarkly's JavaScript SDK that the application has created. The client
 * receives the layer's context, and is not closed with the layer. Its values are in force only while its own context is the one
 * that the layer has identified. Throws at start when it cannot be booted.
 *
 * @example injectedClient({ client: initialize('…', { anonymous: true }) })
 */
export const injectedClient: (options: InjectedClientOptions) => LayerFlags = injectedFlags

export type { InjectedContext, InjectedFlagClient } from './adapters/vendorFlagReader.ts'
export type { InjectedClientOptions, LayerFlags }
