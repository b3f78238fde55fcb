import type { Json } from './json.ts'
import type { Register } from './register.ts'

/**
 * The answer of who-am-i, with its own field names. Only `unique_identity` is always present. Other fields that the
 * service sends are kept unchanged. An integer that JavaScript would round is a text with the digits that were sent. Fields whose name marks a token, secret, password, JWT, credential, API key or
 * session id are neither stored in the browser nor sent to the flag service. Each page has them once who-am-i has
 * answered on that page.
 */
export interface Person {
  /** The id of the user for events and vendors. Never changes, and no two users have the same. */
  readonly unique_identity: string
  /** The id under which Intercom knows the user. Events have `unique_identity`. */
  readonly user_id?: string | undefined
  /** The id of the company that the user belongs to, for targeting rules and for Datadog. */
  readonly company_id?: string | undefined
  /** The name of that company, for the same purposes. */
  readonly company_name?: string | undefined
  /** The name that `identity.name` has. Without it, that is `unique_identity`. */
  readonly user_name?: string | undefined
  /** For targeting rules. Absent beside `mimic_user: true` in an answer of who-am-i: it is the address of the impersonator then. */
  readonly email_address?: string | undefined
  /** Proves the identity to the messenger. Stored in the browser, so that the next answer of who-am-i changes nothing if the user is the same. */
  readonly user_hash?: string | undefined
  /**
   * The e-mail address of the impersonator, or else the name or the id. Where who-am-i answers `true`, in any usual
   * spelling, this is `email_address`. Where it gives nothing of these, this is `unknown impersonator`.
   */
  readonly mimic_user?: string | undefined
  /** Other fields that the service sends. */
  readonly [field: string]: unknown
}

/** A person, with the fields that the application has declared as `person` of `Register`. */
export type RegisteredPerson = Register extends { person: infer P extends object } ? Person & Readonly<P> : Person

/** What a person belongs to, such as a company or a workspace. */
export interface Account {
  /** The id, unique in its kind. */
  readonly key: string
  /** The name, for people who read targeting rules and reports. */
  readonly name?: string
  /** Attributes for targeting rules. Each event has them, too. */
  readonly [attribute: string]: Json | undefined
}

/** The accounts of a person, by kind, such as `organization`. */
export type Accounts = Readonly<Record<string, Account>>

/** Accounts by kind: those that the application has declared as `accounts` of `Register`, or any. */
export type RegisteredAccounts = Register extends { accounts: infer A extends object }
  ? { readonly [K in keyof A]?: Account & Readonly<A[K]> }
  : Accounts

/** A person, and the accounts of that person. */
export interface PersonWithAccounts {
  readonly person: Person
  readonly accounts?: Accounts | undefined
}

/** A period with one identity. */
interface Epoch {
  /**
   * The id of a period with one identity. The period ends when another user signs in, when the user signs out, when
   * another token is in use, or when the user belongs to another account.
   */
  readonly epoch: string
  /** A digest of the token that is in use. Absent before the first request, and while no user is signed in. */
  readonly tokenDigest?: string
}

/** The identity is not known yet. */
export interface ResolvingIdentity extends Epoch {
  /** Events wait until it is known who is signed in. */
  readonly status: 'resolving'
}

/** A user is signed in. */
export interface KnownIdentity extends Epoch {
  /** There is a user, impersonated or not. */
  readonly status: 'known'
  /** The answer of who-am-i, or the person whom the application has given. */
  readonly person: RegisteredPerson
  /** The accounts of the person, as the function of `identity.accounts` returns them. Absent if there are none. */
  readonly accounts?: RegisteredAccounts
  /** The name of the user, impersonated or not: `user_name`, or else `unique_identity`. */
  readonly name: string
  /** `name`, or `<impersonator's e-mail> as <name>` while the user is impersonated. */
  readonly displayIdentity: string
  /** The e-mail address of the impersonator, if the user is impersonated. */
  readonly impersonator?: string
}

/** Nobody is identified. */
export interface UnknownIdentity extends Epoch {
  /** There is no user: `reason` says why. */
  readonly status: 'unknown'
  /**
   * `signed-out`: there is no token, or the application has said that nobody is signed in. `refused`: who-am-i does not
   * accept the token, so that the user has to sign in again. `failed`: who-am-i could not be asked, or has not given a
   * valid answer for some time; it is asked again, and `telltale.identity.refresh()` asks at once.
   */
  readonly reason: 'signed-out' | 'refused' | 'failed'
  /** The visitor whom the browser has while nobody is signed in, with `identity.visitor` of the settings. Absent where nothing can be stored. */
  readonly visitor?: string
}

/** Who is signed in. */
export type Identity = ResolvingIdentity | KnownIdentity | UnknownIdentity

/** The names of fields that may contain a secret. Who-am-i may answer with such fields besides the identity. */
const SECRET = /token|secret|passw|jwt|credential|api_?key|session_?id/i

/** A replacer for `JSON.stringify` that leaves out each field, at any depth, whose name marks a secret. */
export const withoutSecrets = (field: string, value: unknown): unknown => (SECRET.test(field) ? undefined : value)
