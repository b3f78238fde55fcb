import type { EventIdentity } from '../core/model/event.ts'

/** What who-am-i answered: a person, a refusal (401), or a failure (a network error or 503). */
export type Answer = EventIdentity | 'refused' | 'failed'

/** An action of the test, or an answer of a server. The library does not contribute to this log. */
export type Happening =
  | { type: 'opened'; token: string | undefined }
  /** A sign-in, a renewal, or the same token once more; a logout has no token. The application asks who-am-i each time. */
  | { type: 'token'; token: string | undefined }
  | { type: 'gone' }
  | {
      type: 'who-am-i'
      token: string
      answer: Answer
      /** When the page asked, in milliseconds since 1970. */
      askedMs: number
      /** The page asked again with the same token meanwhile, and cancelled this request. */
      isSuperseded: boolean
    }
  | { type: 'flags requested'; user: string }
  | { type: 'flags'; user: string; version: number; by: 'poll' | 'stream' }
  | { type: 'tracked'; name: string; token: string | undefined }
  | { type: 'arrived'; name: string }
  /** The vendor's script got the user. */
  | { type: 'identified'; who: EventIdentity }

interface Place {
  /** The position in the log. */
  order: number
  page: number
  /** By the page's clock as it would be if it had never been set: milliseconds since 1970. */
  timeMs: number
}

export type Fact = Happening & Place
export type FactOf<Type extends Happening['type']> = Extract<Happening, { type: Type }> & Place
export type Log = readonly Fact[]

/** The name of a user at the fake flag service: each impersonation is a separate user. */
export const userOf = ({ id, impersonator }: EventIdentity): string =>
  id === undefined ? 'anonymous' : impersonator === undefined ? id : `${impersonator} as ${id}`

export const isSame = (one: EventIdentity, other: EventIdentity) => userOf(one) === userOf(other)

export const isPerson = (answer: Answer | undefined): answer is EventIdentity => typeof answer === 'object'

export function ofType<Type extends Happening['type']>(log: Log, type: Type): FactOf<Type>[] {
  return log.filter((fact): fact is Extract<Fact, FactOf<Type>> => fact.type === type)
}

/** The facts of one page, strictly between two positions. */
export const between = (log: Log, page: number, [after, before]: readonly [number, number]): Log =>
  log.filter((fact) => fact.page === page && fact.order > after && fact.order < before)

type TokenFact = FactOf<'opened'> | FactOf<'token'>
const isTokenFact = (fact: Fact): fact is TokenFact => fact.type === 'opened' || fact.type === 'token'

/** The token that a page used just before a position, since when, and when it asked who-am-i with it most recently. */
export function tokenOn(log: Log, page: number, order: number) {
  const facts = between(log, page, [-1, order]).filter(isTokenFact)
  const asked = facts.at(-1)
  const changed = facts.filter(({ token }, index) => index === 0 || token !== facts[index - 1]?.token).at(-1)
  return { token: asked?.token, since: changed?.order ?? -1, asked }
}

/** The answers with this token that reached one page, in order; those to cancelled requests did not. */
export const answersOn = (log: Log, page: number, token: string | undefined): FactOf<'who-am-i'>[] =>
  ofType(log, 'who-am-i').filter((fact) => fact.page === page && fact.token === token)

/**
 * Answers to other tabs that this page may use instead of asking itself: those to requests that were made after its own question.
 * The page checks for them every 100 ms, so that they may or may not have reached it.
 */
export function answersHeard(log: Log, page: number, order: number): FactOf<'who-am-i'>[] {
  const { token, asked } = tokenOn(log, page, order)
  return ofType(log, 'who-am-i').filter(
    (fact) =>
      asked !== undefined &&
      fact.page !== page &&
      fact.token === token &&
      fact.order > asked.order &&
      fact.askedMs >= asked.timeMs &&
      isPerson(fact.answer),
  )
}

/** The identities that may be confirmed on the page just before a position: one, unless another tab has asked for it. */
export function confirmedOn(log: Log, page: number, order: number): EventIdentity[] {
  const { token, since, asked } = tokenOn(log, page, order)
  if (token === undefined) return [{}]
  const own = answersOn(log, page, token).filter(
    (fact) => fact.order > since && fact.order < order && !fact.isSuperseded,
  )
  const latest = own.at(-1)
  const isAnswered = latest !== undefined && latest.order > (asked?.order ?? 0)
  const heard = isAnswered ? [] : answersHeard(log, page, order).filter((fact) => fact.order < order)
  return [...(latest ? [latest] : []), ...heard].map(({ answer }) => (isPerson(answer) ? answer : {}))
}
