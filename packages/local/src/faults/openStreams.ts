import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import { SIMULATED_FAULT } from '../server/eventStream.ts'
import { endsStreams, type FaultKind, type FaultRoute } from './fault.ts'
import type { FaultBoard } from './faultBoard.ts'

/** The streams that are open. A new fault of their route ends them, so that their clients reconnect and meet it. */
export interface OpenStreams {
  /** Called with each response. Those that are no streams are ignored. */
  responded(c: Context, route: FaultRoute): void
}

type Socket = HttpBindings['incoming']['socket']

export function createOpenStreams(board: FaultBoard): OpenStreams {
  const open = new Map<Socket, FaultRoute>()
  let before = kindsOf(board)

  board.subscribe(() => {
    const now = kindsOf(board)
    // A fault for a number of requests changes with each of them, and its kind does not.
    const isNew = (route: FaultRoute, kind: FaultKind) => JSON.stringify(kind) !== JSON.stringify(before.get(route))
    const ending = new Set(
      [...now].filter(([route, kind]) => endsStreams(kind) && isNew(route, kind)).map(([route]) => route),
    )
    before = now
    for (const [socket, route] of [...open]) if (ending.has(route)) socket.destroy(SIMULATED_FAULT)
  })

  return {
    responded(c, route) {
      const { incoming, outgoing } = c.env as HttpBindings
      if (!c.res.headers.get('content-type')?.startsWith('text/event-stream') || outgoing.closed) return
      open.set(incoming.socket, route)
      outgoing.once('close', () => open.delete(incoming.socket))
    },
  }
}

const kindsOf = (board: FaultBoard) => new Map(board.faults().map(({ route, kind }) => [route, kind]))
