import { isDeepStrictEqual } from 'node:util'
import type { ServerFlag } from '../flags/serverFlag.ts'
import type { ExplanationReason, FlagStamp, StampDifference } from './explanation.ts'

/** A flag as the flag service evaluated it. */
export interface EvaluatedThen {
  readonly value: unknown
  readonly variation?: number
  readonly reason: ExplanationReason
}

/** In what an event differs from what the flag service said. What the event does not say is not compared. */
export function stampDifferences(
  stamp: FlagStamp,
  { value, variation, reason }: EvaluatedThen,
  { version }: Pick<ServerFlag, 'version'>,
): readonly StampDifference[] {
  const explained = {
    version,
    variation,
    // Without a variation, the value is the fallback of the application.
    value: variation === undefined ? stamp.value : value,
    reason: reason.kind,
  }
  return (['version', 'variation', 'value', 'reason'] as const)
    .filter((part) => stamp[part] !== undefined && !isDeepStrictEqual(stamp[part], explained[part]))
    .map((part) => ({ part, event: stamp[part], explained: explained[part] }))
}
