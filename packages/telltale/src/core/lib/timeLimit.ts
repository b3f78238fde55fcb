import { childController } from './childController.ts'
import type { Unsubscribe } from './listeners.ts'

interface Timer {
  after(ms: number, task: () => void): Unsubscribe
}

export interface TimeLimit {
  /** Aborts with the caller's signal, or when the time has passed. */
  readonly signal: AbortSignal
  hasPassed(): boolean
  /** The time begins, anew when it had begun. A page's first timer costs milliseconds, so send first and start then. */
  start(): void
  /** The wait is over: what hangs on the signal is let go, and nothing is left behind. */
  end(): void
}

/** A signal that aborts with another one or after `ms` milliseconds; without a number, time does not matter. */
export function timeLimit(timer: Timer, ms: number | undefined, parent: AbortSignal | undefined): TimeLimit {
  const controller = childController(parent)
  let cancel: Unsubscribe = () => {}
  let hasPassed = false

  return {
    signal: controller.signal,
    hasPassed: () => hasPassed,
    start() {
      cancel()
      if (ms === undefined) return
      cancel = timer.after(ms, () => {
        hasPassed = true
        controller.abort()
      })
    },
    end() {
      controller.abort()
      cancel()
    },
  }
}
