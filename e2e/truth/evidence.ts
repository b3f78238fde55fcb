/** `anonymous`, the id of a user, or `sam as ida` for an impersonated one; with the account, `ida@ida-1`: to flags, another account is another user. */
export type User = string
export const ANONYMOUS: User = 'anonymous'

interface Identity {
  readonly id?: string | undefined
  readonly impersonator?: string | undefined
  readonly account?: string | undefined
}

export const userOf = ({ id = ANONYMOUS, impersonator, account }: Identity): User =>
  `${impersonator === undefined ? '' : `${impersonator} as `}${id}${account === undefined ? '' : `@${account}`}`

/** The user without the account. */
export const personOf = (user: User): User => user.replace(/@.*$/, '')

const PERSONS: readonly User[] = [ANONYMOUS, 'ida', 'otto', 'support', 'sam as ida', 'sam as otto']

/**
 * What the flag service serves as the `n`th value of a user. As in any flag service, a variation of a version is one value. Each version has two
 * values for a user: the second one was chosen after a segment had changed, which changes no version.
 */
export function servedAs(user: User, n: number) {
  const company = Number(/-(\d+)$/.exec(user)?.[1] ?? 1)
  const place = PERSONS.indexOf(personOf(user)) + PERSONS.length * (company - 1)
  return { variation: 2 * place + (n % 2), version: Math.ceil(n / 2) }
}

/** What the application could see when it called `track`. Times are in milliseconds since 1970, here and below. */
export interface Call {
  readonly name: string
  readonly page: string
  readonly token: string | undefined
  /** Since when the page used this token. */
  readonly sinceMs: number
  readonly atMs: number
  /** Of `telltale.identity`; for an identity that is unknown, the reason. */
  readonly status: 'resolving' | 'known' | 'signed-out' | 'refused' | 'failed'
  /** The user who is shown; absent while that is being resolved. */
  readonly user?: User
  readonly flagsStatus: 'initialising' | 'cached' | 'live' | 'failed'
  /** The value of the flag `plan`, such as `ida 3`: the third value, evaluated for Ida. Empty without a value. */
  readonly plan: string
  /** The page has the step `exposures()`: to read the flag has shown it. */
  readonly isExposing?: boolean
  /** The visitor who is shown. */
  readonly visitor?: string | undefined
}

export interface Session {
  readonly id: string
  readonly startedAt: number
}

/** An event in the collector. */
export interface Stored {
  readonly name: string
  readonly user: User
  readonly plan: string | undefined
  readonly atMs: number
  readonly visitor?: string | undefined
  readonly session?: Session | undefined
  /** When it happened, by the clock of its page, which is the clock of the driver, too. */
  readonly happenedMs: number
  /** The id that the library has given to the page, and the number of the event in it. */
  readonly place: Place
}

export interface Place {
  readonly page: string
  readonly n: number
}

/** An event that says which variation of `plan` was shown. The page has read the flag in the task in which it tracked its next event. */
export interface Exposure extends Stored {
  readonly digest: string | undefined
  readonly unit: unknown
  readonly variation: unknown
  readonly version: unknown
}

/** An event that joins a visitor to a person. */
export interface Join {
  /** The visitor in its properties. */
  readonly joined: unknown
  readonly user: User
  /** The visitor in its identity. */
  readonly visitor?: string | undefined
  readonly place: Place
}

/** A batch that the collector has taken, whether the page has heard that or not. */
export interface TakenBatch {
  /** What the batch tells about the numbers of pages. */
  readonly pages: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  readonly events: readonly (Place & { readonly id: string })[]
}

/** A question of a page to who-am-i, made because the page was opened, its session changed, or it was refreshed. */
export interface Question {
  readonly page: string
  readonly token: string | undefined
  readonly atMs: number
}

/** `failed`: 503, or no answer. What it says was so when the request came. */
export interface Answer extends Question {
  readonly askedMs: number
  readonly user: User | 'failed'
  /** The connection was closed without an answer. A browser may then send the same request again by itself, and the page sees no failure. */
  readonly wasCutOff?: true
}

export interface FlagsAnswer {
  readonly page: string
  readonly user: User
  readonly version: number | 'failed'
  readonly atMs: number
}

/** All that was seen of a history from outside. */
export interface Evidence {
  /** The calls of `track` of which the page could still report that they had returned. */
  readonly calls: readonly Call[]
  readonly stored: readonly Stored[]
  readonly joins: readonly Join[]
  readonly exposures: readonly Exposure[]
  readonly batches: readonly TakenBatch[]
  readonly questions: readonly Question[]
  readonly answers: readonly Answer[]
  readonly flags: readonly FlagsAnswer[]
  /** When the driver began to end a page, and when it was gone. */
  readonly ends: ReadonlyMap<string, readonly [fromMs: number, toMs: number]>
  /** The times in which the browser had no network. */
  readonly offline: readonly (readonly [fromMs: number, toMs: number])[]
}

/** Whether each event of a call is stored. */
export function isComplete({ calls, stored }: Evidence): boolean {
  const names = new Set(stored.map(({ name }) => name))
  return calls.every(({ name }) => names.has(name))
}

/** What is wrong, of one event or one page. */
export interface Finding {
  readonly name: string
  /** What was possible, and what is stored. */
  readonly details?: object
}
