import { byteLength } from '../lib/byteLength.ts'

/** A request as any transport sends it. */
export interface PlainRequest {
  url: string
  /** GET when absent. REPORT is a GET with a body, which the flag service supports. */
  method?: 'GET' | 'POST' | 'REPORT'
  headers?: Readonly<Record<string, string>>
  body?: string
  signal?: AbortSignal
  /** Lets the browser finish the request after the page is gone. */
  keepalive?: boolean
  /**
   * The response is for the current user only. No cache of the browser returns an earlier response or keeps this one.
   */
  noStore?: boolean
}

/** A request of the second stage. The bodies of all requests with `keepalive` of the page share `keepaliveRoom`: one that does not fit is not sent, and its outcome is `network` at once. */
export interface HttpRequest extends PlainRequest {
  /** A body of bytes, in place of `body`. */
  bytes?: Uint8Array
  /**
   * Compresses the body if that is worth it and the browser can. Not combined with `keepalive`, because compression
   * takes time.
   */
  gzip?: boolean
  /** Ends the connection when the page is left. An open stream would keep the page out of the back/forward cache. */
  untilLeave?: boolean
}

/** A response that is read whole. */
export interface PlainResponse {
  outcome: 'response'
  status: number
  header(name: string): string | undefined
  /** Returns the whole body, or `undefined` when the connection broke before its end. */
  text(): Promise<string | undefined>
}

/** A response that may also be read as it arrives. */
export interface StreamedResponse extends PlainResponse {
  /** Returns the body as it arrives. Ends without an error when the connection ends. */
  chunks(): AsyncIterable<string>
}

/** Why there is no response. */
export type NoResponse =
  /** Offline, a reset, or a refusal by CORS or a blocker. The browser does not say which. */
  | { outcome: 'network' }
  /** The server answered with a redirect, which was not followed. The browser does not tell the target. */
  | { outcome: 'redirect' }
  /** The signal of the request aborted it. */
  | { outcome: 'cancelled' }

export type PlainOutcome = PlainResponse | NoResponse
export type HttpOutcome = StreamedResponse | NoResponse

/**
 * [spec] Fetch standard, HTTP-network-or-cache fetch, "inflightKeepaliveBytes": 64 kibibytes for all requests in
 * flight.
 */
export const KEEPALIVE_BYTES = 64 * 1024

/** What a page needs before its first paint. */
export interface PlainTransport {
  /**
   * Sends a request. The request leaves synchronously, so that it may be the last action of a page. It reaches no
   * address but its own, because redirects are not followed. Never rejects.
   */
  send(request: PlainRequest): Promise<PlainOutcome>
}

/** The transport of the second stage: with bodies that are compressed, that outlive the page, or that arrive in chunks. */
export interface Transport {
  /** As `send` of a plain transport. */
  send(request: HttpRequest): Promise<HttpOutcome>
  /**
   * Returns the number of bytes that the browser would accept now as bodies of requests that are to outlive the page.
   */
  keepaliveRoom(): number
}

/** The number of bytes that a request takes of what requests that outlive the page share. */
export const keepaliveBytes = ({ keepalive, body, bytes }: HttpRequest): number =>
  keepalive ? (bytes?.byteLength ?? byteLength(body ?? '')) : 0

export interface KeepaliveAccount {
  /** Returns the number of bytes that are left. */
  room(): number
  /** Takes this many bytes and returns a function that gives them back. Returns undefined when they do not fit. */
  take(bytes: number): (() => void) | undefined
}

/** Counts the bytes of all requests that are to outlive the page and are in flight together. */
export function keepaliveAccount(limit: number): KeepaliveAccount {
  let left = limit
  return {
    room: () => left,
    take(bytes) {
      if (bytes > left) return undefined
      left -= bytes
      return () => void (left += bytes)
    },
  }
}
