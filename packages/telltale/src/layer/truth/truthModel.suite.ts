import type { EventIdentity } from '../../core/model/event.ts'
import type { Json } from '../../core/model/json.ts'
import { isSameSpace } from './truthDeployments.suite.ts'
import {
  firstPollAfter,
  haveFlagsFailed,
  latestVersionOn,
  versionAt,
  versionsInOtherTabs,
} from './truthFlagLog.suite.ts'
import {
  answersOn,
  between,
  confirmedOn,
  GIVE_UP_MS,
  isPerson,
  isSame,
  ofType,
  saysLater,
  tokenOn,
  userOf,
  type Fact,
  type FactOf,
  type Log,
} from './truthLog.suite.ts'

/** What an event is stored with. `plan` is the value of its only flag, such as `ida 3`: the third version, evaluated for Ida. */
export interface Outcome {
  identity: EventIdentity
  plan: Json | undefined
}

/** What a history was played with, and what makes two outcomes possible in it. */
export interface Conditions {
  flagsDeadlineMs?: number | undefined
  /** The clock was set: a deadline may be near or far. */
  wasClockSet: boolean
  /** The disk was full, or did not answer, for a while. */
  wasDiskIll: boolean
  /** The position in the log at which each page had the file that reads what other pages have left. */
  fileAt: ReadonlyMap<number, number>
}

/** For how long an event waits for the user of a token that is no longer in use. */
const UNCONFIRMED_MS = 60_000
/** For how long other pages leave an event to the page that tracked it, if they cannot know whether it is open. */
const OTHER_PAGE_MS = 60_000
/** How many questions of a page may be open: the oldest and the latest two. Others are given up. */
const OPEN_QUESTIONS = 3

/** An identity that an event may have, and from which position in the log it was certain. */
interface Owner {
  identity: EventIdentity
  confirmedAt: number
  /** Who-am-i has not answered in time. */
  isGivenUp?: boolean
}

/** An event that has arrived, and all that had happened in the browser before. */
interface Case {
  log: Log
  event: FactOf<'tracked'>
  conditions: Conditions
}

/** The model: each way in which an event may be stored. The log ends with its arrival. */
export function possibleOutcomes(log: Log, event: FactOf<'tracked'>, conditions: Conditions): Outcome[] {
  const given: Case = { log, event, conditions }
  return possibleOwners(given).flatMap((owner) =>
    possiblePlans(given, owner).map((plan) => ({ identity: owner.identity, plan })),
  )
}

/**
 * A page asks who-am-i when it is opened, and each time when the application says that something has changed. An event belongs to the
 * latest question before it.
 *
 * | the question of the event                                          | identity                                         |
 * | ------------------------------------------------------------------ | ------------------------------------------------ |
 * | was asked without a token                                          | anonymous                                        |
 * | is answered on its page, before or after the event                 | that person; anonymous when refused              |
 * | has failed for a minute before the event                           | as above, or anonymous: the page shows no user   |
 * | is never answered on its page, which has ended or has asked again: |                                                  |
 * | — and the first answer to a question that was asked after the      | that person                                      |
 * |   event names the person whom the event's page showed              |                                                  |
 * | — and it names another person                                      | anonymous: it is not known when that began       |
 * | — and the event's page showed no person                            | the person of that answer: the best guess        |
 * | — and there is no answer for this token within a minute            | anonymous                                        |
 *
 * The first answer counts on whichever page it is given, if that page could find the event and write the answer down: a page that is
 * told something else later does not decide otherwise.
 *
 * While the page of an event is open, no other page decides. Where that is not known, it has a minute. A page in the back/forward cache
 * counts as one that has ended. Where nothing can be stored, an event goes as anonymous when its page is left before the answer, and
 * what its page was told is lost with the page.
 *
 * A question is asked as soon as the application can say which token it has. If its page ends before that, its events are anonymous.
 */
function possibleOwners({ log, event, conditions }: Case): Owner[] {
  const { page, token, order } = event
  if (token === undefined) return [{ identity: {}, confirmedAt: order }]

  const question = tokenOn(log, page, order).asked
  const own = answersOn(log, page, token).find((fact) => fact.question === question?.order && fact.answer !== 'failed')
  const isKept = own && !isGivenUpAmong(log, event, own)
  const isPageGivenUp = (own === undefined || own.order > order) && event.timeMs - (question?.timeMs ?? 0) >= GIVE_UP_MS
  const owners: Owner[] = own ? [ownerBy(own, order)] : []
  if (isPageGivenUp) owners.push({ identity: {}, confirmedAt: order, isGivenUp: true })
  if (own === undefined && question?.saidAt !== undefined) owners.push({ identity: {}, confirmedAt: order })
  const wasAnswered = own !== undefined && own.order < order
  const isForgotten = conditions.wasDiskIll && !wasAnswered && hasEnded(log, event)
  if (isForgotten) owners.push({ identity: {}, confirmedAt: order, isGivenUp: true })

  const waitedMs = ((own && isKept ? own : log.at(-1)) ?? event).timeMs - event.timeMs
  const isLeftToPage = wasAnswered || (!wasCached(log, event) && (!event.isAlone || waitedMs < OTHER_PAGE_MS))
  if (own && isKept && isLeftToPage && !isForgotten && !conditions.wasClockSet) return owners
  owners.push(...guesses({ log, event, conditions }))
  if (conditions.wasClockSet || waitedMs >= UNCONFIRMED_MS)
    owners.push({ identity: {}, confirmedAt: log.length, isGivenUp: true })
  return owners
}

/** Whether the page of the event went to the back/forward cache after it. */
const wasCached = (log: Log, { page, order }: FactOf<'tracked'>) =>
  ofType(log, 'cached').some((fact) => fact.page === page && fact.order > order)

/** Whether the page of the event was left, for good or for the back/forward cache. */
function wasLeft(log: Log, { page, order }: FactOf<'tracked'>): boolean {
  const back = ofType(between(log, page, [-1, order]), 'uncached').at(-1)
  return ofType(between(log, page, [back?.order ?? -1, Infinity]), 'left').length > 0
}

/** Whether the page of the event was left, or has crashed. */
const hasEnded = (log: Log, event: FactOf<'tracked'>): boolean =>
  wasLeft(log, event) || ofType(log, 'gone').some(({ page }) => page === event.page)

const ownerBy = ({ answer, order }: FactOf<'who-am-i'>, eventOrder: number): Owner => ({
  identity: isPerson(answer) ? answer : {},
  confirmedAt: Math.max(order, eventOrder),
})

/** Whether the page may have given up this question when the second question after it was asked: an earlier one was open, too. */
function isGivenUpAmong(log: Log, { page, order }: FactOf<'tracked'>, answer: FactOf<'who-am-i'>): boolean {
  const later = between(log, page, [order, answer.order]).filter(({ type }) => type === 'token')
  const second = later[OPEN_QUESTIONS - 2]
  const earlier = between(log, page, [-1, answer.question]).filter(({ type }) => type === 'opened' || type === 'token')
  const isOpenAt = ({ order: question }: Fact, at: number) =>
    !ofType(log, 'who-am-i').some(
      (fact) => fact.page === page && fact.question === question && fact.answer !== 'failed' && fact.order < at,
    )
  return second !== undefined && earlier.some((fact) => isOpenAt(fact, second.order))
}

/** What another question says about an event whose own question is not answered. */
function guesses({ log, event, conditions }: Case): Owner[] {
  const { page, token, order, shown } = event
  const deploymentOf = (number: number) => ofType(log, 'opened').find((fact) => fact.page === number)?.of ?? 'own'
  const after = ofType(log, 'who-am-i').filter(
    (fact) =>
      fact.token === token &&
      isSameSpace(deploymentOf(fact.page), deploymentOf(page)) &&
      fact.answer !== 'failed' &&
      (fact.asked > order || conditions.wasClockSet) &&
      fact.order > order,
  )
  /** The page asked again before this answer came. It need not wait for an answer for which none of its own events waits. */
  const isSuperseded = (fact: FactOf<'who-am-i'>) =>
    between(log, fact.page, [fact.asked - 1, fact.order]).some(({ type }) => type === 'token')
  const isFirst = (fact: FactOf<'who-am-i'>) =>
    conditions.wasClockSet ||
    !after.some((other) => other.page === fact.page && other.asked < fact.asked && !isSuperseded(other))
  /** Another page could find the event, and has lived long enough to write down what it was told. */
  const isWrittenDown = (fact: FactOf<'who-am-i'>) => {
    const opened = ofType(log, 'opened').find((one) => one.page === fact.page)
    const fileAt = conditions.fileAt.get(fact.page) ?? Infinity
    const isEnd = ({ type, timeMs }: Fact) => timeMs <= fact.timeMs && ['left', 'gone', 'cached'].includes(type)
    return (
      fact.page !== page &&
      !conditions.wasDiskIll &&
      (opened?.order ?? 0) > order &&
      deploymentOf(fact.page) === deploymentOf(page) &&
      fileAt <= fact.order &&
      !between(log, fact.page, [fact.order, Infinity]).some(isEnd)
    )
  }
  const userIn = ({ answer }: FactOf<'who-am-i'>) => userOf(isPerson(answer) ? answer : {})
  const isContradicted = (fact: FactOf<'who-am-i'>) => {
    const first = after.find((one) => isWrittenDown(one) && !isSuperseded(one))
    return first !== undefined && first.order < fact.order && fact.page !== page && userIn(first) !== userIn(fact)
  }
  const end = log.at(-1) ?? event
  const isGone = ofType(log, 'gone').some((fact) => fact.page === page)
  // Until it holds its lock again, a page that has returned from the back/forward cache looks like one that has ended.
  const isRestored = ofType(between(log, page, [-1, order]), 'uncached').length > 0
  const isOver = isGone || wasCached(log, event) || end.timeMs - event.timeMs >= OTHER_PAGE_MS
  return after
    .filter((fact) => isFirst(fact) && (conditions.wasClockSet || !isContradicted(fact)))
    .flatMap((fact): Owner[] => {
      const reported = isPerson(fact.answer) ? fact.answer : {}
      const isShown = shown !== undefined && isSame(reported, shown)
      const mayDecide =
        fact.page === page || isOver || conditions.wasClockSet || (isShown && (event.isAlone || isRestored))
      if (!mayDecide) return []
      return [{ identity: shown === undefined || isShown ? reported : {}, confirmedAt: fact.order }]
    })
}

/** Pages that may find the event on the disk: one that was opened before the event looks there when its lazy chunk arrives. */
const otherPages = (log: Log, event: FactOf<'tracked'>) =>
  ofType(log, 'opened').flatMap(({ page }) => (page === event.page ? [] : [page]))

/** Pages that find the event on the disk, as long as it waits there. */
const laterPages = (log: Log, event: FactOf<'tracked'>) =>
  ofType(log, 'opened').flatMap(({ page, order }) => (order > event.order ? [page] : []))

/**
 * | flags of the owner, on the event's page                                        | plan                                     |
 * | ------------------------------------------------------------------------------ | ---------------------------------------- |
 * | answered before the event, for the confirmed or the remembered identity        | what the page had received by then       |
 * | came from the browser's cache, or come later                                   | the first that are ready                 |
 * | come later, before the epoch of the event ends in any way                      | these, whatever completes the event      |
 * | come on the later page that completes the event                                | the first that are ready there           |
 * | another user signs in or is confirmed, or a logout happens, before they come   | none                                     |
 * | the deadline passes before they come                                           | none                                     |
 * | another user's page delivers the event, 60 s after it                          | none                                     |
 * | the service fails three times                                                  | what is in force then, or none           |
 * | the owner is not confirmed within a minute                                     | none, or those of an anonymous user      |
 * | the page is left before they come, and nothing can be stored                   | none                                     |
 * | the application could not always say at once who was signed in                 | none, or any that were sent for this user |
 *
 * The values in the cache cannot be observed from outside: any value that the service has sent for this very user is possible.
 */
function possiblePlans(given: Case, owner: Owner): (string | undefined)[] {
  const { log, event, conditions } = given
  const { page, order } = event
  const user = userOf(owner.identity)
  if (saysLater(log, page)) {
    const known = ofType(log, 'flags').filter((fact) => fact.user === user)
    return [undefined, ...known.map(({ version }) => `${user} ${version}`)]
  }
  const current = versionAt(log, page, { user, order })
  const isReady = current !== undefined && isShownAs(given, owner)
  const newer = versionsInOtherTabs(log, page, { user, order }).filter((version) => version > (current ?? 0))
  const isUnkept = conditions.wasDiskIll && hasEnded(log, event)
  if (isReady)
    return [
      ...(isUnkept && owner.isGivenUp ? [undefined] : []),
      ...[current, ...newer].map((version) => `${user} ${version}`),
    ]

  const shown = flagsOfItsEpoch(given, owner)
  if (shown !== undefined)
    return ofType(log, 'flags')
      .filter((fact) => fact.user === user && fact.order <= shown)
      .map(({ version }) => `${user} ${version}`)

  const later = laterPages(log, event)
  const come = firstPollAfter(log, page, { user, order: Math.max(order, owner.confirmedAt) }) ?? log.length
  const comeLater = later.map((other) => firstPollAfter(log, other, { user, order }) ?? log.length)
  const haveFailed = [page, ...later].some((other) => haveFlagsFailed(log, other, user))
  const last = haveFailed ? log.length : Math.max(come, ...comeLater)
  const oldest = later.length > 0 ? 0 : latestVersionOn(log, page, { user, order })
  const values = ofType(log, 'flags')
    .filter((fact) => fact.user === user && fact.order <= last && fact.version >= oldest)
    .map(({ version }) => `${user} ${version}`)
  const isNone =
    owner.isGivenUp ||
    isUnkept ||
    haveFailed ||
    isInterrupted(given, owner, come) ||
    isOverdue(given, come) ||
    otherPages(log, event).some((other) => isOfAnotherUser(given, owner, other))
  return isNone ? [undefined, ...values] : values
}

/** Whether the page went by this identity when the event was tracked: it was confirmed, or remembered from an earlier page. */
function isShownAs({ log, event: { page, order } }: Case, { identity, confirmedAt }: Owner): boolean {
  const { since } = tokenOn(log, page, order)
  const requests = ofType(between(log, page, [since, order]), 'flags requested')
  return confirmedAt === order || requests.some(({ user, isAgain }) => user === userOf(identity) && !isAgain)
}

/**
 * When the flags of a shown user came after the event, if nothing can have ended its epoch or its wait by then. What is
 * sent in the same millisecond may reach the page in any order.
 */
function flagsOfItsEpoch(given: Case, owner: Owner): number | undefined {
  const { log, event } = given
  const { page, order } = event
  if (!isShownAs(given, owner)) return undefined
  const come = firstPollAfter(log, page, { user: userOf(owner.identity), order })
  if (come === undefined || isOverdue(given, come)) return undefined
  const latestMs = log[come]?.timeMs ?? 0
  const mayEnd = between(log, page, [order, Infinity]).some(
    ({ type, timeMs }) => timeMs <= latestMs && type !== 'flags' && type !== 'tracked',
  )
  return mayEnd ? undefined : come
}

/** Whether another user signed in or was confirmed on the page, or a logout happened, before the flags came. */
function isInterrupted({ log, event: { page, order }, conditions }: Case, { identity }: Owner, come: number): boolean {
  // The page cancels its request for flags when the token changes, and only later learns the owner of the new token. Until then, only
  // the deadline ends the wait.
  const isOfAnother = (token: string) => {
    const answers = ofType(log, 'who-am-i').filter((fact) => fact.token === token && fact.answer !== 'failed')
    const isUnanswered = answers.length === 0 && conditions.flagsDeadlineMs !== undefined
    return isUnanswered || answers.some(({ answer }) => !isSame(isPerson(answer) ? answer : {}, identity))
  }
  return between(log, page, [order, come]).some(
    (fact) =>
      (fact.type === 'token' && (fact.token === undefined || isOfAnother(fact.token))) ||
      (fact.type === 'who-am-i' &&
        fact.answer !== 'failed' &&
        confirmedOn(log, page, fact.order + 1).some((who) => !isSame(who, identity))),
  )
}

/**
 * Whether the deadline passed before the flags came. While time passes, the clock of one page is ahead of the clocks of
 * the others: the latest time that any page has recorded counts.
 */
function isOverdue({ log, event, conditions }: Case, come: number): boolean {
  const { flagsDeadlineMs, wasClockSet } = conditions
  if (flagsDeadlineMs === undefined) return false
  const timeMs = Math.max(...log.slice(0, come + 1).map((fact) => fact.timeMs))
  return wasClockSet || timeMs - event.timeMs >= flagsDeadlineMs
}

/** Whether another page has had another user, and its own page has had the event to itself for long enough. */
function isOfAnotherUser({ log, event, conditions }: Case, { identity }: Owner, page: number): boolean {
  const { timeMs } = log.at(-1) ?? event
  if (!conditions.wasClockSet && timeMs - event.timeMs < OTHER_PAGE_MS) return false
  return between(log, page, [-1, Infinity]).some(({ order }) =>
    confirmedOn(log, page, order + 1).some((who) => !isSame(who, identity)),
  )
}
