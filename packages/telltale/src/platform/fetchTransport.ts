import { keepaliveAccount } from '../core/lib/keepaliveAccount.ts'
import { KEEPALIVE_BYTES, type HttpOutcome, type Transport } from '../core/ports/transport.ts'
import { isGecko, untilLeave } from './untilLeave.ts'

/** The browser keeps one for each page, whoever sends: so do all layers and flag clients of the page. */
const account = keepaliveAccount(KEEPALIVE_BYTES)

/** @param compress what makes a body smaller, if that is worth it; a flag client on its own is spared that */
export const fetchTransport = (compress?: (body: string) => Promise<ArrayBuffer | undefined>): Transport => ({
  keepaliveRoom: account.room,
  async send(request) {
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
      await nextTask()
      return { outcome: 'network' }
    } finally {
      giveBack()
    }
  },
})

/**
 * Chromium rejects all that is in flight while a page that is left hears `pagehide`, and delivers what is to outlive the page
 * all the same: whoever believed it would send that again with the last words. Such a page has no next task, and never hears of it.
 */
const nextTask = () => new Promise((resolve) => setTimeout(resolve))

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
