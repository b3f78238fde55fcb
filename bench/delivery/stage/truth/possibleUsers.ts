import { ANONYMOUS, type Answer, type Call, type Evidence, type Stored, type User } from './evidence.ts'

/** For how long an event waits until who-am-i confirms the owner of a token that is no longer in use. */
const UNCONFIRMED_MS = 60_000
/** An answer that was sent just before a call may reach the page just after it. */
export const ON_THE_WAY_MS = 1_000

/**
 * The users whom an event may have.
 *
 * | token | what the page showed at the call            | user                                                      |
 * | ----- | ------------------------------------------- | --------------------------------------------------------- |
 * | none  |                                             | anonymous                                                 |
 * | any   | that who-am-i had failed, which is so       | anonymous                                                 |
 * | any   | a user whom who-am-i had confirmed there    | this user                                                 |
 * | any   | otherwise                                   | the user of the next answer to this page, or to a page    |
 * |       |                                             | that has the event or shares its answer                   |
 * | any   | otherwise, and there is none for a minute   | anonymous                                                 |
 */
export function possibleUsers(call: Call, stored: Stored, evidence: Evidence): User[] {
  const { token, status, user } = call
  if (token === undefined) return [ANONYMOUS]
  if (status === 'failed' && hasFailed(call, evidence)) return [ANONYMOUS]
  const answers = evidence.answers.filter((answer) => answer.token === token && answer.atMs <= stored.atMs)
  const own = answers.filter(({ page, atMs }) => page === call.page && atMs >= call.sinceMs)
  const isConfirmed = own.some((answer) => answer.user === user && answer.atMs <= call.atMs)
  if (user !== undefined && isConfirmed) return [user]

  const named = own.filter(isNamed)
  const before = named.filter(({ atMs }) => atMs <= call.atMs && atMs > call.atMs - ON_THE_WAY_MS)
  const after = named.filter(({ atMs }) => atMs > call.atMs)
  const arrived = after.findIndex((answer, index) => !isCancelled(answer, after[index + 1], evidence))
  const next = after.slice(0, arrived + 1)
  const elsewhere = answers.filter(({ page, atMs }) => page !== call.page && atMs >= call.sinceMs).filter(isNamed)
  const isGivenUp =
    stored.atMs - call.atMs >= UNCONFIRMED_MS &&
    !named.some((answer) => isDuring(answer, call.atMs, UNCONFIRMED_MS) && hasArrived(answer, evidence))
  const users = [...before, ...next, ...elsewhere].map((answer) => answer.user)
  return isGivenUp ? [...users, ANONYMOUS] : users
}

/** Whether the page may have cancelled the request of an answer as it came, because it asked again with the same token. */
function isCancelled({ page, token, atMs }: Answer, following: Answer | undefined, { questions }: Evidence): boolean {
  if (following === undefined) return false
  const asked = questions.filter((one) => one.page === page && one.token === token && one.atMs <= following.atMs)
  const latestMs = Math.max(...asked.map((one) => one.atMs))
  return latestMs > atMs - ON_THE_WAY_MS && latestMs < atMs + ON_THE_WAY_MS
}

const isDuring = ({ atMs }: Answer, fromMs: number, ms: number) => atMs > fromMs && atMs < fromMs + ms

/** Whether an answer has surely reached its page: it may not if the page ends then, or changes its token and aborts the request. */
function hasArrived({ page, token, atMs }: Answer, { questions, ends }: Evidence): boolean {
  const [endMs = Infinity] = ends.get(page) ?? []
  const isChanged = questions.some(
    (question) => question.page === page && question.token !== token && Math.abs(question.atMs - atMs) < ON_THE_WAY_MS,
  )
  return atMs < endMs - ON_THE_WAY_MS && !isChanged
}

const isNamed = ({ user }: Answer) => user !== 'failed'

/** Whether who-am-i had failed on the page since it used the token of the call. */
function hasFailed({ page, token, sinceMs, atMs }: Call, { answers, offline }: Evidence): boolean {
  const isSince = (fromMs: number, toMs: number) => fromMs <= atMs && toMs >= sinceMs
  return (
    offline.some(([fromMs, toMs]) => isSince(fromMs, toMs)) ||
    answers.some(
      (answer) =>
        answer.page === page && answer.token === token && answer.user === 'failed' && isSince(answer.atMs, answer.atMs),
    )
  )
}
