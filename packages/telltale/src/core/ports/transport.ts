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
   * Let the browser finish the request after the page is gone. The bodies of all such requests in flight share 64 KiB
   * (Fetch standard, "inflight keepalive bytes"); above that the browser refuses.
   */
  keepalive?: boolean
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
  /** The request's signal aborted it. */
  | { outcome: 'cancelled' }

export interface Transport {
  /** The request leaves synchronously, so that it may be the last thing a page does. Never rejects. */
  send(request: HttpRequest): Promise<HttpOutcome>
}
