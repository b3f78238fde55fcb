import type { PageProblem } from '../../core/watchProblems.ts'
import type { Seen, SeenEvent } from '../seen.ts'
import { timeText } from './timeText.ts'

/** A request without an answer for this long, in milliseconds, is a problem. */
const SILENT_MS = 5_000

/** The code with which a message ends. */
export const codeOf = ({ message }: Pick<PageProblem, 'message'>): string | undefined =>
  /\((T\d+)\)$/.exec(message)?.[1]

/** The message without its code, and without a wait that it has announced: that is over soon. A refused token is said in words. */
export const wordsIn = ({ message }: Pick<PageProblem, 'message'>): string =>
  message
    .replace(/ *\(T\d+\)$/, '')
    .replace(/, will continue retrying after \d+ milliseconds\./, '.')
    .replace(/^(who-am-i .* 40[13]): check auth\..*/, '$1: the token is refused, and the user has to sign in again')

/** The words, with the code if there is one. */
export function wordsWithCode(problem: Pick<PageProblem, 'message'>): string {
  const code = codeOf(problem)
  return code === undefined ? wordsIn(problem) : `${wordsIn(problem)} (${code})`
}

/**
 * What was reported on this page: what is wrong now before what has ended, errors before warnings, and the latest first. A destination
 * that has failed twice in a row, or that does not answer, is one before the layer says what to do.
 */
export function problemsOf(seen: SeenProblems): readonly PageProblem[] {
  const reported = seen.problems()
  const own = [...failingIn(seen), ...silentIn(seen)].filter(
    (one) => !reported.some(({ where, endedAt }) => where === one.where && endedAt === undefined),
  )
  return [...own, ...reported].sort(
    (one, other) =>
      Number(isPast(one)) - Number(isPast(other)) || Number(other.isError) - Number(one.isError) || other.at - one.at,
  )
}

export const isPast = ({ endedAt }: PageProblem): boolean => endedAt !== undefined

export const currentProblems = (seen: SeenProblems): readonly PageProblem[] =>
  problemsOf(seen).filter((problem) => !isPast(problem))

type SeenProblems = Pick<Seen, 'problems' | 'attempts' | 'events'>

const failingIn = ({ attempts }: SeenProblems): readonly PageProblem[] =>
  [...attempts.values()].flatMap(({ destination: where, failures, failingSince, reason = 'no answer', at }) =>
    failures > 1
      ? {
          where,
          message: `It takes no events: ${reason}. They are kept, and sent again.`,
          ...{ isError: true, since: failingSince ?? at, at, times: failures },
        }
      : [],
  )

/** Destinations with a request of this tab that has no answer. */
function silentIn({ attempts, events }: SeenProblems): readonly PageProblem[] {
  const asked = new Map<string, number>()
  for (const event of events.values())
    for (const [name, at] of openRequests(event)) asked.set(name, Math.min(at, asked.get(name) ?? at))
  return [...asked].flatMap(([where, at]) =>
    (attempts.get(where)?.at ?? 0) < at && (attempts.get(where)?.failures ?? 0) < 2 && Date.now() - at > SILENT_MS
      ? {
          where,
          message: `no answer for more than 5 s, since ${timeText(at).slice(0, 8)}`,
          ...{ isError: false, since: at, at, times: 1 },
        }
      : [],
  )
}

const openRequests = ({ deliveries, isEarlier }: SeenEvent): readonly (readonly [name: string, at: number])[] =>
  [...deliveries].flatMap(([name, { step, at, isElsewhere }]) =>
    step === 'sent' && !isElsewhere && !isEarlier ? [[name, at] as const] : [],
  )
