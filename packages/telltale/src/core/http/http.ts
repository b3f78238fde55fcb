import { isSameOrigin } from '../lib/isSameOrigin.ts'
import { timeLimit, type TimeLimit } from '../lib/timeLimit.ts'
import type { PlainPage } from '../ports/page.ts'
import type { Platform } from '../ports/platform.ts'
import type { HttpOutcome, HttpRequest } from '../ports/transport.ts'

/** The specification's §9. */
const XSRF_COOKIE = 'XSRF-TOKEN'
const XSRF_HEADER = 'X-XSRF-TOKEN'
/** No server is left alone for longer, in milliseconds: a mistake of its must not switch anything off for good. */
const MAX_RETRY_AFTER_MS = 3_600_000

export interface HttpOptions extends HttpRequest {
  /** Gives up after so many milliseconds; a body that comes in chunks may take so long for each. Never when absent. */
  timeoutMs?: number
  /** A status outside of 200 to 299 that is a success too: 304, of a request with an entity tag. */
  alsoSuccess?: number | undefined
  /** The body of an answer 4xx is wanted too: it says why. */
  readsBadRequest?: boolean
}

/**
 * Why there is no success. Fit for a log: it carries no address, which may say whom it is about, and no header; a body only where it
 * was asked for.
 */
export interface HttpError {
  /**
   * `network`: no answer came, for want of a network, after a reset, or as CORS or a blocker refuses it. `cancelled`: the
   * caller's signal aborted it. `redirect`: the server answered with a redirect, as a proxy does that asks to sign in; it is not
   * followed. `bad-request`: 4xx, the request is at fault. `bad-status`: any other outside of 200 to 299.
   */
  outcome: 'network' | 'timeout' | 'cancelled' | 'redirect' | 'bad-request' | 'bad-status'
  /** 0 without an answer, and for a redirect. */
  status: number
  /** How long the server wants to be left alone, in milliseconds: 0 when it does not say. */
  retryAfterMs: number
  /** The text of an answer 4xx, and its `Content-Type`, if it was asked for and came to its end. */
  body?: { text: string; type: string }
}

type Response = Extract<HttpOutcome, { outcome: 'response' }>

export type HttpResult = (Omit<Response, 'outcome'> & { outcome: 'success' }) | HttpError

/** What an address does whose answer is a redirect, in words for a log. */
export const REDIRECTS = 'redirects, probably to a sign-in page: redirects are not followed'

export type Http = (options: HttpOptions) => Promise<HttpResult>

/**
 * One request with the house's rules: success is 200 to 299 from the address that was asked, no time-out unless asked for, the
 * XSRF cookie as a header on same-origin requests. Leaves synchronously, never rejects.
 */
export const createHttp =
  ({ transport, clock, page }: Pick<Platform, 'transport' | 'clock'> & { page: PlainPage }): Http =>
  async ({ timeoutMs, alsoSuccess, readsBadRequest, ...request }) => {
    const { url, headers } = request
    const token = isSameOrigin(url, page.url()) ? page.cookie(XSRF_COOKIE) : undefined
    const limit = timeLimit(clock, timeoutMs, request.signal)
    const asked = transport.send({
      ...request,
      signal: limit.signal,
      headers: { ...headers, ...(token && { [XSRF_HEADER]: token }) },
    })
    limit.start()
    const answer = await asked
    const status = answer.outcome === 'response' ? answer.status : 0
    if (answer.outcome === 'response' && ((status >= 200 && status <= 299) || status === alsoSuccess)) {
      return successOf(answer, limit)
    }
    const isBadRequest = status >= 400 && status <= 499
    // Within the limit: a body may never end.
    const text = isBadRequest && readsBadRequest && answer.outcome === 'response' ? await answer.text() : undefined
    limit.end()
    if (answer.outcome !== 'response') {
      const outcome = answer.outcome === 'cancelled' && limit.hasPassed() ? 'timeout' : answer.outcome
      return { outcome, status, retryAfterMs: 0 }
    }
    const timeIn = (name: string) => clock.parse?.(answer.header(name) ?? '') || 0
    // [spec] RFC 9110 §10.2.3: seconds, or a date by the server's clock.
    const restMs =
      Number(answer.header('Retry-After')) * 1_000 || timeIn('Retry-After') - (timeIn('Date') || clock.now())
    return {
      outcome: isBadRequest ? 'bad-request' : 'bad-status',
      status,
      retryAfterMs: Math.min(Math.max(restMs, 0), MAX_RETRY_AFTER_MS),
      ...(text !== undefined && { body: { text, type: answer.header('Content-Type') ?? '' } }),
    }
  }

/** The limit holds for the body too. */
const successOf = (answer: Response, limit: TimeLimit): HttpResult => ({
  ...answer,
  outcome: 'success',
  text: () => answer.text().finally(limit.end),
  async *chunks() {
    try {
      for await (const chunk of answer.chunks()) {
        limit.start()
        yield chunk
      }
    } finally {
      limit.end()
    }
  },
})
