import { useState } from 'react'
import type { Problem } from '../../../src/protocol/problem.ts'

/** The paths of problems that say that a condition is incomplete. */
const INCOMPLETE = /^rules\[\d+\]\.clauses\[\d+\]\.(attribute|values)$/

/**
 * The problems of a draft that are shown, and a function that shows all of them. An incomplete condition is reported after the
 * function was called, because the user may still be entering it.
 */
export function useShownProblems(problems: readonly Problem[]): readonly [readonly Problem[], () => void] {
  const [reported, setReported] = useState(problems)
  const left = reported.filter((one) => problems.some(({ path }) => path === one.path))
  if (left.length < reported.length) setReported(left)
  const shown = problems.filter(({ path }) => !INCOMPLETE.test(path) || left.some((one) => one.path === path))
  return [shown, () => setReported(problems)]
}
