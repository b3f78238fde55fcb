import { writeJson } from '../core/lib/json.ts'
import type { Person } from '../core/model/identity.ts'
import { isThenable } from '../core/lib/thenable.ts'
import { personOf } from './readPerson.ts'
import { needsIdToken, type Tokens } from './whoAmI.ts'

/** What the application says about its user. */
export type SignIn =
  /** It cannot say yet, so events wait. */
  | { status: 'waiting' }
  | { status: 'nobody' }
  /** The `reason` can be logged. `isTemporary`: the next attempt may succeed. */
  | { status: 'failed'; reason: string; isTemporary?: true }
  /** With a `person`, who-am-i is not asked: the token only stands for that person. */
  | ({ status: 'signed-in'; person?: Person } & Tokens)

/** Where the identity comes from: who-am-i, or the application's own session. */
export interface IdentitySource {
  /** Never throws, and never rejects. */
  read(): SignIn | Promise<SignIn>
  /** The address of who-am-i; empty for an application that has none. */
  readonly url: string
  readonly appPlatform: string
  /** Called with a sentence that can be logged, when fields of an answer of who-am-i cannot be read. */
  readonly report?: ((message: string) => void) | undefined
  /** The user has signed out. */
  reset?(): void
  /** From now on this is the user, whatever the settings say. Absent where who-am-i says who it is. */
  give?(person: GivenPerson): void
}

/** A token as the application gives one. `null`: nobody is signed in. `undefined`: it is not known yet who is signed in. */
export type GivenToken = string | null | undefined

interface WhoAmISource {
  url: string
  appPlatform: string
  report?: ((message: string) => void) | undefined
  token(): GivenToken | PromiseLike<GivenToken>
  idToken?: (() => GivenToken | PromiseLike<GivenToken>) | undefined
}

/** Why there is no token. The message of the exception may contain one. */
const FAILED = { status: 'failed', reason: 'auth.token or auth.idToken has failed (T54)' } as const

/** The user whose token the application gives, and whom who-am-i knows. */
export function whoAmISource({ token, idToken, ...source }: WhoAmISource): IdentitySource {
  function signInOf(own: unknown, ownIdToken: unknown): SignIn {
    if (!own) return { status: own === undefined ? 'waiting' : 'nobody' }
    if (typeof own !== 'string' || (ownIdToken && typeof ownIdToken !== 'string'))
      return { status: 'failed', reason: 'auth.token and auth.idToken must return texts (T55)' }
    if (idToken && ownIdToken === undefined && needsIdToken(own)) return { status: 'waiting' }
    return { status: 'signed-in', token: own, idToken: ownIdToken as GivenToken }
  }

  async function later(given: unknown, givenIdToken: () => unknown): Promise<SignIn> {
    try {
      const own = await given
      return signInOf(own, own ? await givenIdToken() : null)
    } catch {
      return { ...FAILED, isTemporary: true }
    }
  }

  return {
    ...source,
    read() {
      try {
        const own: unknown = token()
        if (isThenable(own)) return later(own, () => idToken?.())
        // The identity token is read only if there is a token that it belongs to.
        const ownIdToken: unknown = own ? idToken?.() : null
        return isThenable(ownIdToken) ? later(own, () => ownIdToken) : signInOf(own, ownIdToken)
      } catch {
        return FAILED
      }
    },
  }
}

/** A person as the application gives one. `null`: nobody is signed in. `undefined`: it is not known yet who is signed in. */
export type GivenPerson = Person | null | undefined

/**
 * The user whom the application itself knows.
 *
 * @param person the function of the settings, if there is one
 * @param report called with a sentence that can be logged, when fields of the person cannot be read
 */
export function personSource(
  person: (() => GivenPerson) | undefined,
  report: (message: string) => void,
): IdentitySource {
  let session = () => signInOf(person ?? (() => undefined))

  /** Reads the answer into a copy: the application may change its object later. */
  function signInOf(answerOf: () => unknown): SignIn {
    try {
      const answer = answerOf()
      if (answer === undefined) return { status: 'waiting' }
      if (answer === null) return { status: 'nobody' }
      const known = personOf(answer, report)
      // It stands for the owner of events: an impersonated person is another one than the person.
      if (known)
        return { status: 'signed-in', token: writeJson([known.unique_identity, known.mimic_user]), person: known }
      void Promise.resolve(answer).catch(() => {}) // avoids an unhandled rejection
      return { status: 'failed', reason: 'a person needs a unique_identity: a text, or a safe integer (T58)' }
    } catch {
      return { status: 'failed', reason: 'identity.person has thrown (T57)' }
    }
  }

  return {
    read: () => session(),
    give(given) {
      const known = signInOf(() => given)
      session = () => known
    },
    reset() {
      // A session of the application ends there. It is read again at the next refresh.
      if (!person) session = () => ({ status: 'nobody' })
    },
    url: '',
    appPlatform: '',
  }
}
