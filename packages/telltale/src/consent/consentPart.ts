import type { ConsentPart } from '../core/consentPart.ts'
import type { gateDeliveries } from '../events/gateDeliveries.ts'
import { type ConsentPorts, openConsent } from './openConsent.ts'
import { type ConsentSettings, readConsentSettings } from './options.ts'

/** @param load loads what gates events */
export function consentPart(
  given: ConsentSettings | undefined,
  ports: ConsentPorts,
  load: () => Promise<typeof gateDeliveries>,
): ConsentPart<typeof gateDeliveries> {
  const passed = readConsentSettings(given)
  return {
    name: 'consent',
    passed,
    open: (layer, platform, space) => openConsent(passed.options, { layer, platform, space }, ports),
    load,
  }
}
