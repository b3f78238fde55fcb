import { injectedFlags, type InjectedClientOptions } from './adapters/injectedFlagClient.ts'
import type { LayerFlags } from './flags/flags.ts'

/**
 * The feature flags of the layer, from a client of LaunchDarkly's JavaScript SDK that the application has created. The client
 * receives the layer's context, and is not closed with the layer. In place of a client, give a function that makes one for the first user:
 * then there is no anonymous context before, and the layer closes the client. Its values are in force only while its own context is the one
 * that the layer has identified. Throws at start when it cannot be booted.
 *
 * @example
 * ```ts
 * injectedClient({ client: (context, hash) => initialize('…', context, { hash }) })
 * ```
 */
export const injectedClient: (options: InjectedClientOptions) => LayerFlags = injectedFlags

export type { InjectedContext, InjectedFlagClient } from './adapters/vendorFlagReader.ts'
export type { MakeClient } from './adapters/injectedFlagClient.ts'
export type { InjectedClientOptions, LayerFlags }
