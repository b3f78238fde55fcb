import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'

/** A stream of server-sent events that answers a request. */
export interface EventStream {
  readonly response: Response
  send(data: string, event?: string): void
  /** Tells the browser how many milliseconds to wait before it reconnects. */
  retry(ms: number): void
  /** Keeps an idle connection open. Clients ignore it. */
  comment(): void
  /** Bytes that the client has not received yet. */
  pendingBytes(): number
  close(): void
}

/** Which side ended a stream, or a simulated fault of the network between them. A client that is too slow is disconnected. */
export type StreamEnd = 'closed' | 'disconnected' | 'fault' | 'too slow'

/** The error that the connection of a stream is destroyed with to simulate a fault. */
export const SIMULATED_FAULT = new Error('This is a simulated fault.')

/**
 * Bytes that may be pending for at most `MAX_PENDING_MS`: a large first message needs a moment. A client that is further behind
 * for longer is disconnected. It reconnects and receives everything again.
 */
const MAX_PENDING_BYTES = 4 * 1024 * 1024
const MAX_PENDING_MS = 5000
/** The limit of pending bytes at any time. */
const MAX_BYTES = 32 * 1024 * 1024

/** Calls `onEnd` once, whichever side ends the stream. `now` is a monotonic clock in milliseconds. */
export function createEventStream(
  c: Context,
  onEnd: (end: StreamEnd) => void,
  now = () => performance.now(),
): EventStream {
  const { incoming, outgoing } = c.env as HttpBindings
  const encoder = new TextEncoder()
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined
  let isOpen = true
  let tooManyPendingSince: number | undefined

  function end(reason: StreamEnd): void {
    if (!isOpen) return
    isOpen = false
    onEnd(reason)
  }

  function cut(): void {
    end(incoming.socket.errored === SIMULATED_FAULT ? 'fault' : 'disconnected')
  }

  function write(text: string): void {
    if (!isOpen) return
    controller?.enqueue(encoder.encode(text))
    if (!isTooSlow()) return
    end('too slow')
    // Closing the body instead would keep pending bytes for a client that may never read them.
    incoming.socket.destroy()
  }

  function isTooSlow(): boolean {
    const bytes = pendingBytes()
    if (bytes < MAX_PENDING_BYTES) tooManyPendingSince = undefined
    else tooManyPendingSince ??= now()
    return bytes >= MAX_BYTES || now() - (tooManyPendingSince ?? Infinity) > MAX_PENDING_MS
  }

  function pendingBytes(): number {
    return outgoing.writableLength - (controller?.desiredSize ?? 0)
  }

  const body = new ReadableStream<Uint8Array>(
    {
      start: (its) => void (controller = its),
      cancel: cut,
    },
    new ByteLengthQueuingStrategy({ highWaterMark: 0 }),
  )
  // After a HEAD request, nobody reads or cancels the body.
  outgoing.once('close', cut)

  return {
    response: new Response(body, {
      headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-cache, no-transform' },
    }),
    send: (data, event) => write(`${event === undefined ? '' : `event: ${event}\n`}data: ${data}\n\n`),
    retry: (ms) => write(`retry: ${ms}\n\n`),
    comment: () => write(':\n'),
    pendingBytes,
    close() {
      if (!isOpen) return
      end('closed')
      controller?.close()
    },
  }
}
