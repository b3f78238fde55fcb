const EVERY_MS = 20

/** Measures for how long this process was too busy to look at a clock. */
export function watchJudge(): { stop(): number } {
  let last = performance.now()
  let longest = 0
  const timer = setInterval(() => {
    const now = performance.now()
    longest = Math.max(longest, now - last - EVERY_MS)
    last = now
  }, EVERY_MS)
  return {
    stop() {
      clearInterval(timer)
      return Math.round(longest)
    },
  }
}
