import { keepaliveAccount } from '../core/lib/keepaliveAccount.ts'
import { KEEPALIVE_BYTES, type HttpOutcome, type HttpRequest, type Transport } from '../core/ports/transport.ts'
import { isGecko, untilLeave } from './untilLeave.ts'

/** The browser keeps one for each page, whoever sends: so do all layers and flag clients of the page. */
const account = keepaliveAccount(KEEPALIVE_BYTES)

/** @param compress what makes a body smaller, if that is worth it; a flag client on its own is spared that */
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
        // In Firefox, a stream that would not outlive the page keeps it out of the back/forward cache, though `pagehide` ends it.
        keepalive: keepalive || (leaving !== undefined && isGecko()),
        // What is sent is meant for this address alone, and what another one answers is not its answer.
        redirect: 'manual',
        cache: noStore ? 'no-store' : 'default',
        body: small ?? body ?? null,
        signal: leaving?.signal ?? signal ?? null,
      })
      if (!response.ok) onEnd()
      // [spec] Fetch standard, HTTP fetch, redirect mode "manual": an opaque-redirect filtered response, whose status is 0.
      if (response.type === 'opaqueredirect') return { outcome: 'redirect' }
      return outcomeOf(response, onEnd)
    } catch {
      onEnd()
      if (signal?.aborted) return { outcome: 'cancelled' }
      await untilPageStays()
      return { outcome: 'network' }
    } finally {
      giveBack()
    }
  }

  return { keepaliveRoom: account.room, send }
}

/** How long a page that is about to be left may take to ask for the next one, in milliseconds. */
const LEAVING_MS = 30_000
/** How long the end of a page may take after its requests were rejected, in milliseconds. */
const LAST_TASKS_MS = 2_000

/**
 * A page that is left has all that is in flight rejected, and what is to outlive it is delivered all the same: whoever believed the
 * rejection would take it for that of a lost network. Chromium rejects in `pagehide`, and the page has no next task. Firefox and
 * WebKit reject as the next page arrives, some tasks before the end. A page may stay after `beforeunload`, as after a download.
 */
function createRejectionDelay(): () => Promise<void> {
  let aboutToLeaveAt = -Infinity
  globalThis.window?.addEventListener('beforeunload', () => (aboutToLeaveAt = performance.now()), { capture: true })
  return () => {
    const isLeaving = performance.now() - aboutToLeaveAt < LEAVING_MS
    return new Promise((resolve) => setTimeout(resolve, isLeaving ? LAST_TASKS_MS : 0))
  }
}

function outcomeOf(response: Response, onEnd: () => void): HttpOutcome {
  return {
    outcome: 'response',
    status: response.status,
    header: (name) => response.headers.get(name) ?? undefined,
    text: () => response.text().catch(() => undefined),
    chunks: () => textChunks(response, onEnd),
  }
}

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
    // The reader has stopped listening: let go of the connection.
    void reader.cancel().catch(() => {})
    onEnd()
  }
}
