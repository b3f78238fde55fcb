import { childController } from './childController.ts'
import { whenAborted } from './whenAborted.ts'

/** Wakes a loop. A ring before anybody waits is not lost, and several rings count as one. */
export interface Bell {
  ring(): void
  /** Resolves at the next ring, at once if one has come since the last wait, or when the loop's signal aborts. */
  rung(): Promise<void>
}

/** @param signal aborts when the loop is to end */
export function createBell(signal: AbortSignal): Bell {
  let ringing = childController(signal)
  return {
    ring: () => ringing.abort(),
    async rung() {
      const waited = ringing
      await whenAborted(waited.signal)
      if (ringing === waited) ringing = childController(signal)
    },
  }
}
