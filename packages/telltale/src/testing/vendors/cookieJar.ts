/** Cookies of vendor scripts. They outlive the page and expire. */
export interface CookieJar {
  get(name: string): string | undefined
  set(name: string, value: string, ms: number): void
  delete(name: string): void
}

const EXPIRES = '; expires='

/** Cookies by name. Set them as a page does: `value; expires=…`. Without `expires` they never expire. */
export function cookieJar(cookies: Record<string, string>, now: () => number): CookieJar {
  return {
    get(name) {
      const [value, until] = cookies[name]?.split(EXPIRES) ?? []
      const isOver = until !== undefined && Date.parse(until) <= now()
      return value === undefined || isOver ? undefined : decodeURIComponent(value)
    },
    set(name, value, ms) {
      cookies[name] = encodeURIComponent(value) + EXPIRES + new Date(now() + ms).toUTCString()
    },
    delete(name) {
      delete cookies[name]
    },
  }
}
