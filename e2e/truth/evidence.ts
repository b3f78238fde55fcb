/** `anonymous`, the id of a user, or `sam as ida` for an impersonated one. */
export type User = string
export const ANONYMOUS: User = 'anonymous'

interface Identity {
  readonly id?: string | undefined
  readonly impersonator?: string | undefined
}

export const userOf = ({ id, impersonator }: Identity): User =>
  id === undefined ? ANONYMOUS : impersonator === undefined ? id : `${impersonator} as ${id}`

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
  /** The value of the flag `plan`, such as `ida 3`: the third version, evaluated for Ida. Empty without a value. */
  readonly plan: string
}

/** An event in the collector. */
export interface Stored {
  readonly name: string
  readonly user: User
  readonly plan: string | undefined
  readonly atMs: number
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
  readonly questions: readonly Question[]
  readonly answers: readonly Answer[]
  readonly flags: readonly FlagsAnswer[]
  /** When the driver began to end a page, and when it was gone. */
  readonly ends: ReadonlyMap<string, readonly [fromMs: number, toMs: number]>
  /** The times in which the browser had no network. */
  readonly offline: readonly (readonly [fromMs: number, toMs: number])[]
}
