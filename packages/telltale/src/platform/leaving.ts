import { childController } from '../core/lib/time.ts'
import { listen } from './windowPage.ts'

/**
 * Whether the browser is Firefox. Firefox decides before `pagehide` whether a page may enter the back/forward cache. A
 * page that holds a lock may not, and a page with an open request may not either, unless the request is to outlive the
 * page. The user agents of other browsers say "like Gecko", without the slash.
 */
export const isGecko = () => /Gecko\//.test(globalThis.navigator?.userAgent)

/**
 * Returns a controller that aborts with the caller's signal, or when the page is left. It is for anything that would
 * keep the page out of the back/forward cache if it were still open then, such as a stream, or a lock that another tab
 * requests. Abort it when that work is over.
 */
export function untilLeave(signal?: AbortSignal, exits: readonly string[] = ['pagehide']): AbortController {
  const leaving = childController(signal)
  listen(() => exits.map((type) => [window, type, () => leaving.abort()]), leaving)
  return leaving
}
