/** Counts requests by name within each second. */
export interface RateLimit {
  /** Counts one, and returns `false` if it is more than the limit. */
  admits(name: string, now: number): boolean
}

/** The most names within a second. Beyond it, all share one count: anybody may send any address. */
const MAX_NAMES = 100_000

/** @param perSecond - the most requests with one name within a second */
export function createRateLimit(perSecond: number): RateLimit {
  let counts = new Map<string, number>()
  let second = 0
  return {
    admits(name, now) {
      if (perSecond === Infinity) return true
      const current = Math.floor(now / 1000)
      if (current !== second) counts = new Map()
      second = current
      const counted = counts.has(name) || counts.size < MAX_NAMES ? name : ''
      const count = (counts.get(counted) ?? 0) + 1
      counts.set(counted, count)
      return count <= perSecond
    },
  }
}
