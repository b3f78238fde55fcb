import { attempt } from '../core/lib/attempt.ts'
import type { Unsubscribe } from '../core/lib/listeners.ts'
import type { PlainPage } from '../core/ports/page.ts'

type Registration = [target: EventTarget, type: string, listener: (event: Event) => void]

/**
 * The page's life as the browser tells it. `pagehide` is fired on `window` alone, and before `visibilitychange`;
 * `unload` and `beforeunload` are not used: they keep a page out of the back/forward cache.
 * [spec] https://developer.chrome.com/docs/web-platform/page-lifecycle-api
 */
export const windowPage: PlainPage = {
  // `location.href` says the same five times as slowly: an address without a name and a password.
  url: () => (isPage() ? document.URL.replace(/\/\/[^/?#]*@/, '//') : ''),
  cookie: (name) => (isPage() ? readCookie(name) : undefined),

  onMayExit(listener) {
    return listen(() => [
      [document, 'visibilitychange', () => document.visibilityState === 'hidden' && listener()],
      [document, 'freeze', listener],
      [window, 'pagehide', listener],
    ])
  },
}

/** Not of what is not ours, as it is not percent-encoded as it should be, nor in a sandboxed frame, which may have none. */
const readCookie = (name: string): string | undefined =>
  attempt(() => {
    const pair = document.cookie.split('; ').find((text) => text.startsWith(`${name}=`))
    return pair && decodeURIComponent(pair.slice(name.length + 1))
  })

/** False on a server, where there is no page to leave. */
export const isPage = () => typeof document === 'object'

export function listen(registrations: () => readonly Registration[]): Unsubscribe {
  const listening = new AbortController()
  const options = { capture: true, signal: listening.signal }
  const all = isPage() ? registrations() : []
  for (const [target, type, listener] of all) target.addEventListener(type, listener, options)
  return () => listening.abort()
}
