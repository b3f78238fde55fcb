/** What the server tells the page of its visitor. */
export interface LandingVisit {
  readonly person: string
  readonly variation: 'redirect' | 'stay'
}

declare global {
  var VISIT: LandingVisit
}

export const visit = globalThis.VISIT

/** Shows the flag on the page `/show`, and leaves it in the same task if the variation says so. */
export function landing(read: () => string): string {
  const variation = location.pathname === '/show' ? read() : 'none'
  if (variation === 'redirect') location.replace('/away')
  return variation
}
