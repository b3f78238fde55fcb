/**
 * A signal that aborts with the caller's, or when the page leaves. For what would keep a page out of the back/forward cache
 * if it were still open then: a stream, a lock that somebody else asks for.
 */
export function leaveSignal(signal?: AbortSignal): { signal: AbortSignal; end(): void } {
  const leaving = new AbortController()
  const leave = () => leaving.abort()
  globalThis.window?.addEventListener('pagehide', leave, true)
  signal?.addEventListener('abort', leave)
  if (signal?.aborted) leave()
  return {
    signal: leaving.signal,
    end() {
      globalThis.window?.removeEventListener('pagehide', leave, true)
      signal?.removeEventListener('abort', leave)
    },
  }
}
