import type { ObservedLayer, Problem } from './observer.ts'

/** The maximum number of different problems; further ones are left out. */
const MAX_PROBLEMS = 50
/** The longest message of a problem, in characters. */
const MAX_MESSAGE = 500
const CODE = /\(T\d+\)$/

/** A problem of this page, as often as it happened. */
export interface PageProblem {
  where: string
  /** The latest message. It ends with its code. */
  message: string
  isError: boolean
  /** When it came first and last, and when it ended, in milliseconds since 1970. */
  since: number
  at: number
  endedAt?: number
  times: number
}

/**
 * Keeps what the layer reports, with its end.
 *
 * @param changed called after each change
 */
export function watchProblems(
  { on, identity }: Pick<ObservedLayer, 'on' | 'identity'>,
  now: () => number,
  changed: () => void,
) {
  const byKey = new Map<string, PageProblem>()
  /** The failure of who-am-i. */
  let failing = new AbortController()

  function happened({ where, message, isError, until }: Problem) {
    // The same code is the same problem: its words may have a number that changes.
    const key = `${where} ${CODE.exec(message)?.[0] ?? message}`
    const at = now()
    const { since, times } = byKey.get(key) ?? { since: at, times: 0 }
    if (times === 0 && byKey.size >= MAX_PROBLEMS) return
    const problem: PageProblem = {
      where,
      // The end of a long message is kept: its code is there.
      message: message.slice(-MAX_MESSAGE),
      isError: isError === true,
      since,
      at,
      times: times + 1,
    }
    byKey.set(key, problem)
    until?.addEventListener('abort', () => end(problem))
    changed()
  }

  function end(problem: PageProblem) {
    problem.endedAt ??= now()
    changed()
  }

  /** A destination that takes an event has no problem any more. */
  function works(destination: string | undefined) {
    for (const problem of byKey.values()) if (problem.where === destination) end(problem)
  }

  const undo = [
    on('problem', happened),
    on('progress', ({ step, destination }) => step === 'acknowledged' && works(destination)),
    // Another tab has delivered the events that waited here.
    on('attempt', ({ destination, outcome, waiting }) => !outcome && waiting === 0 && works(destination)),
    identity.failure.subscribe((message) => {
      if (message === undefined) return failing.abort()
      if (failing.signal.aborted) failing = new AbortController()
      happened({ where: 'identity', message, isError: true, until: failing.signal })
    }),
  ]
  return {
    all: (): readonly PageProblem[] => [...byKey.values()],
    stop: () => undo.forEach((stop) => stop()),
  }
}
