import type { FeedState } from '../feed/feedState.ts'
import { conclusions } from './conclusions.ts'
import { oneCause } from './oneCause.ts'
import { inOrder, type ProblemRow, problemRows } from './problemRows.ts'
import { withSimilarFlag } from './wrongFlags.ts'

/** The problems that pages report, and the conclusions from all that the console knows. */
export function rowsOfFeed(
  { problems, connections: { tabs, polls }, rows, state }: FeedState,
  now: number,
): readonly ProblemRow[] {
  const told = problemRows(problems, tabs, now).map((row) => withSimilarFlag(row, state?.environments ?? []))
  // Faults that are set are the cause of their messages.
  const rowsOfPages = state?.faults.length ? told : oneCause(told)
  return inOrder([...rowsOfPages, ...conclusions({ tabs, rows, state, polls, origin: location.origin }, now)])
}
