/** Wakes a loop. A ring before anybody waits is not lost, and several rings count as one. */
export interface Bell {
  ring(): void
  /** Resolves at the next ring, at once if one has come since the last wait, or when the signal aborts. */
  rung(signal: AbortSignal): Promise<void>
}

export function createBell(): Bell {
  let hasRung = false
  let wake = () => {}
  return {
    ring() {
      hasRung = true
      wake()
    },
    rung: (signal) =>
      new Promise((resolve) => {
        const finish = () => {
          hasRung = false
          wake = () => {}
          signal.removeEventListener('abort', finish)
          resolve()
        }
        if (hasRung || signal.aborted) return finish()
        wake = finish
        signal.addEventListener('abort', finish)
      }),
  }
}
