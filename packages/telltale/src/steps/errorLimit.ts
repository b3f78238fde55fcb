const MINUTE_MS = 60_000
/** How many errors of one fingerprint, and of all, are recorded in a minute. */
const MAX_SAME = 5
const MAX_ALL = 50
/** How many fingerprints are counted: those that were left out last. */
const MAX_KNOWN = 200

/** Returns a function that says how many errors of a fingerprint were left out before this one, or `undefined` if this one is left out, too. */
export function createErrorLimit(now: () => number) {
  let recorded: (readonly [at: number, fingerprint: string])[] = []
  const left = new Map<string, number>()
  return (fingerprint: string): number | undefined => {
    const at = now()
    // A clock may be set back.
    recorded = recorded.filter(([one]) => Math.abs(at - one) < MINUTE_MS)
    const before = left.get(fingerprint) ?? 0
    left.delete(fingerprint)
    if (recorded.length < MAX_ALL && recorded.filter(([, one]) => one === fingerprint).length < MAX_SAME) {
      recorded.push([at, fingerprint])
      return before
    }
    left.set(fingerprint, before + 1)
    for (const oldest of left.keys()) if (left.size > MAX_KNOWN) left.delete(oldest)
    return undefined
  }
}
