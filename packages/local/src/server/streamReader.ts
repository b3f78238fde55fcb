import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import type { StreamReader } from './eventStream.ts'

/** Whoever asks with this request. */
export function streamReader(c: Context): StreamReader {
  const origin = c.req.header('origin')
  const { incoming } = c.env as HttpBindings
  return { ...(origin !== undefined && { origin }), cut: () => incoming.socket.destroy() }
}
