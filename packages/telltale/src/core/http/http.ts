import { timeLimit, type TimeLimit } from '../lib/time.ts'
import type { Clock, PlainPage } from '../ports/platform.ts'
import type {
  HttpRequest,
  PlainRequest,
  PlainResponse,
  PlainTransport,
  StreamedResponse,
  Transport,
} from '../ports/transport.ts'

/** The specification's §9. */
const XSRF_COOKIE = 'XSRF-TOKEN'
const XSRF_HEADER = 'X-XSRF-TOKEN'
/**
 * The longest wait that a server can ask for with `Retry-After`, in milliseconds. A mistake of a server must not switch
 * a service off for good.
 */
const MAX_RETRY_AFTER_MS = 3_600_000

/** What the caller of a request says beside it. */
interface Rules {
  /**
   * The time limit in milliseconds. A body that comes in chunks may take this long for each chunk. Without a value
   * there is no limit.
   */
  timeoutMs?: number
  /** Whether another status than 200 to 299 counts as a success too, so that the caller reads the response. */
  alsoSuccess?(status: number): boolean
}

/**
 * Why a request was not successful. Safe for a log: it contains no address, which may identify a person, no header and
 * no body.
 */
export interface HttpError {
  /**
   * `network`: no response (offline, connection reset, or blocked by CORS or an ad blocker). `cancelled`: the caller's
   * signal aborted the request. `redirect`: the server answered with a redirect, as a proxy does that asks for a
   * sign-in. Redirects are not followed. `bad-request`: 4xx, the request is at fault. `bad-status`: any other status
   * outside of 200 to 299.
   */
  outcome: 'network' | 'timeout' | 'cancelled' | 'redirect' | 'bad-request' | 'bad-status'
  /** 0 without a response, and for a redirect. */
  status: number
  /** How long the server asks to be left alone, in milliseconds. 0 when it does not ask. */
  retryAfterMs: number
}

/** The limit goes on while the body is read: a caller of `chunks` restarts it with each chunk, and ends it. */
type Success<Response> = Omit<Response, 'outcome'> & { outcome: 'success'; limit: Omit<TimeLimit, 'signal'> }

export type PlainResult = Success<PlainResponse> | HttpError
export type HttpResult = Success<StreamedResponse> | HttpError

/** Describes, for a log, an address that answers with a redirect. */
export const REDIRECTS = 'redirects, probably to a sign-in page'

/** HTTP before the second stage. */
export type PlainHttp = (options: PlainRequest & Rules) => Promise<PlainResult>
/** HTTP of the second stage. */
export type Http = (options: HttpRequest & Rules) => Promise<HttpResult>

interface Needs<AnyTransport> {
  transport: AnyTransport
  clock: Clock
  page: PlainPage
}

/**
 * Sends one request with the rules of this library. A success is a status from 200 to 299 from the requested address.
 * There is no time limit unless one is given. Same-origin requests carry the XSRF cookie as a header. The request
 * leaves synchronously, and the promise never rejects.
 */
export function createHttp(needs: Needs<Transport>): Http
export function createHttp(needs: Needs<PlainTransport>): PlainHttp
export function createHttp({ transport, clock, page }: Needs<PlainTransport>): PlainHttp {
  return async ({ timeoutMs, alsoSuccess, ...request }) => {
    const { url, headers } = request
    const token = page.isSameOrigin(url) ? page.cookie(XSRF_COOKIE) : undefined
    const limit = timeLimit(clock, timeoutMs, request.signal)
    const asked = transport.send({
      ...request,
      signal: limit.signal,
      headers: { ...headers, ...(token && { [XSRF_HEADER]: token }) },
    })
    limit.start()
    const answer = await asked
    const status = answer.outcome === 'response' ? answer.status : 0
    if (answer.outcome === 'response' && ((status >= 200 && status <= 299) || alsoSuccess?.(status))) {
      return { ...answer, outcome: 'success', text: () => answer.text().finally(limit.end), limit }
    }
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
      outcome: status >= 400 && status <= 499 ? 'bad-request' : 'bad-status',
      status,
      retryAfterMs: Math.min(Math.max(restMs, 0), MAX_RETRY_AFTER_MS),
    }
  }
}

/** The 4xx statuses for which another attempt may succeed. The specification's §4 names them. */
const RECOVERABLE_4XX = [400, 408, 429]

/** Whether the same request would always get the same response: 4xx other than 400, 408 and 429. */
export function isPermanentStatus(status: number): boolean {
  return status >= 400 && status < 500 && !RECOVERABLE_4XX.includes(status)
}
