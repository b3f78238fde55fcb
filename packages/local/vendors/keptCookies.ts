/** Before each entry of the browser's storage that is a vendor's cookie. */
const KEPT = 'telltale.vendor.'

/**
 * What a vendor's own cookies do: they stay from one page to the next, in all tabs. In the storage of the page's origin, as cookies
 * go to every port of this machine.
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

/** A page whose storage is closed does without. */
function attempt<T>(access: () => T): T | undefined {
  try {
    return access()
  } catch {
    return undefined
  }
}
