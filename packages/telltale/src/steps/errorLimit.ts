const MINUTE_MS = 60_000
/** How many errors of one fingerprint, and of all, are recorded in a minute. */
const MAX_SAME = 5
const MAX_ALL = 50
/** How many fingerprints are remembered. */
const MAX_KNOWN = 200

/** Returns a function that says how many errors of a fingerprint were left out before this one, or `undefined` if this one is left out, too. */
export function createErrorLimit(now: () => number) {
  const known = new Map<string, { readonly times: readonly number[]; readonly left: number }>()
  let all: readonly number[] = []
  return (fingerprint: string): number | undefined => {
    const at = now()
    // A clock may be set back.
    const recent = (times: readonly number[]) => times.filter((one) => Math.abs(at - one) < MINUTE_MS)
    const { times, left } = known.get(fingerprint) ?? { times: [], left: 0 }
    const same = recent(times)
    all = recent(all)
    const isRecorded = same.length < MAX_SAME && all.length < MAX_ALL
    known.delete(fingerprint)
    for (const oldest of known.keys()) if (known.size >= MAX_KNOWN) known.delete(oldest)
    known.set(fingerprint, isRecorded ? { times: [...same, at], left: 0 } : { times: same, left: left + 1 })
    if (!isRecorded) return undefined
    all = [...all, at]
    return left
  }
}
