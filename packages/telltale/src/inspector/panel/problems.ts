import type { PageProblem } from '../../core/watchProblems.ts'
import type { Seen, SeenEvent } from '../seen.ts'
import { timeText } from './timeText.ts'

/** A request without an answer for this long, in milliseconds, is a problem, and an answer that takes longer is slow. */
const SILENT_MS = 5_000

/** The code with which a message ends. */
export const codeOf = ({ message }: Pick<PageProblem, 'message'>): string | undefined =>
  /\((T\d+)\)$/.exec(message)?.[1]

/** The message without its code. */
export const wordsIn = ({ message }: Pick<PageProblem, 'message'>): string => message.replace(/ *\(T\d+\)$/, '')

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
export function silentIn({ attempts, events }: SeenProblems): readonly PageProblem[] {
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

/** How long the latest answer of each destination has taken that is slow, in milliseconds. */
export function slowIn({ events }: Pick<Seen, 'events'>): ReadonlyMap<string, number> {
  const latest = new Map<string, { readonly at: number; readonly tookMs: number }>()
  for (const { deliveries } of events.values())
    for (const [name, { at, tookMs, isUnconfirmed }] of deliveries)
      if (tookMs !== undefined && !isUnconfirmed && at >= (latest.get(name)?.at ?? 0)) latest.set(name, { at, tookMs })
  return new Map([...latest].flatMap(([name, { tookMs }]) => (tookMs > SILENT_MS ? [[name, tookMs]] : [])))
}
