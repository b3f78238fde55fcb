/** Whom the page was asked to show the desk as, by their `unique_identity`; `by` sees it as that person. */
export interface AskedPerson {
  readonly as: string
  readonly by?: string
}

/** Reads `?as=…&by=…`, and takes it out of the address: a reload is no second sign-in. */
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
