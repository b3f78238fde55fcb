import {
  type HttpOutcome,
  type HttpRequest,
  KEEPALIVE_BYTES,
  keepaliveAccount,
  type Transport,
} from '../core/ports/transport.ts'
import { isGecko, untilLeave } from './windowPage.ts'

/**
 * The browser counts the bytes of all keepalive requests of a page together. All layers and flag clients of the page
 * therefore share this account.
 */
const account = keepaliveAccount(KEEPALIVE_BYTES)

/** @param compress compresses a body if that is worth it. A flag client on its own does without it. */
export const fetchTransport = (compress?: (body: string) => Promise<ArrayBuffer | undefined>): Transport => {
  const untilPageStays = createRejectionDelay()

  async function send(request: HttpRequest): Promise<HttpOutcome> {
    const { url, method = 'GET', headers = {}, body, gzip, signal, keepalive = false, noStore } = request
    const giveBack = account.take(keepalive ? body : undefined)
    if (!giveBack) return { outcome: 'network' }
    const leaving = request.untilLeave ? untilLeave(signal) : undefined
    const onEnd = () => leaving?.abort()
    try {
      const small = gzip && !keepalive && body ? await compress?.(body) : undefined
      const response = await fetch(url, {
        method,
        headers: small ? { ...headers, 'Content-Encoding': 'gzip' } : headers,
        // In Firefox, a stream that would not outlive the page keeps it out of the back/forward cache, even though
        // `pagehide` ends the stream.
        keepalive: keepalive || (leaving !== undefined && isGecko()),
        // The request is meant for this address alone, and the answer of another address is not an answer to it.
        redirect: 'manual',
        cache: noStore ? 'no-store' : 'default',
        body: small ?? body ?? null,
        signal: leaving?.signal ?? signal ?? null,
      })
      if (!response.ok) onEnd()
      // The browser counts a request until the body of its response has ended.
      const text = keepalive ? textOf(response) : undefined
      void text?.then(giveBack)
      // [spec] Fetch standard, HTTP fetch, redirect mode "manual": an opaque-redirect filtered response, whose status is 0.
      if (response.type === 'opaqueredirect') return { outcome: 'redirect' }
      return outcomeOf(response, onEnd, text)
    } catch {
      giveBack()
      onEnd()
      if (signal?.aborted) return { outcome: 'cancelled' }
      await untilPageStays()
      return { outcome: 'network' }
    }
  }

  return { keepaliveRoom: account.room, send }
}

/** How long a page that is about to be left may take to request the next page, in milliseconds. */
const LEAVING_MS = 30_000
/** How long the end of a page may take after its requests were rejected, in milliseconds. */
const LAST_TASKS_MS = 2_000

/**
 * When a page is left, the browser rejects all requests that are in flight, although it still delivers those that are
 * to outlive the page. Callers would take such a rejection for a lost network. Chromium rejects in `pagehide`, and the
 * page runs no further task. Firefox and WebKit reject when the next page arrives, some tasks before the end. A page
 * may stay after `beforeunload`, for example after a download.
 */
function createRejectionDelay(): () => Promise<void> {
  let aboutToLeaveAt = -Infinity
  globalThis.window?.addEventListener('beforeunload', () => (aboutToLeaveAt = performance.now()), { capture: true })
  return () => {
    const isLeaving = performance.now() - aboutToLeaveAt < LEAVING_MS
    return new Promise((resolve) => setTimeout(resolve, isLeaving ? LAST_TASKS_MS : 0))
  }
}

function outcomeOf(response: Response, onEnd: () => void, text?: Promise<string | undefined>): HttpOutcome {
  return {
    outcome: 'response',
    status: response.status,
    header: (name) => response.headers.get(name) ?? undefined,
    text: () => text ?? textOf(response),
    chunks: () => textChunks(response, onEnd),
  }
}

const textOf = (response: Response): Promise<string | undefined> => response.text().catch(() => undefined)

async function* textChunks({ body }: Response, onEnd: () => void): AsyncIterable<string> {
  if (!body) return
  const decoder = new TextDecoder()
  const reader = body.getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read().catch(() => ({ done: true, value: undefined }))
      if (done || !value) return
      yield decoder.decode(value, { stream: true })
    }
  } finally {
    // The caller has stopped reading: release the connection.
    void reader.cancel().catch(() => {})
    onEnd()
  }
}

/** A body below this size, in characters, is not worth the time of compressing it. */
const WORTH_COMPRESSING = 1_000

/**
 * Returns the body compressed with gzip. Returns undefined when the browser cannot compress, or when the body is too
 * small.
 */
export async function compressBody(body: string): Promise<ArrayBuffer | undefined> {
  if (body.length < WORTH_COMPRESSING || typeof CompressionStream !== 'function') return undefined
  // oxlint-disable-next-line compat/compat -- The line above asks whether it is there.
  return new Response(new Blob([body]).stream().pipeThrough(new CompressionStream('gzip'))).arrayBuffer()
}
