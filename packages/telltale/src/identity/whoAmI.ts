import { type Http, type HttpError, isPermanentStatus, REDIRECTS } from '../core/http/http.ts'
import { attempt } from '../core/lib/attempt.ts'
import type { Person } from '../core/model/identity.ts'
import { readPerson } from './readPerson.ts'

export type WhoAmIOutcome =
  | { outcome: 'known'; person: Person }
  /** `refused`: the service does not accept the token. `unusable`: no request can be made with it. */
  | { outcome: 'refused' | 'unusable'; reason: string }
  | WhoAmIFailure

/** The next attempt may succeed. */
export interface WhoAmIFailure {
  outcome: 'failed'
  /** Can be logged: it contains neither a token nor personal data. */
  reason: string
  /** How long the server asks to be left alone, in milliseconds. */
  retryAfterMs?: number
}

/** The statuses that say something about the token. Any other one is as temporary as 503 for the user. */
const REFUSALS = [401, 403, 404]

interface Question {
  url: string
  appPlatform: string
  tokens: Tokens
  signal: AbortSignal
  /** Called with a sentence that can be logged, when fields of the answer cannot be read. */
  report?: ((message: string) => void) | undefined
}

/**
 * Asks the product's back end who is signed in. Never rejects. The statuses 401, 403 and 404 refuse the token. The caller checks its signal:
 * after an abort, the outcome has no meaning.
 */
export async function whoAmI(
  http: Http,
  { url, appPlatform, tokens, signal, report }: Question,
): Promise<WhoAmIOutcome> {
  const headers = attempt(() => authHeaders(tokens, appPlatform))
  if (!headers) return { outcome: 'unusable', reason: NO_ID_TOKEN }
  // The browser's cache uses the URL as its key, which is the same for the next person.
  const result = await http({ url, headers, noStore: true, signal })
  if (result.outcome !== 'success') {
    const { status, retryAfterMs } = result
    const outcome = REFUSALS.includes(status) ? 'refused' : 'failed'
    return { outcome, reason: reasonOf(result), retryAfterMs }
  }
  const person = readPerson(await result.text(), report)
  return person ? { outcome: 'known', person } : { outcome: 'failed', reason: NOT_AN_IDENTITY }
}

const NOT_AN_IDENTITY = 'invalid who-am-i response: a JSON object with a unique_identity is expected (T52)'

function reasonOf({ outcome, status }: HttpError): string {
  if (isPermanentStatus(status))
    return `who-am-i answered with status ${status}: check auth.token, api and projects (T139)`
  if (status) return `who-am-i answered with status ${status} (T49)`
  return outcome === 'redirect' ? `who-am-i ${REDIRECTS} (T50)` : 'no answer came from who-am-i (T51)'
}

/** A token of this length is the product's own; any other is an Auth0 JWT. The specification's §5. */
const OWN_TOKEN_LENGTH = 36
export const needsIdToken = (token: string): boolean => token.length !== OWN_TOKEN_LENGTH
const NO_ID_TOKEN = 'Auth0 JWT detected without an idToken: check auth.token and auth.idToken (T53)'

export interface Tokens {
  token: string
  /** Absent, null or empty: there is none. */
  idToken?: string | null | undefined
}

/** The three headers of who-am-i. Throws when a JWT comes without the identity token that belongs to it. */
export function authHeaders({ token, idToken }: Tokens, appPlatform: string): Readonly<Record<string, string>> {
  if (needsIdToken(token) && !idToken) throw new Error(NO_ID_TOKEN)
  return {
    Authorization: `Bearer ${token}`,
    ...(idToken && { IdToken: idToken }),
    'Authorization-App-Platform': appPlatform,
  }
}
