import { childController, whenAborted } from './signal.ts'

/** Wakes a loop. A notification that comes before a wait is not lost, and several notifications count as one. */
export interface WakeUp {
  notify(): void
  /**
   * Resolves at the next notification. Resolves at once if a notification has come since the last wait, or if the
   * signal of the loop aborts.
   */
  wait(): Promise<void>
}

/** @param signal aborts when the loop must end */
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
