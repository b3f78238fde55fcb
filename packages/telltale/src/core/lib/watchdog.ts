import type { Unsubscribe } from './listeners.ts'

interface Timer {
  after(ms: number, task: () => void): Unsubscribe
}

export interface Watchdog {
  /** Aborts when the caller's signal does, or when `kick` was not called again for too long. */
  readonly signal: AbortSignal
  /** The wait begins with the first: a page's first timer costs milliseconds, so send first and wait then. */
  kick(): void
  /** The wait is over: what hangs on the signal is let go, and nothing is left behind. */
  end(): void
}

/** Aborts what has shown no sign of life for `ms` milliseconds. */
export function watchdog(timer: Timer, ms: number, parent: AbortSignal): Watchdog {
  const controller = new AbortController()
  const abort = () => controller.abort()
  let cancel: Unsubscribe = () => {}
  const kick = () => {
    cancel()
    cancel = timer.after(ms, abort)
  }
  parent.addEventListener('abort', abort)
  if (parent.aborted) abort()
  return {
    signal: controller.signal,
    kick,
    end() {
      abort()
      cancel()
      parent.removeEventListener('abort', abort)
    },
  }
}
