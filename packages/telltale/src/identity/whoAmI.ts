import { type HttpError, type PlainHttp, isPermanentStatus, REDIRECTS } from '../core/http/http.ts'
import { attempt } from '../core/lib/attempt.ts'
import type { IdentityAnswer, Tokens } from './identitySource.ts'
import { readPerson } from './readPerson.ts'

/** The statuses that say something about the token. Any other one is as temporary as 503 for the user. */
const REFUSALS = [401, 403, 404]

interface Question {
  url: string
  appPlatform: string
  tokens: Tokens
  signal: AbortSignal
}

export interface WhoAmINeeds {
  http: PlainHttp
  /** Called with a sentence that can be logged, when fields of the answer cannot be read. */
  report(message: string): void
}

/**
 * Asks the product's back end who is signed in. Never rejects. The statuses 401, 403 and 404 refuse the token. The status 204 and the
 * bodies `null` and `{}` say that nobody is signed in. The caller checks its signal:
 * after an abort, the outcome has no meaning.
 */
export async function whoAmI(
  { url, appPlatform, tokens, signal }: Question,
  { http, report }: WhoAmINeeds,
): Promise<IdentityAnswer> {
  const headers = attempt(() => authHeaders(tokens, appPlatform))
  if (!headers) return { outcome: 'unusable', reason: NO_ID_TOKEN }
  // The browser's cache uses the URL as its key, which is the same for the next person.
  const result = await http({ url, headers, noStore: true, signal })
  if (result.outcome !== 'success') {
    const { status, retryAfterMs } = result
    const outcome = REFUSALS.includes(status) ? 'refused' : 'failed'
    return { outcome, reason: reasonOf(result), retryAfterMs }
  }
  const body = (await result.text()) ?? ''
  if (result.status === 204 || NOBODY.test(body)) return { outcome: 'nobody' }
  const person = readPerson(body, report)
  return person ? { outcome: 'known', person } : { outcome: 'failed', reason: NOT_AN_IDENTITY }
}

/** How an API answers when it is asked without a user. */
const NOBODY = /^\s*(null|\{\s*\})\s*$/

const NOT_AN_IDENTITY = 'invalid who-am-i response: a JSON object with a unique_identity is expected (T52)'

function reasonOf({ outcome, status }: HttpError): string {
  if (isPermanentStatus(status))
    return `who-am-i answered with status ${status}: ${status === 401 || status === 403 ? 'sign in again, or check auth.token' : 'check api and projects'} (T139)`
  if (status) return `who-am-i answered with status ${status} (T49)`
  return outcome === 'redirect' ? `who-am-i ${REDIRECTS} (T50)` : 'no answer came from who-am-i (T51)'
}

/** A token of this length is the product's own; any other is an Auth0 JWT. The specification's §5. */
const OWN_TOKEN_LENGTH = 36
export const needsIdToken = (token: string): boolean => token.length !== OWN_TOKEN_LENGTH
const NO_ID_TOKEN = 'Auth0 JWT detected without an idToken: check auth.token and auth.idToken (T53)'

/** The three headers of who-am-i. Throws when a JWT comes without the identity token that belongs to it. */
export function authHeaders({ token, idToken }: Tokens, appPlatform: string): Readonly<Record<string, string>> {
  if (needsIdToken(token) && !idToken) throw new Error(NO_ID_TOKEN)
  return {
    Authorization: `Bearer ${token}`,
    ...(idToken && { IdToken: idToken }),
    'Authorization-App-Platform': appPlatform,
  }
}
