import { keepaliveAccount, KEEPALIVE_BYTES } from '../core/ports/transport.ts'
import type { FakeAnswer } from './fakeTransport.ts'

/** A request of the global `fetch`. */
export interface FetchedRequest {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** Each byte of a body of bytes is one character. A promise if the body cannot be read at once. */
  readonly body: string | Promise<string>
  readonly keepalive: boolean
  readonly signal: AbortSignal | undefined
}

/** The page to which a service redirects whom it does not know. */
const SIGN_IN_PAGE = '<!doctype html><title>Sign in</title>'

const stubs = new WeakSet<typeof fetch>()

/**
 * Replaces the global `fetch`, and returns what restores it. As in a browser, redirects are followed by default, and bodies that are
 * to outlive the page must not be larger than 64 KiB together.
 */
export function stubFetch(answer: (request: FetchedRequest) => Promise<FakeAnswer>): () => void {
  const real = globalThis.fetch
  if (stubs.has(real)) throw new Error('Another check is running. Run the checks one after another.')
  if (typeof Response === 'undefined')
    throw new Error('There is no Response in this environment. Begin the file with /** @jest-environment node */')
  const account = keepaliveAccount(KEEPALIVE_BYTES)

  async function stub(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
    const { signal: ownSignal, ...options } = init
    const request = new Request(input instanceof Request ? input : new URL(input, 'https://app.test'), options)
    const signal = ownSignal ?? (input instanceof Request ? input.signal : undefined)
    signal?.throwIfAborted()
    const body = bodyOf(request, init.body)
    const keepalive = init.keepalive ?? request.keepalive
    const giveBack = account.take(keepalive && typeof body === 'string' ? byteCount(body, init.body) : 0)
    if (!giveBack) throw new TypeError('Failed to fetch')
    const { url } = request
    try {
      const answering = answer({ url, headers: Object.fromEntries(request.headers), body, keepalive, signal })
      return responseTo(request, await orAbort(answering, signal))
    } finally {
      giveBack()
    }
  }

  stubs.add(stub)
  globalThis.fetch = stub
  return () => void (globalThis.fetch = real)
}

/** What a page sends as it ends must be there at once: a text or bytes that are not compressed. */
function bodyOf(request: Request, given: BodyInit | null | undefined): string | Promise<string> {
  if (typeof given === 'string') return given
  if (given instanceof URLSearchParams) return given.toString()
  const bytes = bytesOf(given)
  if (bytes && !isGzip(bytes)) return textOf(bytes)
  return request.arrayBuffer().then(async (buffer) => {
    const all = new Uint8Array(buffer)
    return textOf(isGzip(all) ? await unzipped(all) : all)
  })
}

const bytesOf = (given: unknown): Uint8Array | undefined =>
  given instanceof ArrayBuffer
    ? new Uint8Array(given)
    : ArrayBuffer.isView(given)
      ? new Uint8Array(given.buffer, given.byteOffset, given.byteLength)
      : undefined

/** [spec] RFC 1952, 2.3.1: ID1 and ID2. */
const isGzip = ([first, second]: Uint8Array) => first === 0x1f && second === 0x8b

async function unzipped(bytes: Uint8Array): Promise<Uint8Array> {
  const { body } = new Response(bytes.slice())
  const stream = body?.pipeThrough(new DecompressionStream('gzip'))
  return new Uint8Array(await new Response(stream ?? null).arrayBuffer())
}

/** Bytes as text, in which each byte is one character. */
export const textOf = (bytes: Uint8Array): string => Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')

const byteCount = (text: string, given: unknown) => bytesOf(given)?.byteLength ?? new Blob([text]).size

async function orAbort<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  let abort = () => {}
  const aborted = new Promise<never>((_resolve, reject) => {
    abort = () => reject(signal?.reason as Error)
  })
  signal?.addEventListener('abort', abort)
  return Promise.race([promise, aborted]).finally(() => signal?.removeEventListener('abort', abort))
}

/** [spec] Fetch standard, "redirect status" and "opaque-redirect filtered response". */
function responseTo({ url, redirect, mode }: Request, answer: FakeAnswer): Response {
  if (answer === 'network') throw new TypeError('Failed to fetch')
  const { status, headers, body } = answer
  if (mode === 'no-cors') return filtered('opaque')
  if (status >= 300 && status < 400 && status !== 304) {
    if (redirect === 'error') throw new TypeError('Failed to fetch')
    if (redirect === 'manual') return filtered('opaqueredirect')
    const page = new Response(SIGN_IN_PAGE, { headers: { 'content-type': 'text/html; charset=utf-8' } })
    return Object.defineProperties(page, { redirected: { value: true }, url: { value: 'https://sign-in.test/' } })
  }
  const isJson = body !== undefined && typeof body !== 'string'
  const text = isJson ? JSON.stringify(body) : body === undefined ? null : String(body)
  const all = { ...(isJson && { 'content-type': 'application/json' }), ...headers }
  return Object.defineProperties(new Response(text, { status, headers: all }), { url: { value: url } })
}

const filtered = (type: ResponseType) =>
  Object.defineProperties(new Response(null), { type: { value: type }, status: { value: 0 }, ok: { value: false } })
