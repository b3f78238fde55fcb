import { useMemo, useSyncExternalStore } from 'react'
import type { Consent } from '../core/consentPart.ts'
import type { Consents } from '../core/model/consent.ts'
import { useTelltale } from './useTelltale.ts'

/** What the present user allows, and how to decide. */
export interface ConsentHandle extends Consents, Pick<Consent, 'set' | 'withdraw'> {}

/** A server asks nobody, and hydration must render what the server rendered. */
const ON_SERVER: Consents = { purposes: {}, shouldAsk: false, isLocked: false }

/**
 * What the present user allows. The component renders again when that changes. Throws when the settings have no `consent`.
 *
 * @example
 * ```tsx
 * const { shouldAsk, set, withdraw } = useConsent()
 * ```
 */
export function useConsent(): ConsentHandle {
  const { consent } = useTelltale()
  if (!consent) throw new Error('Set consent of createTelltale() for useConsent(). (T199)')
  const { subscribe, get, set, withdraw } = consent
  const consents = useSyncExternalStore(subscribe, get, () => ON_SERVER)
  return useMemo(() => ({ ...consents, set, withdraw }), [consents, set, withdraw])
}
