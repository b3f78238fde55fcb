/** A server-sent event stream that is being answered. */
export interface EventStream {
  readonly response: Response
  send(data: string, event?: string): void
  /** Messages that were made before, by `eventText`. */
  sendBytes(bytes: Uint8Array): void
  /** Milliseconds that a browser waits before it connects again. */
  retry(ms: number): void
  /** Keeps connections alive that are closed when idle; readers skip it. */
  comment(): void
  /** Bytes that the reader has not taken yet. */
  waiting(): number
  close(): void
}

/** Bytes that wait for a reader. One that is further behind is cut off: it reconnects and gets everything afresh. */
const MAX_WAITING_BYTES = 4 * 1024 * 1024

/** Why a stream ended. */
export type StreamEnd = 'by us' | 'by the reader' | 'too far behind'

/** Whom a stream is for. */
export interface StreamReader {
  /** The page that asked for it, if it was one. */
  readonly origin?: string
  /** Ends the connection, and what waits to go over it. */
  cut(): void
}

/** `onClose` is called once, whichever side ends it. */
export function eventStream(reader: StreamReader, onClose: (end: StreamEnd) => void): EventStream {
  const encoder = new TextEncoder()
  let isOpen = true
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined

  function ended(end: StreamEnd): void {
    if (!isOpen) return
    isOpen = false
    onClose(end)
  }

  function close(): void {
    if (!isOpen) return
    ended('by us')
    controller?.close()
  }

  function write(text: string): void {
    writeBytes(encoder.encode(text))
  }

  function writeBytes(bytes: Uint8Array): void {
    if (!isOpen || controller === undefined) return
    controller.enqueue(bytes)
    if ((controller.desiredSize ?? 0) > 0) return
    // A close would keep what is waiting for a reader that may never come back.
    ended('too far behind')
    reader.cut()
  }

  const body = new ReadableStream<Uint8Array>(
    {
      start(started) {
        controller = started
      },
      cancel: () => ended('by the reader'),
    },
    { highWaterMark: MAX_WAITING_BYTES, size: (chunk) => chunk.byteLength },
  )
  const headers = { 'content-type': 'text/event-stream', 'cache-control': 'no-cache, no-transform' }

  return {
    response: new Response(body, { headers }),
    send: (data, event) => write(eventText(data, event)),
    sendBytes: writeBytes,
    retry: (ms) => write(`retry: ${ms}\n\n`),
    comment: () => write(':\n'),
    waiting: () => MAX_WAITING_BYTES - (controller?.desiredSize ?? MAX_WAITING_BYTES),
    close,
  }
}

/** One message of a stream. */
export function eventText(data: string, event?: string): string {
  return `${event === undefined ? '' : `event: ${event}\n`}data: ${data}\n\n`
}
