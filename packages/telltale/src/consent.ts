import { consentPart } from './consent/consentPart.ts'
import type { ConsentSettings } from './consent/options.ts'
import { attempt } from './core/lib/attempt.ts'
import type { ConsentSetting } from './core/consentPart.ts'
import { isGpc } from './platform/gpc.ts'
import { onStored } from './platform/onStored.ts'
import { removeCookies } from './platform/removeCookies.ts'
import { PREFIX } from './platform/webStorage.ts'

/**
 * Asks before anything is kept or sent. What needs a purpose that is pending waits in the memory of the page, and nothing of it is on the
 * device; what is denied is gone. `telltale.consent` says what is allowed, and decides.
 *
 * @example
 * ```ts
 * createTelltale({ app: 'Rental Desk', consent: consent({ text: '2026-11', respects: ['gpc'] }) })
 * ```
 * @throws a sentence that says what to do, when an option is wrong
 */
export const consent = (settings?: ConsentSettings): ConsentSetting =>
  consentPart(settings, { isGpc, onStored: onStored(PREFIX), removeCookies, deleteDecisions }, loadLate)

const deleteDecisions = () => void attempt(() => indexedDB.deleteDatabase(`${PREFIX}decisions`))

/** Bundlers split this `import()` into a lazy chunk. */
async function loadLate() {
  const { gateDeliveries, startDeciding } = await import('./lazy/lazyChunk.ts')
  return { gateDeliveries, startDeciding }
}

export type { Choices, ConsentSettings } from './consent/options.ts'
export type { Consent, ConsentReader, ConsentSetting, Forgotten } from './core/consentPart.ts'
export type { ConsentDecision, ConsentOptions, Consents, ConsentState } from './core/model/consent.ts'
