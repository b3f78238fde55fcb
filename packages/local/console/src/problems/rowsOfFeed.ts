import type { FeedState } from '../feed/feedState.ts'
import { conclusions } from './conclusions.ts'
import { inOrder, type ProblemRow, problemRows } from './problemRows.ts'

/** What pages report, and what follows from all that is known. */
export function rowsOfFeed(
  { problems, connections: { tabs }, rows, state }: FeedState,
  now: number,
): readonly ProblemRow[] {
  const known = { tabs, rows, users: state?.users ?? [], origin: location.origin }
  return inOrder([...problemRows(problems, tabs, now), ...conclusions(known, now)])
}
