import type { HttpBindings } from '@hono/node-server'
import type { MiddlewareHandler } from 'hono'
import { faultOfHeader, type FaultKind, type FaultRoute } from './fault.ts'
import { brokenBody } from './brokenBody.ts'
import type { FaultBoard } from './faultBoard.ts'
import { createOpenStreams } from './openStreams.ts'
import { wait } from './wait.ts'

/** Applies the faults of a group of routes to them, together with the group's cross-origin headers. */
export type FaultGate = (route: FaultRoute, crossOrigin: MiddlewareHandler) => MiddlewareHandler[]

/** A request may specify its own fault in this header, which overrides the board. */
const FAULT_HEADER = 'x-telltale-fault'

const CAPTIVE_PORTAL = '<!doctype html><title>Welcome</title><p>Accept the terms to use this network.'

export function createFaultGate(board: FaultBoard): FaultGate {
  const streams = createOpenStreams(board)
  return (route, crossOrigin) => {
    const met = new WeakMap<Request, FaultKind>()

    const meet: MiddlewareHandler = async (c, next) => {
      const brought = c.req.header(FAULT_HEADER)
      if (brought !== undefined && faultOfHeader(brought) === undefined)
        return c.json({ message: `${FAULT_HEADER} does not name a valid fault.` }, 400)
      const isPreflight = c.req.method === 'OPTIONS'
      // A preflight is not a request of the page itself: it gets the fault, but does not count.
      const kind =
        brought !== undefined ? faultOfHeader(brought) : isPreflight ? preview(board, route) : board.meet(route)
      if (kind !== undefined) met.set(c.req.raw, kind)
      await next()
      if (kind?.type === 'cors')
        for (const name of [...c.res.headers.keys()]) if (name.startsWith('access-control-')) c.res.headers.delete(name)
      streams.responded(c, route)
      return undefined
    }

    // Inside the cross-origin headers, so that a page can see the status of a failed answer.
    const enact: MiddlewareHandler<{ Bindings: HttpBindings }> = async (c, next) => {
      const kind = met.get(c.req.raw)
      switch (kind?.type) {
        case undefined:
        case 'cors':
          return next()
        case 'latency':
          await wait(delayMs(kind), c.req.raw.signal)
          return next()
        case 'status':
          return c.json({ message: 'This is a simulated fault.' }, kind.status as 503)
        case 'garbage':
          return c.html(CAPTIVE_PORTAL)
        case 'stall':
          return new Response(new ReadableStream(), { headers: { 'content-type': 'text/event-stream' } })
        case 'slow':
        case 'truncated':
        case 'silence':
        case 'flood':
          await next()
          c.res = await brokenBody(c.res, kind, () => c.env.incoming.socket.resetAndDestroy())
          return undefined
        case 'hang':
          await wait(undefined, c.req.raw.signal)
          return c.body(null, 499 as 500)
        case 'reset':
          c.env.incoming.socket.resetAndDestroy()
          return c.body(null, 499 as 500)
      }
    }

    return [meet, crossOrigin, enact as MiddlewareHandler]
  }
}

function preview(board: FaultBoard, route: FaultRoute): FaultKind | undefined {
  const kind = board.faults().find((fault) => fault.route === route)?.kind
  return kind?.type === 'cors' ? kind : undefined
}

function delayMs({ ms, spreadMs = 0 }: FaultKind & { type: 'latency' }): number {
  return ms + (2 * Math.random() - 1) * spreadMs
}
