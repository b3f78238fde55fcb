import type { Person } from '../core/model/identity.ts'
import type { HttpRequest, Transport } from '../core/ports/transport.ts'
import { authHeaders, type Tokens } from './authHeaders.ts'
import { readPerson } from './readPerson.ts'

export type WhoAmIOutcome =
  | { outcome: 'known'; person: Person }
  | { outcome: 'cancelled' }
  /** `reason` is fit for a log: it holds neither token nor personal data. */
  | { outcome: 'failed'; reason: string }

interface Question {
  source: { whoAmIUrl(): string; appPlatform: string }
  tokens: Tokens
  signal: AbortSignal
}

const failed = (reason: string): WhoAmIOutcome => ({ outcome: 'failed', reason })

/** Asks the product's back end who is signed in. Never rejects. */
export async function whoAmI(transport: Transport, question: Question): Promise<WhoAmIOutcome> {
  const { signal } = question
  let request: HttpRequest
  try {
    request = requestFor(question)
  } catch (error) {
    return failed((error as Error).message)
  }

  const response = await transport.send(request)
  if (response.outcome === 'cancelled') return response
  if (response.outcome === 'network') return failed('no answer came')
  if (response.status < 200 || response.status > 299) return failed(`status ${response.status}`)

  const person = readPerson((await response.text()) ?? '')
  if (signal.aborted) return { outcome: 'cancelled' }
  return person ? { outcome: 'known', person } : failed('the answer is not an identity')
}

const requestFor = ({ source, tokens, signal }: Question): HttpRequest => ({
  url: source.whoAmIUrl(),
  headers: authHeaders(tokens, source.appPlatform),
  signal,
})
