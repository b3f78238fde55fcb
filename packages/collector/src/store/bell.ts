export interface Bell {
  /** Ends the wait, or the next one if nobody waits. */
  readonly ring: () => void
  /** Resolves after so many milliseconds, when it rings, or when the signal is aborted. */
  wait(ms: number, signal: AbortSignal): Promise<void>
}

export function createBell(): Bell {
  let hasRung = false
  let heard: (() => void) | undefined
  return {
    ring() {
      hasRung = true
      heard?.()
    },
    async wait(ms, signal) {
      if (!hasRung && !signal.aborted)
        await new Promise<void>((resolve) => {
          const done = () => {
            clearTimeout(timer)
            signal.removeEventListener('abort', done)
            resolve()
          }
          const timer = setTimeout(done, ms)
          signal.addEventListener('abort', done)
          heard = done
        })
      hasRung = false
      heard = undefined
    },
  }
}
