import { setImmediate } from 'node:timers/promises'
import type { FaultKind } from './fault.ts'
import { wait } from './wait.ts'

export type BodyFault = Extract<FaultKind, { readonly type: 'slow' | 'truncated' | 'silence' | 'flood' }>

type Bytes = Uint8Array<ArrayBuffer>
/** The connection of the response. */
interface Line {
  readonly signal: AbortSignal
  cut(): void
}
type Reader = ReadableStreamDefaultReader<Bytes>

/** Milliseconds between two chunks of a body, if there is a byte for each. */
const DROP_MS = 50

/** The correct answer with a broken body. `cut` closes its connection. */
export async function brokenBody(answer: Response, fault: BodyFault, cut: () => void): Promise<Response> {
  const isStream = answer.headers.get('content-type')?.startsWith('text/event-stream') === true
  if (answer.body === null || (fault.type === 'flood' && !isStream)) return answer
  const headers = new Headers(answer.headers)
  let body: ReadableStream<Bytes> = answer.body
  if (!isStream) {
    const whole = new Uint8Array(await answer.arrayBuffer())
    // Without Content-Length, a reader would take a truncated body for a complete one.
    headers.set('content-length', String(whole.byteLength))
    const half = Math.ceil(whole.byteLength / 2)
    body = chunks(whole.subarray(0, half), whole.subarray(half))
  }
  const isOver = new AbortController()
  const reader = body.getReader()
  const broken = WRONG[fault.type](reader, fault as never, { signal: isOver.signal, cut })
  const wrong = new ReadableStream<Bytes>({
    async pull(controller) {
      const { done, value } = await broken.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    async cancel() {
      isOver.abort()
      await reader.cancel()
    },
  })
  return new Response(wrong, { status: answer.status, headers })
}

/** The chunks that replace the body. The first chunk is always correct. */
const WRONG = {
  async *truncated(reader: Reader, _fault: BodyFault, { signal, cut }: Line) {
    yield* first(reader)
    // The client must receive the beginning first. In a busy process, sockets are written only after the timer.
    await wait(DROP_MS, signal)
    await setImmediate()
    cut()
    await wait(undefined, signal)
  },
  async *silence(reader: Reader, _fault: BodyFault, { signal }: Line) {
    yield* first(reader)
    await wait(undefined, signal)
  },
  async *slow(reader: Reader, { bytesPerSecond }: BodyFault & { type: 'slow' }, { signal }: Line) {
    const drop = Math.max(1, Math.round((bytesPerSecond * DROP_MS) / 1000))
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read())
      for (let from = 0; from < chunk.value.byteLength && !signal.aborted; from += drop) {
        await wait((drop / bytesPerSecond) * 1000, signal)
        yield chunk.value.subarray(from, from + drop)
      }
  },
  async *flood(reader: Reader, { perSecond }: BodyFault & { type: 'flood' }, { signal }: Line) {
    let latest: Bytes | undefined
    for (let next = reader.read(); !signal.aborted;) {
      const chunk = await Promise.race([next, ...(latest ? [wait(1000 / perSecond, signal)] : [])])
      if (chunk?.done) return
      if (chunk) {
        latest = chunk.value
        next = reader.read()
      }
      if (latest) yield latest
    }
  },
} satisfies Record<BodyFault['type'], (reader: Reader, fault: never, line: Line) => AsyncGenerator<Bytes>>

async function* first(reader: Reader): AsyncGenerator<Bytes> {
  const { done, value } = await reader.read()
  if (!done) yield value
}

function chunks(...bytes: readonly Bytes[]): ReadableStream<Bytes> {
  return new ReadableStream({
    start(controller) {
      for (const one of bytes) controller.enqueue(one)
      controller.close()
    },
  })
}
