import { between, ofType, type FactOf, type Log } from './truthLog.suite.ts'

/** The number of requests without an answer after which the flags have failed. */
const POLLS_BEFORE_FAILURE = 3

/** The versions of one user's flags that one page received, by poll and by its own stream. */
const toldTo = (log: Log, page: number, user: string): FactOf<'flags'>[] =>
  ofType(log, 'flags').filter((fact) => fact.page === page && fact.user === user)

/**
 * The version that a page received last, if by this position a poll has been answered for the user whose flags the page
 * requested last. Flags of other users in between invalidate it: afterwards the page may show the flags in its cache.
 */
export function versionAt(
  log: Log,
  page: number,
  { user, order }: { user: string; order: number },
): number | undefined {
  const requests = ofType(between(log, page, [-1, order]), 'flags requested')
  const other = requests.filter((request) => request.user !== user).at(-1)?.order ?? -1
  const reported = toldTo(log, page, user).filter((fact) => fact.order > other && fact.order < order)
  const isAnswered = requests.at(-1)?.user === user && reported.some(({ by }) => by === 'poll')
  return isAnswered ? Math.max(...reported.map(({ version }) => version)) : undefined
}

/** Newer versions that any page received by this position: one tab reads the stream and forwards it to the other tabs. */
export const versionsInOtherTabs = (
  log: Log,
  page: number,
  { user, order }: { user: string; order: number },
): number[] =>
  ofType(log, 'flags')
    .filter((fact) => fact.page !== page && fact.user === user && fact.order < order)
    .map(({ version }) => version)

/** When a page first received all flags of a user after a position. */
export const firstPollAfter = (log: Log, page: number, { user, order }: { user: string; order: number }) =>
  toldTo(log, page, user).find((fact) => fact.by === 'poll' && fact.order > order)?.order

/** The latest version that a page received before a position. It may drop an answer if somebody signed in after the request. */
export const latestVersionOn = (log: Log, page: number, { user, order }: { user: string; order: number }): number =>
  Math.max(
    0,
    ...toldTo(log, page, user)
      .filter((fact) => fact.order < order && !wasOvertaken(log, fact))
      .map(({ version }) => version),
  )

const wasOvertaken = (log: Log, { page, asked, order }: FactOf<'flags'>): boolean =>
  asked !== undefined && ofType(between(log, page, [asked, order]), 'token').length > 0

/** Whether three requests of a page for a user's flags failed. */
export function haveFlagsFailed(log: Log, page: number, user: string): boolean {
  const requests = ofType(log, 'flags requested').filter((fact) => fact.page === page && fact.user === user)
  const answers = toldTo(log, page, user).filter(({ by }) => by === 'poll')
  return requests.length - answers.length >= POLLS_BEFORE_FAILURE
}
