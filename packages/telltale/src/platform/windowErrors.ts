import { attempt } from '../core/lib/attempt.ts'
import type { Unsubscribe } from '../core/lib/listeners.ts'

/** Calls the listener with each event of the window that is about an error. A server has no window. */
export function onError(listener: (event: Event) => void): Unsubscribe {
  const listening = new AbortController()
  for (const type of ['error', 'unhandledrejection'])
    attempt(() => window.addEventListener(type, listener, { capture: true, signal: listening.signal }))
  return () => listening.abort()
}

export const logError = (error: unknown) => console.error(error)

/** Tells the window of an error, as of one that nothing has caught. Chrome before 95, Firefox before 93 and Safari before 15.4 write it to the console only. */
export function reportToWindow(error: unknown) {
  const { reportError: report = logError } = globalThis as { reportError?: (error: unknown) => void }
  // Another script may have replaced it.
  attempt(() => report(error))
}
