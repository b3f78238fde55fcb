/** The user to open the desk as, by `unique_identity`. With `by`, the user `by` impersonates the user `as`. */
export interface AskedPerson {
  readonly as: string
  readonly by?: string
}

/** Reads `?as=…&by=…` and removes it from the URL, so that a reload does not sign in again. */
export function askedPerson({ location, history }: Pick<Window, 'location' | 'history'>): AskedPerson | undefined {
  const url = new URL(location.href)
  const as = url.searchParams.get('as')
  const by = url.searchParams.get('by')
  if (as === null) return undefined
  url.searchParams.delete('as')
  url.searchParams.delete('by')
  history.replaceState(history.state, '', url)
  return { as, ...(by !== null && { by }) }
}
