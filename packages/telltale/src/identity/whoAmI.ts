import { REDIRECTS, type Http, type HttpError, type HttpOptions } from '../core/http/http.ts'
import type { Person } from '../core/model/identity.ts'
import { authHeaders, type Tokens } from './authHeaders.ts'
import { readPerson } from './readPerson.ts'

export type WhoAmIOutcome =
  | { outcome: 'known'; person: Person }
  | { outcome: 'cancelled' }
  /** `reason` is fit for a log: it holds neither token nor personal data. */
  | { outcome: 'failed'; reason: string; isRefusal: boolean }

interface Question {
  url: string
  appPlatform: string
  tokens: Tokens
  signal: AbortSignal
}

const NOT_AN_IDENTITY =
  'invalid who-am-i response: a JSON object with a unique_identity is expected, of up to 1 MB and 100 levels of nesting'

/** Asks the product's back end who is signed in. Never rejects. */
export async function whoAmI(http: Http, question: Question): Promise<WhoAmIOutcome> {
  const { signal } = question
  let request: HttpOptions
  try {
    request = requestFor(question)
  } catch (error) {
    return failed((error as Error).message)
  }

  const result = await http(request)
  if (result.outcome === 'cancelled') return { outcome: 'cancelled' }
  if (result.outcome !== 'success') return failed(reasonOf(result), result.outcome === 'bad-request')

  const person = readPerson(await result.text())
  if (signal.aborted) return { outcome: 'cancelled' }
  return person ? { outcome: 'known', person } : failed(NOT_AN_IDENTITY)
}

const failed = (reason: string, isRefusal = false): WhoAmIOutcome => ({ outcome: 'failed', reason, isRefusal })

function reasonOf({ outcome, status }: HttpError): string {
  if (status) return `who-am-i answered with status ${status}`
  return outcome === 'redirect'
    ? `who-am-i ${REDIRECTS}`
    : 'no answer came from who-am-i: no network, or something blocks the request'
}

const requestFor = ({ url, appPlatform, tokens, signal }: Question): HttpOptions => ({
  url,
  headers: authHeaders(tokens, appPlatform),
  // The browser's cache goes by the address, which is the same for the next person.
  noStore: true,
  signal,
})
