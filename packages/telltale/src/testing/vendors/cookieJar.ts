/** What a vendor's script keeps in cookies: they outlive its page, and end at their time. */
export interface CookieJar {
  get(name: string): string | undefined
  set(name: string, value: string, ms: number): void
  delete(name: string): void
}

const EXPIRES = '; expires='

/** Cookies by their names, as a page sets them: `value; expires=…`. Without an end they stay. */
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
