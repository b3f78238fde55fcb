import type { Attempt } from '../core/model/diagnostics.ts'
import type { AnsweredRecords } from './batch.ts'

export type LatestAnswer = Pick<Attempt, 'outcome' | 'reason'>

/** Returns what a destination has answered about a batch: for the part of it for which it went worst. */
export function latestAnswer(parts: readonly AnsweredRecords[]): LatestAnswer {
  const results = parts.map(({ result }) => result)
  const worst =
    results.find(({ outcome }) => outcome === 'retry' || outcome === 'failed') ??
    results.find(({ outcome }) => outcome !== 'delivered') ??
    results[0]
  const { outcome, cause, reason }: LatestAnswer & { cause?: string } = worst ?? {}
  return { outcome, reason: cause ?? reason }
}
