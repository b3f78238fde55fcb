export interface HttpRequest {
  url: string
  /** GET when absent. REPORT is a GET with a body, which the flag service knows. */
  method?: 'GET' | 'POST' | 'REPORT'
  headers?: Readonly<Record<string, string>>
  body?: string
  /** Compress the body where it is worth it and the browser can. Not together with `keepalive`: it takes time. */
  gzip?: boolean
  signal?: AbortSignal
  /** The connection ends when the page leaves: an open stream would keep it out of the back/forward cache. */
  untilLeave?: boolean
  /**
   * Let the browser finish the request after the page is gone. The bodies of all such requests of the page share
   * `keepaliveRoom`: what does not fit is not sent, and the outcome is `network` at once.
   */
  keepalive?: boolean
  /** The answer is for whoever asks now: no cache of the browser gives an earlier one, or keeps this one. */
  noStore?: boolean
}

export type HttpOutcome =
  | {
      outcome: 'response'
      status: number
      header(name: string): string | undefined
      /** The whole body; `undefined` when the connection broke before its end. */
      text(): Promise<string | undefined>
      /** The body as it arrives. Ends, without an error, when the connection does. */
      chunks(): AsyncIterable<string>
    }
  /** No answer came: no network, a reset, or a refusal by CORS or a blocker; the browser does not say which. */
  | { outcome: 'network' }
  /** The server answered with a redirect, which was not followed. The browser does not say where to. */
  | { outcome: 'redirect' }
  /** The request's signal aborted it. */
  | { outcome: 'cancelled' }

/** [spec] Fetch standard, HTTP-network-or-cache fetch, "inflightKeepaliveBytes": 64 kibibytes for all that are in flight. */
export const KEEPALIVE_BYTES = 64 * 1024

export interface Transport {
  /**
   * The request leaves synchronously, so that it may be the last thing a page does, and reaches no address but its own: a
   * redirect is not followed. Never rejects.
   */
  send(request: HttpRequest): Promise<HttpOutcome>
  /** How many bytes of bodies the browser would take now of requests that are to outlive the page. */
  keepaliveRoom(): number
}
