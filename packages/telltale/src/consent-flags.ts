import { flagsWithConsent as withConsent, type FlagConsentOptions } from './layer/flagsWithConsent.ts'
import type { LayerFlags } from './flags/flags.ts'

/**
 * The flags of a layer under a purpose of `consent`: as long as the user has not allowed it, no flags are requested, each read returns its
 * fallback, and no event waits for flags. What is remembered of flags has the same purpose, unless `purposes` says otherwise.
 *
 * @example
 * ```ts
 * createTelltale({
 *   app: 'Rental Desk',
 *   flags: flagsWithConsent(launchDarkly({ clientSideId }), { purpose: 'functional' }),
 *   consent: consent(),
 * })
 * ```
 * @throws a sentence that says what to do, when an option is wrong
 */
export const flagsWithConsent = (flags: LayerFlags, options: FlagConsentOptions): LayerFlags =>
  withConsent(flags, options)

export type { FlagConsentOptions } from './layer/flagsWithConsent.ts'
export type { LayerFlags } from './flags/flags.ts'
