import type { LayerFlags } from './flags/flags.ts'
import { createSourceFlags, type FlagSourceOptions } from './flags/sourceFlags.ts'
import { PREFIX } from './platform/webStorage.ts'
import { webChannel, webTabs } from './platform/webTabs.ts'

/**
 * The feature flags of the layer, from a service of any protocol or from a function. The layer caches the flags, repeats requests that
 * fail, lets one tab follow changes for all, and publishes exposures. Throws at start when an option is wrong.
 *
 * @example
 * ```ts
 * flagSource({
 *   name: 'own',
 *   create: ({ key }) => ({
 *     async fetch(signal) {
 *       const answer = await fetch(`/flags?user=${key}`, { signal })
 *       if (!answer.ok) throw new Error(`The flags could not be fetched: ${answer.status}`)
 *       return { flags: await answer.json() } // { "new-pricing": { "value": true } }
 *     },
 *   }),
 * })
 * ```
 */
export const flagSource = (options: FlagSourceOptions): LayerFlags =>
  createSourceFlags(options, { tabs: webTabs(PREFIX), channel: webChannel })

export type {
  CreateFlagSource,
  FlagAnswer,
  FlagChanges,
  FlagFailure,
  FlagSource,
  SourceFlag,
} from './flags/flagSource.ts'
export type { Context, SingleContext, UserContext } from './core/model/flag.ts'
export type { FlagSourceOptions, LayerFlags }
