import type { Unsubscribe } from './listeners.ts'

interface Timer {
  after(ms: number, task: () => void): Unsubscribe
}

export interface TimeLimit {
  /** Aborts with the caller's signal, or when the time has passed. Absent when neither can be. */
  readonly signal: AbortSignal | undefined
  hasPassed(): boolean
  /** Lets go of the timer. */
  end(): void
}

/** A signal that aborts with another one or after `ms` milliseconds. */
export function timeLimit(timer: Timer, ms: number | undefined, signal: AbortSignal | undefined): TimeLimit {
  if (ms === undefined) return { signal, hasPassed: () => false, end() {} }
  const controller = new AbortController()
  const abort = () => controller.abort()
  let hasPassed = false
  const cancel = timer.after(ms, () => {
    hasPassed = true
    abort()
  })
  signal?.addEventListener('abort', abort)
  if (signal?.aborted) abort()
  return {
    signal: controller.signal,
    hasPassed: () => hasPassed,
    end() {
      cancel()
      signal?.removeEventListener('abort', abort)
    },
  }
}
