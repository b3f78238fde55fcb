/** A server-sent event stream that is being answered. */
export interface EventStream {
  readonly response: Response
  send(data: string, event?: string): void
  /** Milliseconds that a browser waits before it connects again. */
  retry(ms: number): void
  /** Keeps connections alive that are closed when idle; readers skip it. */
  comment(): void
  close(): void
}

/** Bytes that wait for a reader. One that is further behind is cut off: it reconnects and gets everything afresh. */
const MAX_WAITING_BYTES = 4 * 1024 * 1024

/** `onClose` is called once, whichever side ends it. */
export function eventStream(onClose: () => void): EventStream {
  const encoder = new TextEncoder()
  let isOpen = true
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined

  function ended(): void {
    if (!isOpen) return
    isOpen = false
    onClose()
  }

  function close(): void {
    if (!isOpen) return
    ended()
    controller?.close()
  }

  function write(text: string): void {
    if (!isOpen || controller === undefined) return
    controller.enqueue(encoder.encode(text))
    if ((controller.desiredSize ?? 0) > 0) return
    // An error drops what is waiting; a close would keep it for a reader that may never come back.
    ended()
    controller.error(new Error('The reader of an event stream is too far behind.'))
  }

  const body = new ReadableStream<Uint8Array>(
    {
      start(started) {
        controller = started
      },
      cancel: ended,
    },
    { highWaterMark: MAX_WAITING_BYTES, size: (chunk) => chunk.byteLength },
  )
  const headers = { 'content-type': 'text/event-stream', 'cache-control': 'no-cache, no-transform' }

  return {
    response: new Response(body, { headers }),
    send: (data, event) => write(`${event === undefined ? '' : `event: ${event}\n`}data: ${data}\n\n`),
    retry: (ms) => write(`retry: ${ms}\n\n`),
    comment: () => write(':\n'),
    close,
  }
}
