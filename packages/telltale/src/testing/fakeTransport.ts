import {
  keepaliveAccount,
  KEEPALIVE_BYTES,
  keepaliveBytes,
  type HttpOutcome,
  type HttpRequest,
  type Transport,
} from '../core/ports/transport.ts'

/**
 * The answer of a fake server. `'network'`: the request fails. A promise that stays pending: the server hangs. A redirect (301,
 * 302, 303, 307 or 308) is not followed: the request's outcome is `redirect`, as in the browser.
 */
export type FakeAnswer =
  | 'network'
  | {
      status: number
      headers?: Readonly<Record<string, string>>
      /** Sent as JSON, with its content type, unless it is a string. */
      body?: unknown
      /** Makes the response a stream: each string arrives as one chunk. */
      chunks?: AsyncIterable<string>
    }

export type FakeServer = (request: HttpRequest) => FakeAnswer | Promise<FakeAnswer>

export interface FakeTransport extends Transport {
  /** All requests so far, in order. */
  readonly requests: readonly HttpRequest[]
}

/** @param report Receives errors that the server throws. Like every transport, this one never rejects. */
export function fakeTransport(server: FakeServer, report: (problem: string) => void = () => {}): FakeTransport {
  const requests: HttpRequest[] = []
  const account = keepaliveAccount(KEEPALIVE_BYTES)
  return {
    requests,
    keepaliveRoom: account.room,
    async send(request) {
      const { signal } = request
      const giveBack = account.take(keepaliveBytes(request))
      if (!giveBack) return { outcome: 'network' }
      requests.push(request)
      const aborted = new Promise<'cancelled'>((resolve) => {
        if (signal?.aborted) resolve('cancelled')
        signal?.addEventListener('abort', () => resolve('cancelled'))
      })
      const answer = await Promise.race([aborted, ask(request)]).finally(giveBack)
      // A real network never answers before the caller can abort.
      if (answer === 'cancelled' || signal?.aborted) return { outcome: 'cancelled' }
      if (answer === 'network') return { outcome: 'network' }
      return responseOf(answer, aborted)
    },
  }

  async function ask(request: HttpRequest): Promise<FakeAnswer> {
    try {
      return await server(request)
    } catch (error) {
      report(`The fake server threw at ${request.url}: ${String(error)}`)
      return 'network'
    }
  }
}

/** [spec] Fetch standard, "redirect status". */
const REDIRECT_STATUSES = [301, 302, 303, 307, 308]

function responseOf(answer: Exclude<FakeAnswer, 'network'>, aborted: Promise<'cancelled'>): HttpOutcome {
  const { status, body, chunks } = answer
  if (REDIRECT_STATUSES.includes(status)) return { outcome: 'redirect' }
  const isJson = body !== undefined && typeof body !== 'string'
  const headers = { ...(isJson && { 'content-type': 'application/json' }), ...answer.headers }
  const text = typeof body === 'string' ? body : body === undefined ? '' : JSON.stringify(body)
  return {
    outcome: 'response',
    status,
    header: (name) => Object.entries(headers).find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1],
    text: async () => text,
    chunks: () => untilAborted(chunks ?? once(text), aborted),
  }
}

async function* once(text: string): AsyncIterable<string> {
  yield text
}

async function* untilAborted(chunks: AsyncIterable<string>, aborted: Promise<'cancelled'>): AsyncIterable<string> {
  const iterator = chunks[Symbol.asyncIterator]()
  for (;;) {
    const next = await Promise.race([aborted, iterator.next()])
    if (next === 'cancelled' || next.done) return
    yield next.value
  }
}

/** A stream for the `chunks` of an answer, to which the test writes. */
export function fakeStream() {
  const queue: string[] = []
  let isOpen = true
  let wake = () => {}
  return {
    push(chunk: string) {
      queue.push(chunk)
      wake()
    },
    /** Closes the connection from the server's side. */
    end() {
      isOpen = false
      wake()
    },
    chunks: (async function* () {
      for (;;) {
        while (queue.length > 0) yield queue.shift() ?? ''
        if (!isOpen) return
        await new Promise<void>((resolve) => (wake = resolve))
      }
    })(),
  }
}
