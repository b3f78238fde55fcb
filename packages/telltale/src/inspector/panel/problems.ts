import type { PageProblem } from '../../core/watchProblems.ts'
import type { Seen } from '../seen.ts'

/** The code with which a message ends. */
export const codeOf = ({ message }: Pick<PageProblem, 'message'>): string | undefined =>
  /\((T\d+)\)$/.exec(message)?.[1]

/**
 * What was reported on this page: what is wrong now before what has ended, errors before warnings, and the latest first. A destination
 * that has failed twice in a row is one before the layer says what to do.
 */
export function problemsOf({ problems, attempts }: Pick<Seen, 'problems' | 'attempts'>): readonly PageProblem[] {
  const reported = problems()
  const failing = [...attempts.values()].flatMap(({ destination, failures, reason = 'no answer', at }): PageProblem[] =>
    failures > 1 && !reported.some(({ where, endedAt }) => where === destination && endedAt === undefined)
      ? [
          {
            ...{ where: destination, message: `It takes no events: ${reason}. They are kept, and sent again.` },
            ...{ isError: true, since: at, at, times: failures },
          },
        ]
      : [],
  )
  return [...failing, ...reported].sort(
    (one, other) =>
      Number(isPast(one)) - Number(isPast(other)) || Number(other.isError) - Number(one.isError) || other.at - one.at,
  )
}

export const isPast = ({ endedAt }: PageProblem): boolean => endedAt !== undefined

export const currentProblems = (seen: Pick<Seen, 'problems' | 'attempts'>): readonly PageProblem[] =>
  problemsOf(seen).filter((problem) => !isPast(problem))
