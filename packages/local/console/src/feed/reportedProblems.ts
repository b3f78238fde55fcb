import type { NoUser } from '../../../src/protocol/eventLife.ts'
import type { ConsoleConnections, GoneTab, PageProblem } from '../../../src/protocol/consoleConnections.ts'

/** A problem as a page reported it. */
export interface ReportedProblem extends PageProblem {
  readonly tab: string
  readonly page: string
  readonly app: string
  /** Why the page has no user. */
  readonly noUser?: NoUser | undefined
  /** Whether the page still reports, has not been heard for a while, or is gone. */
  readonly presence: 'heard' | 'quiet' | 'gone'
  /** When the page has reported last. */
  readonly lastSeenAt?: number
}

/** The most problems. The latest are kept. */
const MAX_PROBLEMS = 200

/** The number of events that waited when the message was written. The console shows how many wait now. */
const COUNTED = / Events that wait: \d+(?= \(T\d+\)$)/

/** Returns a message as it can be read later. */
export const currentText = (message: string) => message.replace(COUNTED, '')

/** What pages report, and what those reported that are quiet or gone. The latest first. */
export function reportedProblems({
  tabs,
  gone,
}: Pick<ConsoleConnections, 'tabs' | 'gone'>): readonly ReportedProblem[] {
  const ofTabs = tabs.flatMap((tab) => problemsOf(tab, tab.isQuiet ? 'quiet' : 'heard'))
  return [...ofTabs, ...gone.flatMap((tab) => problemsOf(tab, 'gone'))]
    .sort((a, b) => b.at - a.at)
    .slice(0, MAX_PROBLEMS)
}

const problemsOf = (
  { tab, page, app, noUser, lastSeenAt, problems = [] }: GoneTab,
  presence: ReportedProblem['presence'],
) =>
  problems.map((problem): ReportedProblem => ({
    ...problem,
    tab,
    page,
    app,
    presence,
    lastSeenAt,
    ...(noUser && { noUser }),
  }))
