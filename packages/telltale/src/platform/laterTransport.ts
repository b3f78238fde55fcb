import { untilLeave, isGecko } from './leaving.ts'
import { keepaliveAccount, KEEPALIVE_BYTES, keepaliveBytes, type Transport } from '../core/ports/transport.ts'
import { sendByFetch } from './fetchTransport.ts'

/**
 * The browser counts the bytes of all keepalive requests of a page together. All layers and flag clients of the page
 * therefore share this account.
 */
const account = keepaliveAccount(KEEPALIVE_BYTES)

/**
 * Sends all requests of the library, with bodies that are compressed, that outlive the page, or that arrive in chunks.
 *
 * @param compress compresses a body if that is worth it. A flag client on its own does without it.
 */
export const laterTransport = (
  compress?: (body: string | Uint8Array) => Promise<ArrayBuffer | undefined>,
): Transport => ({
  keepaliveRoom: account.room,
  async send(request) {
    const { headers, body, bytes, gzip, signal, keepalive = false } = request
    const whole = bytes ?? body
    const giveBack = account.take(keepaliveBytes(request))
    if (!giveBack) return { outcome: 'network' }
    const leaving = request.untilLeave ? untilLeave(signal) : undefined
    const onEnd = () => leaving?.abort()
    const small = gzip && !keepalive && whole ? await compress?.(whole) : undefined
    let response: Response | undefined
    let text: Promise<string | undefined> | undefined
    const outcome = await sendByFetch(
      request,
      {
        // In Firefox, a stream that would not outlive the page keeps it out of the back/forward cache, even though
        // `pagehide` ends the stream.
        keepalive: keepalive || (leaving !== undefined && isGecko()),
        ...(bytes && { body: bytes as BufferSource }),
        ...(small && { body: small, headers: { ...headers, 'Content-Encoding': 'gzip' } }),
        ...(leaving && { signal: leaving.signal }),
      },
      (answer) => {
        response = answer
        if (!answer.ok) onEnd()
        // The browser counts a request until the body of its response has ended.
        if (keepalive) text = answer.text().catch(() => undefined)
      },
    )
    if (text) void text.then(giveBack)
    else giveBack()
    if (!response) onEnd()
    if (outcome.outcome !== 'response') return outcome
    const stream = response?.body ?? null
    return { ...outcome, text: () => text ?? outcome.text(), chunks: () => textChunks(stream, onEnd) }
  },
})

async function* textChunks(body: ReadableStream<Uint8Array> | null, onEnd: () => void): AsyncIterable<string> {
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

/** A body below this size, in characters or bytes, is not worth the time of compressing it. */
const WORTH_COMPRESSING = 1_000

/**
 * Returns the body compressed with gzip. Returns undefined when the browser cannot compress, or when the body is too
 * small.
 */
export async function compressBody(body: string | Uint8Array): Promise<ArrayBuffer | undefined> {
  if (body.length < WORTH_COMPRESSING || typeof CompressionStream !== 'function') return undefined
  // oxlint-disable-next-line compat/compat -- The line above asks whether it is there.
  return new Response(new Blob([body as BlobPart]).stream().pipeThrough(new CompressionStream('gzip'))).arrayBuffer()
}
