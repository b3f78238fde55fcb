import { childController } from '../core/lib/childController.ts'

/**
 * Aborts with the caller's signal, or when the page leaves. For what would keep a page out of the back/forward cache if it
 * were still open then: a stream, a lock that somebody else asks for. To be aborted when that is over.
 */
export function untilLeave(signal?: AbortSignal): AbortController {
  const leaving = childController(signal)
  globalThis.window?.addEventListener('pagehide', () => leaving.abort(), { capture: true, signal: leaving.signal })
  return leaving
}
