import { isRecord } from '../json/isRecord.ts'

/** The sum of the weights of a percentage rollout: thousandths of a percent. */
const WHOLE = 100_000

/** A sentence if the weights of a rollout's variations do not add up. Anything but weights is the business of other checks. */
export function weightsProblem(shares: unknown): string | undefined {
  if (!Array.isArray(shares)) return undefined
  const sum = shares.reduce(
    (total: number, share: unknown) => total + (isRecord(share) ? Number(share['weight'] ?? 0) : 0),
    0,
  )
  return sum === WHOLE ? undefined : `The weights must add up to ${WHOLE} (100 %): they add up to ${sum}.`
}
