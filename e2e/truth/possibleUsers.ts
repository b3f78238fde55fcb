import { ANONYMOUS, type Answer, type Call, type Evidence, type Question, type Stored, type User } from './evidence.ts'

/** For how long an event waits for the user of a token that is no longer in use, and a page for who-am-i before it gives up. */
const UNCONFIRMED_MS = 60_000
/** An answer that was sent just before a call may reach the page just after it. */
export const ON_THE_WAY_MS = 1_000
/** Two things that happen in one task, or in the clocks of two processes, may seem to happen in either order. */
const SAME_TIME_MS = 50
/** How soon after a connection was closed a browser sends its request again by itself. The library waits for longer. */
const REPEATED_MS = 50
/** Of the questions of a page, the oldest and the latest two may be open. */
const LATER_QUESTIONS = 2

/**
 * The users whom an event may have. A page asks who-am-i when it is opened, and when the application says that something has changed.
 * An event belongs to the latest question before it.
 *
 * | the question of the event                                           | user                                                      |
 * | ------------------------------------------------------------------- | --------------------------------------------------------- |
 * | was asked without a token                                           | anonymous                                                 |
 * | is answered on its page                                             | the user of this answer                                   |
 * | was cut off, and the browser has sent its request again             | as above, or the user of this answer                      |
 * | has failed for a minute                                             | as above, or anonymous                                    |
 * | is never answered on its page, and on some page the first answer to |                                                           |
 * | a later question with the token names the user who was shown        | this user                                                 |
 * | — names another user than was shown                                 | anonymous                                                 |
 * | — and no user was shown                                             | the user of that answer                                   |
 * | — and no answer comes within a minute                               | anonymous                                                 |
 */
export function possibleUsers(call: Call, stored: Stored, evidence: Evidence): User[] {
  if (call.token === undefined) return [ANONYMOUS]
  const given = questionsOf(call, evidence).map((question) => {
    const answers = answersTo(question, evidence).filter(({ user, atMs }) => user !== 'failed' && atMs <= stored.atMs)
    // What was asked for in the moment before may be the answer to the question before.
    const own = answers.find(({ askedMs }) => askedMs >= question.atMs)
    // What was asked for after the next question may be the answer to that one.
    const isOwn = own !== undefined && own.askedMs < nextAfter(question, evidence)
    const all = answers.filter((answer) => answer === own || answer.askedMs < question.atMs)
    return { own, isOwn, all: [...all, ...repeatedBy(question, stored, evidence)] }
  })
  const named = given.flatMap(({ own }) => own ?? [])
  const users = given.flatMap(({ all }) => all.map(({ user }) => user))
  const hasGivenUp = call.atMs - call.sinceMs >= UNCONFIRMED_MS && !named.some(({ atMs }) => atMs <= call.atMs)
  // Of two questions in the same moment, the event may belong to the one that is not answered.
  const isAnswered = ({ own, isOwn }: (typeof given)[number]) =>
    own && isOwn && hasArrived(own, evidence) && !mayBeGivenUp(call, own, evidence)
  const isSure = given.length > 0 && given.every(isAnswered)
  if (isSure) return hasGivenUp ? [...users, ANONYMOUS] : users
  const isOld = stored.atMs - call.atMs >= UNCONFIRMED_MS
  return [...users, ...guesses(call, stored, evidence), ...(isOld || hasGivenUp ? [ANONYMOUS] : [])]
}

/** The latest question of the page before the call. If one was asked in the same task, either may be meant. */
function questionsOf({ page, token, atMs }: Call, { questions }: Evidence): Question[] {
  const asked = questions.filter((one) => one.page === page && one.token === token)
  const latestMs = Math.max(...asked.map((one) => one.atMs).filter((ms) => ms <= atMs))
  return asked.filter((one) => one.atMs === latestMs || Math.abs(one.atMs - atMs) <= SAME_TIME_MS)
}

/** When the page asked the next question. */
const nextAfter = ({ page, atMs }: Question, { questions }: Evidence): number =>
  Math.min(...questions.flatMap((one) => (one.page === page && one.atMs > atMs ? [one.atMs] : [])))

/** The answers to the requests of a question, in the order of the requests. Requests take a moment to the service. */
function answersTo(question: Question, evidence: Evidence): Answer[] {
  const { page, token, atMs } = question
  const nextMs = nextAfter(question, evidence)
  const asked = evidence.answers.filter(
    (answer) =>
      answer.page === page &&
      answer.token === token &&
      answer.askedMs >= atMs - SAME_TIME_MS &&
      answer.askedMs <= nextMs + ON_THE_WAY_MS,
  )
  return asked.sort((one, other) => one.askedMs - other.askedMs)
}

/** The answers to what the browser may have sent again after the requests of a question were cut off. */
function repeatedBy(question: Question, stored: Stored, evidence: Evidence): Answer[] {
  const cutOff = answersTo(question, evidence).filter(({ wasCutOff }) => wasCutOff)
  return evidence.answers.filter(
    ({ page, token, user, askedMs, atMs }) =>
      page === question.page &&
      token === question.token &&
      user !== 'failed' &&
      atMs <= stored.atMs &&
      cutOff.some((request) => askedMs >= request.atMs && askedMs <= request.atMs + REPEATED_MS),
  )
}

/** Whether an answer has surely reached its page: it may not if the page ends then. */
const hasArrived = ({ page, atMs }: Answer, { ends }: Evidence) =>
  atMs < (ends.get(page)?.[0] ?? Infinity) - ON_THE_WAY_MS

/** Whether so many questions were asked before the answer reached its page that the page may have given up this one. */
const mayBeGivenUp = ({ atMs: fromMs }: Call, { page, atMs }: Answer, { questions }: Evidence) =>
  questions.filter((one) => one.page === page && one.atMs >= fromMs - SAME_TIME_MS && one.atMs <= atMs + ON_THE_WAY_MS)
    .length >= LATER_QUESTIONS

/** What the first answer to a later question says, on each page. */
function guesses(call: Call, stored: Stored, { answers }: Evidence): User[] {
  const shown = call.status === 'known' ? call.user : undefined
  const later = answers.filter(
    ({ token, user, askedMs, atMs }) =>
      token === call.token && user !== 'failed' && askedMs >= call.atMs - SAME_TIME_MS && atMs <= stored.atMs,
  )
  const isFirst = ({ page, askedMs }: Answer) =>
    !later.some((other) => other.page === page && other.askedMs < askedMs - ON_THE_WAY_MS)
  return later.filter(isFirst).map(({ user }) => (shown === undefined || shown === user ? user : ANONYMOUS))
}
