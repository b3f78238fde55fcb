/** What tells a process to end. */
export interface EndSignals {
  /** Aborted by the first signal. Its reason is the name. */
  readonly ending: AbortSignal
  /** Aborted by SIGINT, with which somebody at a terminal waits, and by a second signal. */
  readonly hurrying: AbortSignal
  /** From now on, the signals end the process as they do any other. */
  ignore(): void
}

const NAMES = ['SIGTERM', 'SIGINT'] as const

export function listenForEnd(): EndSignals {
  const ending = new AbortController()
  const hurrying = new AbortController()
  const end = (name: NodeJS.Signals) => {
    if (ending.signal.aborted || name === 'SIGINT') hurrying.abort()
    ending.abort(name)
  }
  for (const name of NAMES) process.on(name, end)
  return {
    ending: ending.signal,
    hurrying: hurrying.signal,
    ignore() {
      for (const name of NAMES) process.off(name, end)
    },
  }
}
