import type { Person, RegisteredPerson } from '../core/model/identity.ts'
import type { Register } from '../core/model/register.ts'

/** Proof of who is signed in. */
export interface Tokens {
  token: string
  /** Absent, null or empty: there is none. */
  idToken?: string | null | undefined
}

/** What the application says about its user. */
export type Session =
  /** It cannot say yet, so events wait. */
  | { status: 'waiting' }
  | { status: 'nobody' }
  /** The `reason` can be logged. `isTemporary`: the next attempt may succeed. */
  | { status: 'failed'; reason: string; isTemporary?: true }
  /** With a `person`, no service is asked: the token only stands for that person. */
  | ({ status: 'signed-in'; person?: Person } & Tokens)

/** What a service says about the user of these tokens. */
export type IdentityAnswer =
  | { outcome: 'known'; person: Person }
  /** Nobody is signed in. */
  | { outcome: 'nobody' }
  /** `refused`: the service does not accept the token. `unusable`: no request can be made with it. */
  | { outcome: 'refused' | 'unusable'; reason: string }
  | FailedAnswer

/** The next attempt may succeed. */
export interface FailedAnswer {
  outcome: 'failed'
  /** Can be logged: it contains neither a token nor personal data. */
  reason: string
  /** How long the server asks to be left alone, in milliseconds. */
  retryAfterMs?: number
}

/** Where the identity comes from: a service such as who-am-i, or the application's own session. */
export interface IdentitySource {
  /** Never throws, and never rejects. */
  read(): Session | Promise<Session>
  /**
   * Asks the service whose tokens these are. Never rejects. After an abort, the answer has no meaning. Absent where each session that is
   * signed in has a person.
   */
  ask?(tokens: Tokens, signal: AbortSignal): Promise<IdentityAnswer>
  /** Another service, or another project of it, may know the same token as another person: its answers are remembered apart. */
  readonly scope: string
  /** The user has signed out. */
  reset?(): void
  /** From now on this is the user, whatever the settings say. Absent where a service says who it is. */
  setPerson?(person: PersonInput): void
}

/** A token as the application gives one. `null`: nobody is signed in. `undefined`: it is not known yet who is signed in. */
export type TokenInput = string | null | undefined

/** A person as the application gives one. `null` and `undefined` say the same as in the place of a token. */
export type PersonInput = RegisteredPerson | null | undefined

/** An account as the application gives one. A number as key or name becomes a text. */
export interface AccountInput {
  /** The id, unique in its kind. Absent, null or empty: the person has no account of this kind. */
  readonly key: string | number | null | undefined
  /** The name, for people who read targeting rules and reports. */
  readonly name?: string | number | null | undefined
  /** Attributes that JSON can hold, for targeting rules. Each event has them, too. */
  readonly [attribute: string]: unknown
}

/** Accounts of the kinds, and with the attributes, that the application has declared as `accounts` of `Register`. */
type RegisteredAccountsInput<A> = {
  readonly [K in keyof A]?: (AccountInput & Readonly<Omit<A[K], 'key' | 'name'>>) | false | null | undefined
}

/** Accounts by kind as the application gives them. A kind consists of letters, digits, `.`, `_` and `-`, and is not `user`, `kind` or `multi`. */
export type AccountsInput =
  | ((Register extends { accounts: infer A extends object }
      ? RegisteredAccountsInput<A>
      : Readonly<Record<string, AccountInput | false | null | undefined>>) & {
      readonly [kind in 'user' | 'kind' | 'multi']?: never
    })
  | null
  | undefined
