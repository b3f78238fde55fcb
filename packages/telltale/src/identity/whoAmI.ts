import { type Http, type HttpError, type HttpOptions, isPermanentStatus, REDIRECTS } from '../core/http/http.ts'
import type { Person } from '../core/model/identity.ts'
import { readPerson } from './readPerson.ts'

export type WhoAmIOutcome =
  | { outcome: 'known'; person: Person }
  /** `reason` can be logged: it contains neither a token nor personal data. */
  | { outcome: 'failed'; reason: string; isRefusal?: boolean }

interface Question {
  url: string
  appPlatform: string
  tokens: Tokens
  signal: AbortSignal
  /** Called with a sentence that can be logged, when fields of the answer cannot be read. */
  report?: (message: string) => void
}

/**
 * Asks the product's back end who is signed in. Never rejects. A permanent 4xx status refuses the token. The caller checks its signal:
 * after an abort, the outcome has no meaning.
 */
export async function whoAmI(
  http: Http,
  { url, appPlatform, tokens, signal, report }: Question,
): Promise<WhoAmIOutcome> {
  let headers: HttpOptions['headers']
  try {
    headers = authHeaders(tokens, appPlatform)
  } catch (error) {
    return { outcome: 'failed', reason: (error as Error).message }
  }
  // The browser's cache uses the URL as its key, which is the same for the next person.
  const result = await http({ url, headers, noStore: true, signal })
  if (result.outcome !== 'success')
    return { outcome: 'failed', reason: reasonOf(result), isRefusal: isPermanentStatus(result.status) }
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
const NO_ID_TOKEN = 'Auth0 JWT detected without an idToken: check auth.token and auth.idToken (T53)'

export interface Tokens {
  token: string
  idToken?: string | undefined
}

/** The three headers of who-am-i. Throws when a JWT comes without the identity token that belongs to it. */
export function authHeaders({ token, idToken }: Tokens, appPlatform: string): Readonly<Record<string, string>> {
  if (token.length !== OWN_TOKEN_LENGTH && !idToken) throw new Error(NO_ID_TOKEN)
  return {
    Authorization: `Bearer ${token}`,
    ...(idToken && { IdToken: idToken }),
    'Authorization-App-Platform': appPlatform,
  }
}
