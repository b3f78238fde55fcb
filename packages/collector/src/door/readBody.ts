export type Body =
  | { readonly outcome: 'ok'; readonly text: string }
  | { readonly outcome: 'refused'; readonly status: 400 | 413 | 415; readonly message: string }
  | { readonly outcome: 'full' }

export interface BodyLimits {
  /** When it is unpacked. */
  readonly maxBytes: number
  /** Counts the bytes that were read. Returns `false` if there is no room for them. */
  readonly takes: (bytes: number) => boolean
}

const refused = (status: 400 | 413 | 415, message: string) => ({ outcome: 'refused', status, message }) as const

const ENCODINGS = ['identity', 'gzip', 'deflate']
/** Bodies of at most so many bytes are read at once. */
const SMALL = 64 * 1024

/** Reads the body of a request as text and unpacks it. No more of it is kept in memory than the limits allow. */
export async function readBody(request: Request, { maxBytes, takes }: BodyLimits): Promise<Body> {
  const encoding = (request.headers.get('content-encoding') ?? 'identity').trim().toLowerCase()
  if (!ENCODINGS.includes(encoding)) return refused(415, 'The content encoding must be gzip or deflate, or absent.')
  const length = Number(request.headers.get('content-length') ?? Infinity)
  if (Number.isFinite(length) && length > maxBytes) return refused(413, `The body has more than ${maxBytes} bytes.`)
  try {
    if (encoding === 'identity' && length <= SMALL) {
      const text = await request.text()
      // A request that comes from no server may say any length.
      if (isLonger(text, maxBytes)) return refused(413, `The body has more than ${maxBytes} bytes.`)
      return takes(text.length) ? { outcome: 'ok', text } : { outcome: 'full' }
    }
    const stream = request.body as ReadableStream<Uint8Array<ArrayBuffer>> | null
    if (stream === null) return { outcome: 'ok', text: '' }
    const unpacked =
      encoding === 'identity' ? stream : stream.pipeThrough(new DecompressionStream(encoding as CompressionFormat))
    return await readText(unpacked, { maxBytes, takes })
  } catch {
    return refused(400, encoding === 'identity' ? 'The body ended too early.' : `The body is not valid ${encoding}.`)
  }
}

/** A character has at most three bytes. */
const isLonger = (text: string, bytes: number) =>
  text.length * 3 > bytes && new TextEncoder().encode(text).length > bytes

/** A few kilobytes can unpack to gigabytes. */
async function readText(stream: ReadableStream<Uint8Array>, { maxBytes, takes }: BodyLimits): Promise<Body> {
  const decoder = new TextDecoder()
  const reader = stream.getReader()
  let [text, size] = ['', 0]
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return { outcome: 'ok', text: text + decoder.decode() }
    size += value.byteLength
    const end = size > maxBytes ? refused(413, `The body has more than ${maxBytes} bytes.`) : undefined
    if (end || !takes(value.byteLength)) {
      await reader.cancel().catch(() => undefined)
      return end ?? { outcome: 'full' }
    }
    text += decoder.decode(value, { stream: true })
  }
}
