import { byteLength } from '../lib/byteLength.ts'

export interface HttpRequest {
  url: string
  /** GET when absent. REPORT is a GET with a body, which the flag service supports. */
  method?: 'GET' | 'POST' | 'REPORT'
  headers?: Readonly<Record<string, string>>
  body?: string
  /** A body of bytes, in place of `body`. */
  bytes?: Uint8Array
  /**
   * Compresses the body if that is worth it and the browser can. Not combined with `keepalive`, because compression
   * takes time.
   */
  gzip?: boolean
  signal?: AbortSignal
  /** Ends the connection when the page is left. An open stream would keep the page out of the back/forward cache. */
  untilLeave?: boolean
  /**
   * Lets the browser finish the request after the page is gone. The bodies of all such requests of the page share
   * `keepaliveRoom`. A body that does not fit is not sent, and the outcome is `network` at once.
   */
  keepalive?: boolean
  /**
   * The response is for the current user only. No cache of the browser returns an earlier response or keeps this one.
   */
  noStore?: boolean
}

export type HttpOutcome =
  | {
      outcome: 'response'
      status: number
      header(name: string): string | undefined
      /** Returns the whole body, or `undefined` when the connection broke before its end. */
      text(): Promise<string | undefined>
      /** Returns the body as it arrives. Ends without an error when the connection ends. */
      chunks(): AsyncIterable<string>
    }
  /** No response: offline, a reset, or a refusal by CORS or a blocker. The browser does not say which. */
  | { outcome: 'network' }
  /** The server answered with a redirect, which was not followed. The browser does not tell the target. */
  | { outcome: 'redirect' }
  /** The signal of the request aborted it. */
  | { outcome: 'cancelled' }

/**
 * [spec] Fetch standard, HTTP-network-or-cache fetch, "inflightKeepaliveBytes": 64 kibibytes for all requests in
 * flight.
 */
export const KEEPALIVE_BYTES = 64 * 1024

export interface Transport {
  /**
   * Sends a request. The request leaves synchronously, so that it may be the last action of a page. It reaches no
   * address but its own, because redirects are not followed. Never rejects.
   */
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
