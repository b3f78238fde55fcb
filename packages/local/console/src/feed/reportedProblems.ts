import type { NoUser } from '../../../src/protocol/eventLife.ts'
import type { PageProblem, TabConnection } from '../../../src/protocol/consoleConnections.ts'

/** A problem as a page reported it. */
export interface ReportedProblem extends PageProblem {
  readonly tab: string
  readonly page: string
  readonly app: string
  /** Why the page has no user. */
  readonly noUser?: NoUser | undefined
  /** Whether the page has been closed or reloaded since. */
  readonly isGone: boolean
}

/** The most problems. The latest are kept. */
const MAX_PROBLEMS = 200

/** The number of events that waited when the message was written. The console shows how many wait now. */
const COUNTED = / Events that wait: \d+(?= \(T\d+\)$)/

/** Returns a message without the number of events that waited when it was written. */
export const withoutCount = (message: string) => message.replace(COUNTED, '')

/** What pages report now, and what those reported that are gone: their problems may be why they were closed. The latest first. */
export function withProblems(
  before: readonly ReportedProblem[],
  tabs: readonly Pick<TabConnection, 'tab' | 'page' | 'app' | 'problems' | 'noUser'>[],
): readonly ReportedProblem[] {
  const open = new Set(tabs.map(({ tab }) => tab))
  const reported = tabs.flatMap(({ tab, page, app, noUser, problems = [] }) =>
    problems.map((problem): ReportedProblem => ({
      ...problem,
      ...{ tab, page, app, isGone: false },
      ...(noUser && { noUser }),
    })),
  )
  const gone = before.filter(({ tab }) => !open.has(tab)).map((problem) => ({ ...problem, isGone: true }))
  return [...reported, ...gone].sort((a, b) => b.at - a.at).slice(0, MAX_PROBLEMS)
}
