/** The prefix of storage entries that represent a vendor's cookies. */
const KEPT = 'telltale.vendor.'

/**
 * Emulates a vendor's cookies, which are kept from one page to the next, in all tabs. Uses the storage of the page's origin,
 * because cookies are shared by all ports of this machine.
 */
export function keptCookies(): Record<string, string> {
  return new Proxy<Record<string, string>>(
    {},
    {
      get: (_, name) => attempt(() => localStorage.getItem(KEPT + String(name)) ?? undefined),
      set(_, name, value) {
        attempt(() => localStorage.setItem(KEPT + String(name), String(value)))
        return true
      },
      deleteProperty(_, name) {
        attempt(() => localStorage.removeItem(KEPT + String(name)))
        return true
      },
    },
  )
}

/** Without access to storage, a page has no such cookies. */
function attempt<T>(access: () => T): T | undefined {
  try {
    return access()
  } catch {
    return undefined
  }
}
