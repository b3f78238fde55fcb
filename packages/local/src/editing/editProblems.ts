import type { Problem } from '../protocol/problem.ts'
import { slowPatternProblems } from '../flags/slowPattern.ts'
import { draftProblems, type DraftReferences } from './draftProblems.ts'

/** The problems of a flag before it is written or evaluated. Unlike the console while one types, this tries its patterns. */
export function editProblems(key: string, draft: unknown, around: DraftReferences): readonly Problem[] {
  const problems = draftProblems(key, draft, around)
  return problems.length > 0 ? problems : slowPatternProblems(draft as Record<string, unknown>)
}
