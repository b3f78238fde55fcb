import { isSameOrigin } from '../lib/isSameOrigin.ts'
import { timeLimit } from '../lib/timeLimit.ts'
import type { Platform } from '../ports/platform.ts'
import type { HttpOutcome, HttpRequest } from '../ports/transport.ts'

/** The specification's §9. */
const XSRF_COOKIE = 'XSRF-TOKEN'
const XSRF_HEADER = 'X-XSRF-TOKEN'

export interface HttpOptions extends HttpRequest {
  /** Gives up after so many milliseconds. Never when absent. */
  timeoutMs?: number
}

/** Why there is no success. Fit for a log: it carries neither headers nor bodies. */
export type HttpError =
  /** No answer came: no network, a reset, or a refusal by CORS or a blocker. */
  | { outcome: 'network'; url: string }
  | { outcome: 'timeout'; url: string }
  /** The caller's signal aborted it. */
  | { outcome: 'cancelled'; url: string }
  /** 4xx: the request is at fault. */
  | { outcome: 'bad-request'; url: string; status: number; retryAfterMs?: number }
  /** Any other status outside of 200 to 299. */
  | { outcome: 'bad-status'; url: string; status: number; retryAfterMs?: number }

export type HttpResult = { outcome: 'success'; status: number; text(): Promise<string | undefined> } | HttpError

export type Http = (options: HttpOptions) => Promise<HttpResult>

/**
 * One request with the house's rules: success is 200 to 299, no time-out unless asked for, the XSRF cookie as a header on
 * same-origin requests. Leaves synchronously, never rejects.
 */
export const createHttp =
  ({ transport, clock, page }: Pick<Platform, 'transport' | 'clock' | 'page'>): Http =>
  async ({ timeoutMs, ...request }) => {
    const { url } = request
    const token = isSameOrigin(url, page.url()) ? page.cookie(XSRF_COOKIE) : undefined
    const limit = timeLimit(clock, timeoutMs, request.signal)
    const response = await transport.send({
      ...request,
      ...(limit.signal && { signal: limit.signal }),
      headers: { ...request.headers, ...(token && { [XSRF_HEADER]: token }) },
    })
    if (response.outcome !== 'response') {
      limit.end()
      return { outcome: response.outcome === 'cancelled' && limit.hasPassed() ? 'timeout' : response.outcome, url }
    }
    return resultOf(url, response, limit)
  }

function resultOf(
  url: string,
  response: Extract<HttpOutcome, { outcome: 'response' }>,
  limit: { end(): void },
): HttpResult {
  const { status } = response
  if (status >= 200 && status <= 299) {
    // The limit holds for the body too.
    return { outcome: 'success', status, text: () => response.text().finally(limit.end) }
  }
  limit.end()
  // [spec] RFC 9110 §10.2.3: seconds, or a date, which is not worth its code here.
  const seconds = Number(response.header('Retry-After'))
  return {
    outcome: status >= 400 && status <= 499 ? 'bad-request' : 'bad-status',
    url,
    status,
    ...(seconds > 0 && { retryAfterMs: seconds * 1_000 }),
  }
}
