import { childController } from '../core/lib/childController.ts'

/**
 * Firefox decides before `pagehide` whether it can keep a page in the back/forward cache: not one that holds a lock, or that has a
 * request open, unless the request is to outlive the page. Other browsers say "like Gecko", without the slash.
 */
export const isGecko = () => /Gecko\//.test(globalThis.navigator?.userAgent)

/**
 * Aborts with the caller's signal, or when the page leaves. For what would keep a page out of the back/forward cache if it
 * were still open then: a stream, a lock that somebody else asks for. To be aborted when that is over.
 */
export function untilLeave(signal?: AbortSignal, exits: readonly string[] = ['pagehide']): AbortController {
  const leaving = childController(signal)
  for (const type of exits)
    globalThis.window?.addEventListener(type, () => leaving.abort(), { capture: true, signal: leaving.signal })
  return leaving
}
