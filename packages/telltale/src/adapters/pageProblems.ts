import type { Problem } from '../core/observer.ts'

/** The maximum number of different problems; further ones are left out. */
const MAX_PROBLEMS = 50
/** The longest message of a problem, in characters. */
const MAX_MESSAGE = 500

/** A problem of this page, as the console shows it. */
interface PageProblem {
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

const CODE = /\(T\d+\)$/

/** The problems of this page. Each is sent whole with each report: a console that is started later, or missed one, knows all. */
export function pageProblems() {
  const byKey = new Map<string, PageProblem>()
  return {
    all: () => [...byKey.values()],
    happened({ where, message, isError }: Problem, at: number) {
      // The same code is the same problem: its words may have a number that changes.
      const key = `${where} ${CODE.exec(message)?.[0] ?? message}`
      const { since, times } = byKey.get(key) ?? { since: at, times: 0 }
      if (times === 0 && byKey.size >= MAX_PROBLEMS) return
      // The end of a long message is kept: its code is there.
      byKey.set(key, {
        where,
        message: message.slice(-MAX_MESSAGE),
        isError: isError === true,
        since,
        at,
        times: times + 1,
      })
    },
    /** A destination that takes an event has no problem any more. */
    ended(destination: string, at: number) {
      for (const problem of byKey.values()) if (problem.where === destination) problem.endedAt ??= at
    },
  }
}
