import { eventBytes, eventText, type EventBytes } from './eventBytes.ts'
import { overBody, overConnection, type EventLine } from './eventLine.ts'
import type { StreamReader } from './streamReader.ts'

/** A server-sent event stream that is being answered. */
export interface EventStream {
  readonly response: Response
  send(data: string, event?: string): void
  sendBytes(bytes: EventBytes): void
  /** Milliseconds that a browser waits before it connects again. */
  retry(ms: number): void
  /** Keeps connections alive that are closed when idle; readers skip it. */
  comment(): void
  /** Bytes that the reader has not taken yet. */
  waiting(): number
  close(): void
}

/**
 * Bytes that may wait for a reader for a while: a first message can be larger. One that is further behind for longer is cut off: it
 * reconnects and gets everything afresh.
 */
const MAX_WAITING_BYTES = 4 * 1024 * 1024
const PATIENCE_MS = 5000
/** Bytes that may never wait. */
const MOST_WAITING_BYTES = 32 * 1024 * 1024
const COMMENT = eventBytes(':\n')

/** Why a stream ended. */
export type StreamEnd = 'by us' | 'by the reader' | 'too far behind'

/**
 * `onClose` is called once, whichever side ends the stream. Messages are written to the connection itself, or to the body of the
 * response if a fault has begun to read that first. `now` is a monotonic clock, in milliseconds.
 */
export function eventStream(
  reader: StreamReader,
  onClose: (end: StreamEnd) => void,
  now = () => performance.now(),
): EventStream {
  let isOpen = true
  let line: EventLine | undefined
  const early: EventBytes[] = []
  /** Since when more waits than should. */
  let behindSince: number | undefined

  function ended(end: StreamEnd): void {
    if (!isOpen) return
    isOpen = false
    onClose(end)
  }

  function begin(over: EventLine): void {
    line = over
    for (const bytes of early.splice(0)) line.write(bytes)
    if (!isOpen) line.end()
  }

  function sendBytes(bytes: EventBytes): void {
    if (!isOpen) return
    if (line === undefined) early.push(bytes)
    else line.write(bytes)
    if (!isTooFarBehind(waiting())) return
    // A close would keep what is waiting for a reader that may never come back.
    ended('too far behind')
    reader.cut()
  }

  function isTooFarBehind(bytes: number): boolean {
    if (bytes < MAX_WAITING_BYTES) behindSince = undefined
    else behindSince ??= now()
    return bytes >= MOST_WAITING_BYTES || now() - (behindSince ?? Infinity) > PATIENCE_MS
  }

  function waiting(): number {
    return line?.waiting() ?? early.reduce((sum, { plain }) => sum + plain.byteLength, 0)
  }

  const body = new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      pull(controller) {
        if (line === undefined) begin(overBody(controller))
      },
      cancel: () => ended('by the reader'),
    },
    { highWaterMark: 0, size: (chunk) => chunk.byteLength },
  )
  reader.answeredBy({ body, begin: (outgoing) => begin(overConnection(outgoing)), gone: () => ended('by the reader') })
  const headers = { 'content-type': 'text/event-stream', 'cache-control': 'no-cache, no-transform' }

  return {
    response: new Response(body, { headers }),
    send: (data, event) => sendBytes(eventBytes(eventText(data, event))),
    sendBytes,
    retry: (ms) => sendBytes(eventBytes(`retry: ${ms}\n\n`)),
    comment: () => sendBytes(COMMENT),
    waiting,
    close() {
      if (!isOpen) return
      ended('by us')
      line?.end()
    },
  }
}
