import type { CookieJar } from './cookieJar.ts'

/** Whom Heap's script takes for the one who is here. Numbers that are counted up are never used again. */
export interface HeapUser {
  readonly user: number
  readonly identity: string | null
  readonly session: number
  /** Milliseconds since 1970: by it the session ends. */
  readonly lastPageview: number
}

/** What Heap's script knows on the next page, too. */
export interface HeapCookies {
  user: Kept<HeapUser>
  /** What `addEventProperties` was given. */
  properties: Kept<Record<string, unknown>>
}

interface Kept<T> {
  get(): T | undefined
  set(value: T): void
}

/** Thirteen months, less a day. https://help.heap.io/hc/en-us/articles/18700032854300 */
const COOKIE_MS = 394 * 24 * 3_600_000

/** The cookies of a project: the classic script and the current one call theirs differently. */
export function heapCookies(jar: CookieJar, { appid, envId }: { appid?: unknown; envId?: unknown }): HeapCookies {
  const kept = <T>(name: string): Kept<T> => ({
    get() {
      const text = jar.get(name)
      return text === undefined ? undefined : (JSON.parse(text) as T)
    },
    set: (value) => jar.set(name, JSON.stringify(value), COOKIE_MS),
  })
  return appid === undefined
    ? { user: kept(`_hp5_meta.${envId}`), properties: kept(`_hp5_event_props.${envId}`) }
    : { user: kept(`_hp2_id.${appid}`), properties: kept(`_hp2_props.${appid}`) }
}
