export type Body =
  | { readonly outcome: 'ok'; readonly text: string }
  | { readonly outcome: 'refused'; readonly status: 400 | 413 | 415; readonly message: string }
  | { readonly outcome: 'full' }

export interface BodyLimits {
  /** When it is unpacked. */
  readonly maxBytes: number
  /** Called with the bytes that were read. Returns `true` if there is no room for them. */
  readonly isFull: (bytes: number) => boolean
}

const refused = (status: 400 | 413 | 415, message: string) => ({ outcome: 'refused', status, message }) as const

const ENCODINGS = ['identity', 'gzip', 'deflate']
/** Bodies of at most so many bytes are read at once. */
const SMALL = 64 * 1024

/** Reads the body of a request as text and unpacks it. No more of it is kept in memory than the limits allow. */
export async function readBody(request: Request, { maxBytes, isFull }: BodyLimits): Promise<Body> {
  const encoding = (request.headers.get('content-encoding') ?? 'identity').trim().toLowerCase()
  if (!ENCODINGS.includes(encoding)) return refused(415, 'The content encoding must be gzip or deflate, or absent.')
  const length = Number(request.headers.get('content-length') ?? Infinity)
  if (Number.isFinite(length) && length > maxBytes) return refused(413, `The body has more than ${maxBytes} bytes.`)
  try {
    if (encoding === 'identity' && length <= SMALL) {
      const text = await request.text()
      return isFull(text.length) ? { outcome: 'full' } : { outcome: 'ok', text }
    }
    const stream = request.body as ReadableStream<Uint8Array<ArrayBuffer>> | null
    if (stream === null) return { outcome: 'ok', text: '' }
    const unpacked =
      encoding === 'identity' ? stream : stream.pipeThrough(new DecompressionStream(encoding as CompressionFormat))
    return await readText(unpacked, { maxBytes, isFull })
  } catch {
    return refused(400, encoding === 'identity' ? 'The body ended too early.' : `The body is not valid ${encoding}.`)
  }
}

/** A few kilobytes can unpack to gigabytes. */
async function readText(stream: ReadableStream<Uint8Array>, { maxBytes, isFull }: BodyLimits): Promise<Body> {
  const decoder = new TextDecoder()
  const reader = stream.getReader()
  let [text, size] = ['', 0]
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return { outcome: 'ok', text: text + decoder.decode() }
    size += value.byteLength
    const end = size > maxBytes ? refused(413, `The body has more than ${maxBytes} bytes.`) : undefined
    if (end || isFull(value.byteLength)) {
      await reader.cancel().catch(() => undefined)
      return end ?? { outcome: 'full' }
    }
    text += decoder.decode(value, { stream: true })
  }
}
