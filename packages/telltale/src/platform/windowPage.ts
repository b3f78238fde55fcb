import { attempt } from '../core/lib/attempt.ts'
import type { Unsubscribe } from '../core/lib/listeners.ts'
import type { Page, PlainPage } from '../core/ports/platform.ts'

/** TypeScript does not know this yet. */
interface PrerenderedDocument {
  readonly prerendering?: boolean
}

type Registration = [target: EventTarget, type: string, listener: (event: Event) => void]

/**
 * The life cycle of the page as the browser reports it. `pagehide` is fired on `window` only, and before
 * `visibilitychange`. `unload` is not used, because it keeps a page out of the back/forward cache.
 * [spec] https://developer.chrome.com/docs/web-platform/page-lifecycle-api
 */
export const windowPage: PlainPage = {
  // Without a user name and a password, and of a file, a data: or a blob: address only its kind. `location.href` returns the same
  // address, but takes five times as long.
  url: () => (isPage() ? document.URL.replace(/^((?:file|data|blob):).*|(\/\/)[^/?#]*@/, '$1$2') : ''),
  // In a frame with `srcdoc`, the page has the origin of its parent, and so has the base. On a server there is neither.
  isSameOrigin: (url) => attempt(() => new URL(url, document.baseURI).origin === origin) ?? false,
  cookie: readCookie,

  onMayExit(listener) {
    return listen(() => [
      [document, 'visibilitychange', () => document.visibilityState === 'hidden' && listener(false)],
      [document, 'freeze', () => listener(false)],
      [window, 'pagehide', () => listener(true)],
    ])
  },
}

/**
 * Returns undefined for a cookie of another party that is not correctly percent-encoded, in a sandboxed frame, which may
 * have no cookies, and on a server.
 */
function readCookie(name: string): string | undefined {
  return attempt(() => {
    const pair = document.cookie.split('; ').find((text) => text.startsWith(`${name}=`))
    return pair && decodeURIComponent(pair.slice(name.length + 1))
  })
}

/** Whether this is a page, and not a server. A server may have an object of its own by the name `document`, for a library. */
export const isPage = () => attempt(() => 'visibilityState' in document)

/**
 * Calls the listeners until the controller aborts. Never throws: scripts of a page may have replaced `addEventListener`. `document.open()` removes
 * all listeners with the content of the document; one that is there is not added again.
 */
export function listen(
  registrations: () => readonly Registration[],
  listening: AbortController = new AbortController(),
): Unsubscribe {
  const options = { capture: true, signal: listening.signal }
  const all = isPage() ? registrations() : []
  const add = () => all.forEach(([target, ...of]) => attempt(() => target.addEventListener(...of, options)))
  add()
  const observer = attempt(() => new MutationObserver(add))
  observer?.observe(document, { childList: true })
  return () => {
    observer?.disconnect()
    listening.abort()
  }
}

/** The page with everything that a layer needs. A flag client on its own uses the smaller `windowPage`. */
export const fullPage: Page = {
  ...windowPage,
  screen: () => attempt(() => `${screen.width}x${screen.height}`) ?? '0x0',
  // jsdom has no `getEntriesByType`.
  hasNavigationTiming: () => Boolean(attempt(() => performance.getEntriesByType('navigation').length)),
  isOnline: () => globalThis.navigator?.onLine !== false,
  // [spec] https://wicg.github.io/nav-speculation/prerendering.html
  whenShown(action) {
    // A server shows no page.
    if (!isPage() || (document as PrerenderedDocument).prerendering)
      listen(() => [[document, 'prerenderingchange', action]])
    else action()
  },

  onReturn(listener) {
    return listen(() => [
      [document, 'visibilitychange', () => document.visibilityState === 'visible' && listener()],
      [document, 'resume', listener],
      [window, 'pageshow', listener],
      [window, 'online', listener],
    ])
  },
}
