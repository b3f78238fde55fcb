import type { Attempt } from '../core/model/diagnostics.ts'
import type { AnsweredRecords } from './batch.ts'

/** The longest reason, in characters. */
const MAX_REASON = 200
/** What the server has said about an event follows its status, and may quote the event. */
const DETAILS = /^(status \d+):.*/s

const NO_REASON = 'it gives no reason'

export type LatestAnswer = Pick<Attempt, 'outcome' | 'reason'>

/** Returns what a destination has answered about a batch: for the part of it for which it went worst. */
export function latestAnswer(parts: readonly AnsweredRecords[]): LatestAnswer {
  const outcomes = parts.map(({ result }) => resultOf(result))
  return outcomes.find(isOf('failed')) ?? outcomes.find(isOf('refused')) ?? outcomes[0] ?? {}
}

const isOf =
  (wanted: Attempt['outcome']) =>
  ({ outcome }: LatestAnswer) =>
    outcome === wanted

function resultOf(result: AnsweredRecords['result']): LatestAnswer {
  const { outcome } = result
  if (outcome === 'delivered') return { outcome }
  if (outcome === 'too-large') return { outcome: 'refused', reason: 'the batch is too large' }
  // A destination of the application may answer with any value.
  const said: unknown = (outcome === 'retry' && result.cause) || result.reason
  const reason = typeof said === 'string' && said ? said.replace(DETAILS, '$1').slice(0, MAX_REASON) : NO_REASON
  return { outcome: outcome === 'refused' ? outcome : 'failed', reason }
}
