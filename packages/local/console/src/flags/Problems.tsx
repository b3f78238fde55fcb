import { createContext, useContext } from 'react'
import type { Problem } from '../../../src/protocol/problem.ts'
import classes from './Problems.module.css'

/** The problems that the services would report about the draft. */
export const Problems = createContext<readonly Problem[]>([])

/** The problem at a path or inside it, for the field at that path. */
export function useProblemAt(path: string): string | undefined {
  return textOf(useContext(Problems).filter((problem) => isAt(problem.path, path)))
}

/** Shows the problem at a path. With `isWhole`, only problems at that path itself, not inside it. */
export function ProblemAt({ path, isWhole = false }: { readonly path: string; readonly isWhole?: boolean }) {
  const problems = useContext(Problems)
  const problem = textOf(problems.filter((one) => (isWhole ? one.path === path : isAt(one.path, path))))
  if (problem === undefined) return null
  return <p className={classes.problem}>{problem}</p>
}

function isAt(path: string, place: string): boolean {
  return path === place || path.startsWith(`${place}.`) || path.startsWith(`${place}[`)
}

function textOf(problems: readonly Problem[]): string | undefined {
  return problems.length === 0 ? undefined : problems.map(({ message }) => message).join(' ')
}
