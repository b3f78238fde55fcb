import type { Unsubscribe } from './listeners.ts'

interface Timer {
  after(ms: number, task: () => void): Unsubscribe
}

export interface Later {
  /** Asks for the action: once for all who ask until it is done. */
  soon(): void
  /** What was asked for is done at once; nothing if nothing was. */
  now(): void
}

/** Does something once, `ms` milliseconds after it was first asked for. */
export function later(timer: Timer, ms: number, action: () => void): Later {
  let cancel: Unsubscribe | undefined
  function now() {
    if (!cancel) return
    cancel()
    cancel = undefined
    action()
  }
  return {
    soon() {
      cancel ??= timer.after(ms, now)
    },
    now,
  }
}
