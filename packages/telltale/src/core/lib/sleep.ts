import type { Unsubscribe } from './listeners.ts'

interface Timer {
  after(ms: number, task: () => void): Unsubscribe
}

/** Resolves after `ms`, or at once when aborted: the caller looks at its signal. */
export function sleep(timer: Timer, ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve()
    const cancel = timer.after(ms, finish)
    signal.addEventListener('abort', finish)
    function finish() {
      cancel()
      signal.removeEventListener('abort', finish)
      resolve()
    }
  })
}
