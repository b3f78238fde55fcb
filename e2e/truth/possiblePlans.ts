import { ANONYMOUS, type Call, type Evidence, type Stored, type User } from './evidence.ts'
import { ON_THE_WAY_MS } from './possibleUsers.ts'

/** For how long other pages leave an event to the page that tracked it. */
const OTHER_PAGE_MS = 60_000
/** After this many failed polls the flags have failed; the third is at least so much later than the first. */
const POLLS_BEFORE_FAILURE = 3
const FAILURE_MS = 1_500

/** An event as it is stored, and its call. */
interface Case {
  call: Call
  stored: Stored
  evidence: Evidence
}

/**
 * The values of its flag that an event of this user may have.
 *
 * | at the call, the page showed …                                       | plan                                             |
 * | -------------------------------------------------------------------- | ------------------------------------------------ |
 * | this user with flags that were ready                                 | the one shown                                    |
 * | this user with flags that had failed, which is so                    | the one shown, or none if none was               |
 * | otherwise                                                            | any that the service had sent for this user, but |
 * |                                                                      | none later than the page showed after the event  |
 * | otherwise, and the page changes to another user before flags come    | those, or none                                   |
 * | otherwise, and a page of another user delivers it a minute later     | those, or none                                   |
 * | otherwise, and it has no user because who-am-i confirmed none        | those, or none                                   |
 * | otherwise, and the flags of this user fail                           | those, or none                                   |
 */
export function possiblePlans(call: Call, stored: Stored, evidence: Evidence): (string | undefined)[] {
  const { user } = stored
  const given = { call, stored, evidence }
  const haveFailed = haveFlagsFailed(given)
  const isReady = call.flagsStatus === 'failed' ? haveFailed : call.flagsStatus !== 'initialising'
  if (isReady && call.user === user) return [call.plan || undefined].filter((plan) => !plan || isOf(user, plan))

  const isNone = haveFailed || isInterrupted(given) || isOfAnotherPage(given) || isUnconfirmed(given)
  const latest = isNone ? Infinity : latestVersion(given)
  const sent = evidence.flags
    .flatMap(({ user: of, version, atMs }) => (of === user && atMs <= stored.atMs ? [version] : []))
    .filter((version) => version !== 'failed' && version <= latest)
    .map((version) => `${user} ${version}`)
  return isNone ? [undefined, ...sent] : sent
}

const isOf = (user: User, plan: string) => plan.replace(/ \d+$/, '') === user

/** The version that the page showed to this user after the event, in the same session: the event has that one or an earlier one. */
function latestVersion({ call, stored: { user }, evidence: { calls } }: Case): number {
  const shown = calls
    .filter(({ page, sinceMs, atMs }) => page === call.page && sinceMs === call.sinceMs && atMs >= call.atMs)
    .filter((later) => later.user === user && isOf(user, later.plan))
    .map(({ plan }) => Number(plan.split(' ').at(-1)))
  return Math.min(...shown)
}

/** Whether three polls for the flags of this user have failed on one page, or could not leave the browser. */
function haveFlagsFailed({ call, stored: { user, atMs }, evidence: { flags, offline } }: Case): boolean {
  if (offline.some(([from, to]) => Math.min(to, atMs) - Math.max(from, call.sinceMs) >= FAILURE_MS)) return true
  const failures = flags.filter((answer) => answer.user === user && answer.version === 'failed' && answer.atMs <= atMs)
  return failures.some(({ page }) => failures.filter((failure) => failure.page === page).length >= POLLS_BEFORE_FAILURE)
}

/** Whether the page changed to another user, or lost its user, before the flags of this user reached it. */
function isInterrupted({ call, stored: { user }, evidence }: Case): boolean {
  const came = evidence.flags.find(
    (answer) =>
      answer.page === call.page &&
      answer.user === user &&
      answer.version !== 'failed' &&
      answer.atMs > call.atMs - ON_THE_WAY_MS,
  )
  const until = (came?.atMs ?? Infinity) + ON_THE_WAY_MS
  const isBefore = ({ page, atMs }: { page: string; atMs: number }) => page === call.page && atMs <= until
  const isOther = (token: string | undefined) =>
    token === undefined || evidence.answers.some((answer) => answer.token === token && answer.user !== user)
  const changes = evidence.questions.filter(({ token, atMs }) =>
    token === call.token ? atMs > call.atMs : atMs >= call.atMs,
  )
  return (
    changes.some((question) => isBefore(question) && question.token !== call.token && isOther(question.token)) ||
    evidence.answers.some(
      (answer) =>
        isBefore(answer) && answer.atMs > call.atMs - ON_THE_WAY_MS && answer.user !== user && answer.user !== 'failed',
    )
  )
}

/** Whether the event has no user because the user of its token was not confirmed. */
const isUnconfirmed = ({ call, stored: { user } }: Case) => user === ANONYMOUS && call.token !== undefined

/** Whether another page has had another user, and the event's own page has had the event to itself for long enough. */
function isOfAnotherPage({ call, stored, evidence: { questions, answers } }: Case): boolean {
  if (stored.atMs - call.atMs < OTHER_PAGE_MS) return false
  const isElsewhere = ({ page, atMs }: { page: string; atMs: number }) => page !== call.page && atMs <= stored.atMs
  return (
    questions.some(
      (question) => isElsewhere(question) && question.token === undefined && stored.user !== 'anonymous',
    ) || answers.some((answer) => isElsewhere(answer) && answer.user !== stored.user)
  )
}
