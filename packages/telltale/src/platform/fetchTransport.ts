import type { PlainOutcome, PlainRequest, PlainTransport } from '../core/ports/transport.ts'
import { listen } from './windowPage.ts'

/**
 * Sends plain requests, as the page needs them before its first paint. `laterTransport` sends all others.
 */
export const fetchTransport: PlainTransport = { send: (request) => sendByFetch(request) }

/**
 * Sends a request, and calls `onResponse` with the browser's own response.
 *
 * @param more further options of `fetch`, which take precedence
 */
export async function sendByFetch(
  { url, method = 'GET', headers = {}, body, keepalive = false, signal, noStore }: PlainRequest,
  more?: RequestInit,
  onResponse?: (response: Response) => void,
): Promise<PlainOutcome> {
  try {
    const response = await fetch(url, {
      method,
      headers,
      keepalive,
      // The request is meant for this address alone, and the answer of another address is not an answer to it.
      redirect: 'manual',
      cache: noStore ? 'no-store' : 'default',
      body: body ?? null,
      signal: signal ?? null,
      ...more,
    })
    onResponse?.(response)
    // [spec] Fetch standard, HTTP fetch, redirect mode "manual": an opaque-redirect filtered response, whose status is 0.
    if (response.type === 'opaqueredirect') return { outcome: 'redirect' }
    return {
      outcome: 'response',
      status: response.status,
      header: (name) => response.headers.get(name) ?? undefined,
      text: () => response.text().catch(() => undefined),
    }
  } catch {
    if (signal?.aborted) return { outcome: 'cancelled' }
    await untilPageStays()
    return { outcome: 'network' }
  }
}

/** How long a page that is about to be left may take to request the next page, in milliseconds. */
const LEAVING_MS = 30_000
/** How long the end of a page may take after its requests were rejected, in milliseconds. */
const LAST_TASKS_MS = 2_000

let isLeaving = false

/**
 * Notes when the page is about to be left. The browser then rejects all requests that are in flight, although it still
 * delivers those that are to outlive the page. Callers would take such a rejection for a lost network. Chromium rejects
 * in `pagehide`, and the page runs no further task. Firefox and WebKit reject when the next page arrives, some tasks
 * before the end. A page may stay after `beforeunload`, for example after a download.
 */
export const noteLeaving = () =>
  listen(() => [
    [
      window,
      'beforeunload',
      () => {
        isLeaving = true
        setTimeout(() => (isLeaving = false), LEAVING_MS)
      },
    ],
  ])

function untilPageStays(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, isLeaving ? LAST_TASKS_MS : 0))
}
