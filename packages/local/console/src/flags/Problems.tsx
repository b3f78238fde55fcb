import { createContext, useContext } from 'react'
import type { Problem } from '../../../src/console/consoleMessage.ts'
import classes from './Problems.module.css'

/** What the services have against the flag that is being edited. */
export const Problems = createContext<readonly Problem[]>([])

/** What is wrong at one place, or inside it, for the field that stands there. */
export function useProblemAt(path: string): string | undefined {
  return textOf(useContext(Problems).filter((problem) => isAt(problem.path, path)))
}

/** What is wrong at one place, in a line of its own; with `isWhole`, at that place only and nowhere inside it. */
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
