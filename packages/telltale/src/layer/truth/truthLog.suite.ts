import type { EventIdentity } from '../../core/model/event.ts'
import type { Deployment } from './truthDeployments.suite.ts'

/** What who-am-i answered: a person, a refusal (401), or a failure (a network error or 503). */
export type Answer = EventIdentity | 'refused' | 'failed'

/** A token of the application, for which who-am-i is asked. */
export interface SaidToken {
  token: string | undefined
  /** The position in the log at which the application could say which token it is: `Infinity` before. Absent: at once. */
  saidAt?: number
}

/** An action of the test, or an answer of a server. The library does not contribute to this log. */
export type Happening =
  | ({ type: 'opened'; of: Deployment } & SaidToken)
  /** A sign-in, a renewal, or the same token once more; a logout has no token. The application asks who-am-i each time. */
  | ({ type: 'token' } & SaidToken)
  /** The page is left now: then it is gone, or in the back/forward cache. */
  | { type: 'left' }
  | { type: 'gone' }
  /** The page is in the back/forward cache, and has released its locks. */
  | { type: 'cached' }
  /** It has come back from there. */
  | { type: 'uncached' }
  | {
      type: 'who-am-i'
      token: string
      answer: Answer
      /** The number of facts in the log at the request. */
      asked: number
      /** The position in the log of the question: the page was opened, or the application asked again. A request that is repeated belongs to the same question. */
      question: number
    }
  /** `isAgain`: the page has the flags of this user already, and asks because it may have missed a change. */
  | { type: 'flags requested'; user: string; isAgain?: boolean }
  /** `asked`: the position of the request in the log. */
  | { type: 'flags'; user: string; version: number; by: 'poll' | 'stream'; asked?: number }
  | {
      type: 'tracked'
      name: string
      token: string | undefined
      /** The person on the screen. */
      shown: EventIdentity | undefined
      /** The page could not say yet that it is open, so that other pages cannot know. */
      isAlone: boolean
      /** For how long the machine had slept, in milliseconds. */
      sleptMs: number
    }
  /** `among`: how many events came in the same request. */
  | { type: 'arrived'; name: string; at: string; among: number }
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

const COMPANIES: Readonly<Record<string, string>> = { ida: 'acme', otto: 'bobs' }

/** The company of a user: of those who look at the application as a customer, that of the customer. */
export const companyOf = (id: string): string => COMPANIES[id] ?? 'rental'

/** The name of a user at the fake flag service: each impersonation is a separate user, and so is a user in another company. */
export function userOf({ id, impersonator, accounts }: EventIdentity): string {
  const company = Object.entries(accounts ?? {}).map(([kind, { key }]) => `${kind} ${key}`)
  if (id === undefined) return ['anonymous', ...company].join(' of ')
  const name = impersonator === undefined ? id : `${impersonator} as ${id}`
  return company.join() === `organization ${companyOf(id)}` ? name : `${name} of ${company.join() || 'no company'}`
}

export const isSame = (one: EventIdentity, other: EventIdentity) => userOf(one) === userOf(other)

export const isPerson = (answer: Answer | undefined): answer is EventIdentity => typeof answer === 'object'

export function ofType<Type extends Happening['type']>(log: Log, type: Type): FactOf<Type>[] {
  return log.filter((fact): fact is Extract<Fact, FactOf<Type>> => fact.type === type)
}

/** The facts of one page, strictly between two positions. */
export const between = (log: Log, page: number, [after, before]: readonly [number, number]): Log =>
  log.filter((fact) => fact.page === page && fact.order > after && fact.order < before)

export type TokenFact = FactOf<'opened'> | FactOf<'token'>
const isTokenFact = (fact: Fact): fact is TokenFact => fact.type === 'opened' || fact.type === 'token'

/** The token that a page used just before a position, since when, and when it asked who-am-i with it most recently. */
export function tokenOn(log: Log, page: number, order: number) {
  const facts = between(log, page, [-1, order]).filter(isTokenFact)
  const asked = facts.at(-1)
  const changed = facts.filter(({ token }, index) => index === 0 || token !== facts[index - 1]?.token).at(-1)
  return { token: asked?.token, since: changed?.order ?? -1, asked }
}

/** The tokens that the page has had. */
export const tokensOn = (log: Log, page: number): (string | undefined)[] =>
  between(log, page, [-1, log.length])
    .filter(isTokenFact)
    .map(({ token }) => token)

/** Whether the application could not always say at once which token it has on this page. */
export const saysLater = (log: Log, page: number): boolean =>
  log.some((fact) => fact.page === page && isTokenFact(fact) && fact.saidAt !== undefined)

/** While a token is not known yet, the page goes by an earlier one. When each becomes known to the page cannot be seen from outside. */
const everConfirmedOn = (log: Log, page: number, order: number): EventIdentity[] => [
  {},
  ...ofType(log, 'who-am-i').flatMap((fact) =>
    fact.page === page && fact.order < order && isPerson(fact.answer) ? [fact.answer] : [],
  ),
]

/** The answers with this token to the requests of one page, in order. */
export const answersOn = (log: Log, page: number, token: string | undefined): FactOf<'who-am-i'>[] =>
  ofType(log, 'who-am-i').filter((fact) => fact.page === page && fact.token === token)

/** For how long a question may fail before the page shows no user, in milliseconds. */
export const GIVE_UP_MS = 60_000

/**
 * The identities that may be confirmed on the page just before a position.
 *
 * | the latest question of the page                                   | confirmed                                              |
 * | ----------------------------------------------------------------- | ------------------------------------------------------ |
 * | was asked without a token                                         | anonymous                                              |
 * | has been answered                                                 | this person; anonymous when refused                    |
 * | has not been answered, and an earlier one with this token has     | still that person                                      |
 * | has failed for a minute                                           | as above, or anonymous                                 |
 *
 * A late answer to an earlier question confirms nobody.
 */
export function confirmedOn(log: Log, page: number, order: number): EventIdentity[] {
  const { token, asked } = tokenOn(log, page, order)
  const { latest, answered } = answeredOn(log, page, order)
  const isOpen = latest === undefined || latest.question !== asked?.order
  const failedMs = (log[order - 1]?.timeMs ?? 0) - (asked?.timeMs ?? 0)
  const isGivenUp = token !== undefined && isOpen && failedMs >= GIVE_UP_MS
  return [...answered, ...(isGivenUp ? [{}] : [])]
}

/** The same by answers only: who is confirmed even if a question has failed for long. */
export function answeredOn(
  log: Log,
  page: number,
  order: number,
): { latest?: FactOf<'who-am-i'> | undefined; answered: EventIdentity[] } {
  if (saysLater(log, page)) return { answered: everConfirmedOn(log, page, order) }
  const { token, since } = tokenOn(log, page, order)
  if (token === undefined) return { answered: [{}] }
  const own = answersOn(log, page, token).filter((fact) => fact.order > since && fact.order < order)
  const latest = own
    .filter((fact) => fact.answer !== 'failed' && fact.question === tokenOn(log, page, fact.order).asked?.order)
    .at(-1)
  return { latest, answered: latest ? [isPerson(latest.answer) ? latest.answer : {}] : [] }
}
