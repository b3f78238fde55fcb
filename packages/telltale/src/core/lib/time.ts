import type { Unsubscribe } from './listeners.ts'

export interface Timer {
  after(ms: number, task: () => void): Unsubscribe
}

/** Resolves after `ms` milliseconds, or at once when the signal aborts. The caller checks its signal. */
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

/** Resolves when the signal aborts, or at once if it is already aborted. */
export const whenAborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve()
    signal.addEventListener('abort', () => resolve())
  })

export interface DelayedAction {
  /** Requests the action. All requests until it runs count as one. */
  schedule(): void
  /** Runs a requested action at once. Does nothing when no action was requested. */
  flush(): void
}

/** Runs an action once, `ms` milliseconds after its first request. */
export function delayedAction(timer: Timer, ms: number, action: () => void): DelayedAction {
  let cancel: Unsubscribe | undefined
  function flush() {
    if (!cancel) return
    cancel()
    cancel = undefined
    action()
  }
  return {
    schedule() {
      cancel ??= timer.after(ms, flush)
    },
    flush,
  }
}

export interface TimeLimit {
  /** Aborts with the caller's signal, or when the time has passed. */
  readonly signal: AbortSignal
  hasPassed(): boolean
  /**
   * Starts the time, or restarts it. The first timer of a page costs milliseconds, so send the request first and then
   * start.
   */
  start(): void
  /** Ends the limit: removes its timer and its listener. */
  end(): void
}

/**
 * Creates a signal that aborts with the parent signal or after `ms` milliseconds. Without `ms` there is no time limit.
 */
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

/** [spec] Initialisation wait, in milliseconds: this or less is recommended; a longer wait gives a warning. */
export const RECOMMENDED_WAIT_MS = 5_000

/**
 * Returns an `AbortController` that aborts with its parent too. It removes its listener from the parent as soon as it
 * has aborted.
 */
export function childController(parent?: AbortSignal): AbortController {
  const child = new AbortController()
  const abort = () => child.abort()
  parent?.addEventListener('abort', abort, { signal: child.signal })
  if (parent?.aborted) abort()
  return child
}
