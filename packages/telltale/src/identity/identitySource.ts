import { writeJson } from '../core/lib/json.ts'
import { attempt } from '../core/lib/attempt.ts'
import { sleep } from '../core/lib/time.ts'
import type { Person } from '../core/model/identity.ts'
import type { Clock } from '../core/ports/platform.ts'
import { personOf } from './readPerson.ts'
import type { Tokens } from './whoAmI.ts'

/** What the application says about its user. */
export type SignIn =
  /** It cannot say yet, so events wait. */
  | { status: 'waiting' }
  | { status: 'nobody' }
  /** The `reason` can be logged. */
  | { status: 'failed'; reason: string; token?: string | undefined }
  /** With a `person`, who-am-i is not asked: the token only stands for that person. */
  | ({ status: 'signed-in'; person?: Person } & Tokens)

/** Where the identity comes from: who-am-i, or the application's own session. */
export interface IdentitySource {
  /** Never throws. */
  read(): SignIn
  /** The address of who-am-i; empty for an application that has none. */
  readonly url: string
  readonly appPlatform: string
  /** Called with a sentence that can be logged, when fields of an answer of who-am-i cannot be read. */
  readonly report?: ((message: string) => void) | undefined
  /** Resolves when a user who was waited for may be known, or when the signal aborts. Absent where nothing is waited for. */
  untilReady?(signal: AbortSignal): Promise<void>
  /** The user has signed out. */
  reset?(): void
  /** From now on this is the user, whatever the settings say. Absent where who-am-i says who it is. */
  give?(person: GivenPerson): void
}

interface WhoAmISource {
  url: string
  appPlatform: string
  report?: ((message: string) => void) | undefined
  token(): string | undefined
  idToken?: (() => string | undefined) | undefined
}

/** The user whose token the application gives, and whom who-am-i knows. */
export function whoAmISource({ token, idToken, ...source }: WhoAmISource): IdentitySource {
  /** The identity token is read only if there is a token that it belongs to. */
  function readTokens(): Partial<Tokens> {
    const own = readText(token)
    return own ? { token: own, idToken: idToken && readText(idToken) } : {}
  }

  return {
    ...source,
    read() {
      const tokens = attempt(readTokens)
      // The message of the exception may contain a token.
      if (!tokens) return { status: 'failed', reason: 'auth.token or auth.idToken has thrown (T54)' }
      const { token: own, idToken: ownIdToken } = tokens
      if (isNoText(own) || isNoText(ownIdToken)) {
        const reason = 'auth.token and auth.idToken must return texts (T55)'
        return { status: 'failed', reason, token: isNoText(own) ? undefined : own }
      }
      return own ? { status: 'signed-in', token: own, idToken: ownIdToken } : { status: 'nobody' }
    },
  }
}

/** JavaScript callers may pass an asynchronous function, which returns a promise. */
const isNoText = (token: unknown) => Boolean(token) && typeof token !== 'string'

/** A promise is not accepted, but its rejection is handled: the browser would otherwise show its message, which may contain a token. */
function readText(token: () => string | undefined): string | undefined {
  const value = token()
  void Promise.resolve(value).catch(() => {})
  return value
}

/** A person as the application gives one. `null`: nobody is signed in. `undefined`: it is not known yet who is signed in. */
export type GivenPerson = Person | null | undefined

/** The time between two calls of `identity.person` while the user is not known yet. */
const READ_AGAIN_MS = 1_000
/** After this time without a user, that is reported. */
const REPORT_AFTER_MS = 10_000

const NOT_KNOWN =
  'The user is not known yet: identity.person returns undefined, or telltale.identify was not called. (T56)'

/**
 * The user whom the application itself knows.
 *
 * @param person the function of the settings, if there is one
 * @param report called when it is still not known after ten seconds who is signed in, and when fields of the person cannot be read
 */
export function personSource(
  person: (() => GivenPerson) | undefined,
  clock: Clock,
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
    async untilReady(signal) {
      for (let waitedMs = READ_AGAIN_MS; ; waitedMs += READ_AGAIN_MS) {
        await sleep(clock, READ_AGAIN_MS, signal)
        if (signal.aborted || session().status !== 'waiting') return
        if (waitedMs === REPORT_AFTER_MS) report(NOT_KNOWN)
      }
    },
    reset() {
      // A session of the application ends there. It is read again at the next refresh.
      if (!person) session = () => ({ status: 'nobody' })
    },
    url: '',
    appPlatform: '',
  }
}
