import type { ServerResponse } from 'node:http'
import type { HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { Context } from 'hono'

/** Whom a stream is for. */
export interface StreamReader {
  /** The page that asked for it, if it was one. */
  readonly origin?: string
  /** Says which stream is the answer. */
  answeredBy(stream: Answering): void
  /** Ends the connection, and what waits to go over it. */
  cut(): void
}

/** A stream that answers a request. */
export interface Answering {
  readonly body: ReadableStream
  /** To be called once its head is written. */
  begin(outgoing: ServerResponse): void
  /** To be called when the reader is gone. */
  gone(): void
}

/** What is known of a request beside itself: its connection, and the stream that answers it. */
export interface Bindings extends HttpBindings {
  stream?: Answering
}

/** Whoever asks with this request. */
export function streamReader(c: Context): StreamReader {
  const origin = c.req.header('origin')
  const bindings = c.env as Bindings
  const { incoming, outgoing } = bindings
  return {
    ...(origin !== undefined && { origin }),
    answeredBy(stream) {
      bindings.stream = stream
      outgoing.once('close', stream.gone)
    },
    cut: () => incoming.socket.destroy(),
  }
}

/** Lets a stream go over the connection itself, past the web's streams, where its response came through as it was. */
export function answerStream(response: Response, { stream, outgoing }: Bindings): Response {
  // Nobody will say so again.
  if (outgoing.destroyed) stream?.gone()
  // A fault has put another body in its place, or the request was a HEAD.
  if (stream === undefined || response.body !== stream.body) return response
  outgoing.writeHead(response.status, Object.fromEntries(response.headers))
  outgoing.flushHeaders()
  stream.begin(outgoing)
  return RESPONSE_ALREADY_SENT
}
