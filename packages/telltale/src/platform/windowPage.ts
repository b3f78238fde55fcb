import type { Unsubscribe } from '../core/lib/listeners.ts'
import type { Page } from '../core/ports/page.ts'

type Registration = [target: EventTarget, type: string, listener: () => void]

/**
 * The page's life as the browser tells it. `pagehide` is fired on `window` alone, and before `visibilitychange`;
 * `unload` and `beforeunload` are not used: they keep a page out of the back/forward cache.
 * [spec] https://developer.chrome.com/docs/web-platform/page-lifecycle-api
 */
export const windowPage: Page = {
  url: () => (isPage() ? location.href : ''),
  screen: () => (isPage() ? { width: screen.width, height: screen.height } : { width: 0, height: 0 }),

  onMayExit(listener) {
    if (!isPage()) return () => {}
    return listen([
      [document, 'visibilitychange', () => document.visibilityState === 'hidden' && listener()],
      [document, 'freeze', listener],
      [window, 'pagehide', listener],
    ])
  },

  onReturn(listener) {
    if (!isPage()) return () => {}
    return listen([
      [document, 'visibilitychange', () => document.visibilityState === 'visible' && listener()],
      [document, 'resume', listener],
      [window, 'pageshow', listener],
      [window, 'online', listener],
    ])
  },
}

/** False on a server, where there is no page to leave. */
const isPage = () => typeof document === 'object'

function listen(registrations: readonly Registration[]): Unsubscribe {
  for (const [target, type, listener] of registrations) target.addEventListener(type, listener, true)
  return () => {
    for (const [target, type, listener] of registrations) target.removeEventListener(type, listener, true)
  }
}
