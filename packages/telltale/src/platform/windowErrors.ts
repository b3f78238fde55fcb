import { attempt } from '../core/lib/attempt.ts'
import type { Unsubscribe } from '../core/lib/listeners.ts'
import { listen } from './windowPage.ts'

type Hear = (source: 'window' | 'promise', event: object) => void

/** Calls the listener with each event of the window that is about an error, also of images and scripts that were not loaded. */
export const onError = (listener: Hear): Unsubscribe =>
  listen(() => [
    [window, 'error', (event) => listener('window', event)],
    [window, 'unhandledrejection', (event) => listener('promise', event)],
  ])

export const logError = (error: unknown) => console.error(error)

/** Tells the window of an error, as of one that nothing has caught. Chrome before 95, Firefox before 93 and Safari before 15.4 write it to the console only. */
export function reportToWindow(error: unknown) {
  const { reportError: report = logError } = globalThis as { reportError?: (error: unknown) => void }
  // Another script may have replaced it.
  attempt(() => report(error))
}
