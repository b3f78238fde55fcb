import type { ConsentPart } from '../core/consentPart.ts'
import type { gateDeliveries } from '../events/gateDeliveries.ts'
import { type Connects, type ConsentPorts, openConsent } from './openConsent.ts'
import { type ConsentSettings, readConsentSettings } from './options.ts'
import type { StartDeciding } from './startDeciding.ts'

/** What a page needs only after its first paint. */
export interface LateConsent {
  readonly gateDeliveries: typeof gateDeliveries
  readonly startDeciding: StartDeciding
}

/** @param loading loads it; tests have it at once */
export function consentPart(
  given: ConsentSettings | undefined,
  ports: ConsentPorts,
  loading: LateConsent | (() => Promise<LateConsent>),
): ConsentPart<typeof gateDeliveries> {
  const passed = readConsentSettings(given)
  /** The layers with these settings. */
  const opened: Connects[] = []
  return {
    name: 'consent',
    passed,
    open(layer, platform, space) {
      const one = openConsent(passed.options, { layer, platform, space }, ports)
      if (typeof loading === 'function') opened.push(one)
      else one.connect(loading.startDeciding)
      return one
    },
    async load() {
      const late = typeof loading === 'function' ? await loading() : loading
      for (const one of opened.splice(0)) one.connect(late.startDeciding)
      return late.gateDeliveries
    },
  }
}
