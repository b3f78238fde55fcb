import { expect } from 'vitest'
import type { AnalyticsEvent } from '../../core/model/event.ts'
import { JOIN, UUID, visitorIn, withoutVisitor } from '../tests/visitorBrowser.suite.ts'
import type { Played } from './truthHistory.suite.ts'
import {
  between,
  isPerson,
  isSame,
  ofType,
  saysLater,
  tokenOn,
  tokensOn,
  type FactOf,
  type Log,
} from './truthLog.suite.ts'
import type { SeenVisitor } from './truthPage.suite.ts'

/** An event that arrived, with its call. */
interface Call {
  event: AnalyticsEvent
  cause: FactOf<'tracked'>
  /** What the page showed when the event was tracked. */
  seen: SeenVisitor | undefined
}

/** An event that joins a visitor to a person. `page` and `order`: where and when it was recorded. */
interface Join {
  event: AnalyticsEvent
  visitor: string
  page: number
  order: number
  timeMs: number
}

/**
 * | an event happened                                        | its visitor                                                       |
 * | -------------------------------------------------------- | ----------------------------------------------------------------- |
 * | while the application said that nobody is signed in      | that of the page                                                  |
 * | — in the task in which it said so, and its page ended    | that of the page, or none                                         |
 * | while it could not say yet who is signed in              | if it says later that nobody is: a visitor of the page, or none   |
 * | while there was a token                                  | none, whoever the owner is, and if that is not known              |
 *
 * A visitor is joined to at most one person, by one event, and no event that happens later has it, except in a tab that has not heard of
 * it yet. On one page, no visitor is there before and after a token.
 */
export function expectTrueVisitors(played: Played) {
  const calls = callsIn(played)
  const joins = joinsIn(played)
  expectShownWhileSignedOut(played)
  calls.forEach((call) => expectTrueVisitor(played, call))
  expectOneJoinEach(played, joins)
  calls.forEach((call) => expectNotJoinedBefore(played, call, joins))
  expectNoneAcrossTokens(played)
  expectNoneAcrossPages(played)
  expectJoined(played, joins)
}

/** With a disk that is ill, a visitor may be missing, and a join may be lost. What is there is true. */
export function expectNoFalseVisitors(played: Played) {
  const joins = joinsIn(played)
  for (const { event, cause } of callsIn(played)) {
    const visitor = visitorIn(event.identity)
    if (visitor === undefined) continue
    expect([event.name, event.identity.id, visitor]).toEqual([event.name, undefined, expect.stringMatching(UUID)])
    if (!saysLater(played.world.log, cause.page)) expect([event.name, cause.token]).toEqual([event.name, undefined])
  }
  expectOneJoinEach(played, joins)
}

function callsIn({ world: { log, stored }, pages }: Played): Call[] {
  const causes = new Map(ofType(log, 'tracked').map((fact) => [fact.name, fact]))
  return [...stored.values()].flatMap((event) => {
    const cause = causes.get(event.name)
    const { page } = pages.find((one) => one.page.client.page === cause?.page) ?? {}
    return cause ? [{ event, cause, seen: page?.visitors.find(({ name }) => name === event.name) }] : []
  })
}

function joinsIn({ world: { log, stored }, pages }: Played): Join[] {
  return [...stored.values()].flatMap((event) => {
    if (event.name !== JOIN) return []
    const { page } = pages.find((one) => one.page.lives.get(event.id)?.some(({ step }) => step === 'happened')) ?? {}
    const order = page?.lives.get(event.id)?.[0]?.order
    if (!page || order === undefined) throw new Error('It is not known which page has joined a visitor.')
    const timeMs = log[order - 1]?.timeMs ?? 0
    return [{ event, visitor: String(event.properties['visitor']), page: page.client.page, order, timeMs }]
  })
}

function expectShownWhileSignedOut({ pages }: Played) {
  for (const { page } of pages)
    for (const { isSignedOut, visitor } of page.visitors)
      expect([isSignedOut, visitor]).toEqual([isSignedOut, isSignedOut ? expect.stringMatching(UUID) : undefined])
}

function expectTrueVisitor({ world: { log }, pages }: Played, { event, cause, seen }: Call) {
  const visitor = visitorIn(event.identity)
  const { page } = pages.find((one) => one.page.client.page === cause.page) ?? {}
  const { asked } = tokenOn(log, cause.page, cause.order)
  const isSaid = asked?.saidAt === undefined
  const isNobody = event.identity.id === undefined
  if (cause.token !== undefined || !isNobody) {
    // A token that the application says later may turn out to be none.
    if (isSaid || !isNobody) expect([event.name, visitor]).toEqual([event.name, undefined])
    return
  }
  const ids = new Set(page?.visitors.flatMap((one) => one.visitor ?? []))
  if (visitor !== undefined) expect([event.name, ids.has(visitor)]).toEqual([event.name, true])
  if (!isSaid) return
  if (seen?.visitor !== undefined) expect([event.name, visitor]).toEqual([event.name, seen.visitor])
  const isEndedAtOnce =
    asked?.timeMs === cause.timeMs &&
    between(log, cause.page, [cause.order, Infinity]).some(
      ({ type, timeMs }) => timeMs === cause.timeMs && (type === 'gone' || type === 'cached'),
    )
  if (!isEndedAtOnce) expect([event.name, visitor]).toEqual([event.name, expect.stringMatching(UUID)])
}

/** Each visitor is joined by one event, to a person who is not impersonated and whom who-am-i had named for a token of that page. */
function expectOneJoinEach({ world: { log }, pages }: Played, joins: readonly Join[]) {
  const visitors = joins.map(({ visitor }) => visitor)
  expect(visitors).toEqual([...new Set(visitors)])
  const ids = new Set(pages.flatMap(({ page }) => page.visitors.flatMap(({ visitor }) => visitor ?? [])))
  for (const { event, visitor, page } of joins) {
    expect([visitor, ids.has(visitor)]).toEqual([visitor, true])
    const { id, impersonator } = event.identity
    expect([visitor, typeof id, impersonator, visitorIn(event.identity)]).toEqual([
      visitor,
      'string',
      undefined,
      undefined,
    ])
    const named = ofType(log, 'who-am-i').filter(
      ({ token, answer }) => tokensOn(log, page).includes(token) && isPerson(answer) && isSame(answer, event.identity),
    )
    expect([visitor, named.length > 0]).toEqual([visitor, true])
  }
}

/**
 * No event has a visitor that was joined before. A page in the back/forward cache does not hear of it, and one that what the others write
 * has not reached yet.
 */
function expectNotJoinedBefore({ world: { log, lateTimes } }: Played, { event, cause }: Call, joins: readonly Join[]) {
  const join = joins.find(({ visitor }) => visitor === visitorIn(event.identity))
  if (!join || cause.order < join.order) return
  const isDeaf =
    cause.page !== join.page &&
    (cause.timeMs <= join.timeMs ||
      lateTimes.some(({ from, to }) => from <= cause.order && cause.order <= to) ||
      ofType(between(log, cause.page, [-1, cause.order]), 'cached').length > 0)
  expect([event.name, isDeaf]).toEqual([event.name, true])
}

/** The questions with a token that the application could say at once. */
const questionsIn = (log: Log): (FactOf<'opened'> | FactOf<'token'>)[] =>
  [...ofType(log, 'opened'), ...ofType(log, 'token')].filter(
    ({ token, saidAt }) => token !== undefined && saidAt === undefined,
  )

function expectNoneAcrossTokens({ world: { log }, pages }: Played) {
  const questions = questionsIn(log)
  for (const { page } of pages) {
    const own = questions.filter((fact) => fact.page === page.client.page)
    for (const question of own) {
      const before = idsIn(page.visitors.filter(({ order }) => order <= question.order))
      const after = idsIn(page.visitors.filter(({ order }) => order > question.order))
      expect([...after].filter((id) => before.has(id))).toEqual([])
    }
  }
}

/** A page that is opened signed out after a token was in use does not continue a visitor from before, unless another tab still has it. */
function expectNoneAcrossPages({ world: { log }, pages }: Played) {
  const gone = new Map(ofType(log, 'gone').map(({ page, order }) => [page, order]))
  const endOf = (page: number) => gone.get(page) ?? Infinity
  for (const question of questionsIn(log)) {
    const isOpen = pages.some(
      ({ page: { client } }) =>
        client.page < question.order && endOf(client.page) > question.order && client.page !== question.page,
    )
    if (isOpen) continue
    const ids = (isMeant: (order: number) => boolean) =>
      idsIn(pages.flatMap(({ page }) => page.visitors).filter(({ order }) => isMeant(order)))
    const [before, after] = [ids((order) => order <= question.order), ids((order) => order > question.order)]
    expect([...after].filter((id) => before.has(id))).toEqual([])
  }
}

const idsIn = (seen: readonly SeenVisitor[]) => new Set(seen.flatMap(({ visitor }) => visitor ?? []))

/** Where one tab shows a visitor, and its next question names a person before anything else happens, this visitor is joined to that person. */
function expectJoined({ world: { log }, pages }: Played, joins: readonly Join[]) {
  for (const question of questionsIn(log)) {
    if (question.type !== 'token' || saysLater(log, question.page)) continue
    const { page } = pages.find((one) => one.page.client.page === question.page) ?? {}
    const { visitor } = page?.visitors.filter(({ order }) => order <= question.order).at(-1) ?? {}
    const answered = ofType(log, 'who-am-i').find(
      (fact) => fact.page === question.page && fact.question === question.order && fact.answer !== 'failed',
    )
    if (visitor === undefined || !answered || !isPerson(answered.answer) || answered.answer.impersonator) continue
    const isDisturbed = log
      .slice(question.order + 1, answered.order)
      .some(({ type }) => ['opened', 'token', 'gone', 'cached', 'uncached', 'left'].includes(type))
    const isShared = pages.some(({ page: { client } }) => client.page < question.order && client.page !== question.page)
    if (isDisturbed || isShared) continue
    const { event } = joins.find((join) => join.visitor === visitor) ?? {}
    expect([visitor, event && withoutVisitor(event.identity)]).toEqual([visitor, answered.answer])
  }
}
