/** What the server tells the page of its visitor. */
export interface LandingVisit {
  readonly person: string
  readonly variation: 'redirect' | 'stay'
}

declare global {
  var VISIT: LandingVisit
}

export const visit = globalThis.VISIT

/** Shows the flag on the page `/show`, and leaves it in the same task if the variation says so, or after `before`. */
export function landing(read: () => string, before?: () => Promise<unknown>): string {
  const variation = location.pathname === '/show' ? read() : 'none'
  const leave = () => location.replace('/away')
  if (variation === 'redirect') void (before ? before().then(leave) : leave())
  return variation
}
