import { childController } from './childController.ts'
import { whenAborted } from './whenAborted.ts'

/** Wakes a loop. A notification before anybody waits is not lost, and several notifications count as one. */
export interface WakeUp {
  notify(): void
  /** Resolves at the next notification, at once if one has come since the last wait, or when the loop's signal aborts. */
  wait(): Promise<void>
}

/** @param signal aborts when the loop is to end */
export function createWakeUp(signal: AbortSignal): WakeUp {
  let notified = childController(signal)
  return {
    notify: () => notified.abort(),
    async wait() {
      const waited = notified
      await whenAborted(waited.signal)
      if (notified === waited) notified = childController(signal)
    },
  }
}
