import type { ServerResponse } from 'node:http'
import type { EventBytes } from './eventBytes.ts'

/** What a stream goes over to its reader. */
export interface EventLine {
  write(bytes: EventBytes): void
  /** Bytes that were written and not taken yet. */
  waiting(): number
  end(): void
}

/**
 * Over the connection itself. Node's `response.write` makes four pieces of each chunk, and a web stream adds a promise to it: that
 * is more than the chunk costs, which thousands of streams share.
 */
export function overConnection(outgoing: ServerResponse): EventLine {
  return {
    write({ plain, chunk }) {
      const { socket } = outgoing
      // Without one, its turn on a connection that is shared has not come: Node keeps what is said until then.
      if (socket === null) outgoing.write(plain)
      else socket.write(outgoing.chunkedEncoding ? chunk : plain)
    },
    waiting: () => outgoing.writableLength,
    end: () => void outgoing.end(),
  }
}

/** Over a body that somebody reads, and makes something else of. Its high-water mark must be 0, its sizes bytes. */
export function overBody(controller: ReadableStreamDefaultController<Uint8Array>): EventLine {
  return {
    write: ({ plain }) => controller.enqueue(plain),
    waiting: () => -(controller.desiredSize ?? 0),
    end: () => controller.close(),
  }
}
