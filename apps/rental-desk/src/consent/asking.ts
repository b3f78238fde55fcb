import type { OwnStorage } from '../ownStorage.ts'

const KEY = 'rental-desk.asks'

/** Whether the desk asks for consent in this browser: since a visit with `?consent=ask`, and until one with `?consent=given`. */
export function asksForConsent(
  search: string,
  storage: Pick<OwnStorage, 'getItem' | 'setItem' | 'removeItem'>,
): boolean {
  const wanted = new URLSearchParams(search).get('consent')
  if (wanted === 'ask') storage.setItem(KEY, 'yes')
  if (wanted === 'given') storage.removeItem(KEY)
  return storage.getItem(KEY) === 'yes'
}
