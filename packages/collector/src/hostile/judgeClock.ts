/** A clock that stands still while this process is too busy to look at it: what an answer took then is not its own. */
export interface JudgeClock {
  /** Milliseconds since any moment. */
  now(): number
  /** For how long the clock has stood still at the longest, in milliseconds. */
  longestStop(): number
  stop(): void
}

const EVERY_MS = 20

export function startJudgeClock(): JudgeClock {
  let last = performance.now()
  let stopped = 0
  let longest = 0
  const timer = setInterval(() => {
    const now = performance.now()
    const late = Math.max(0, now - last - EVERY_MS)
    stopped += late
    longest = Math.max(longest, late)
    last = now
  }, EVERY_MS)
  return {
    now: () => performance.now() - stopped,
    longestStop: () => Math.round(longest),
    stop: () => clearInterval(timer),
  }
}
