import type { Batch, IncomingEvent, Outcome, PageNote } from '../store/store.ts'

/** A batch, or a part of one that is too large for one statement. */
export interface Piece {
  readonly batch: Batch
  readonly events: readonly IncomingEvent[]
  /** What the batch tells about pages, in one of its pieces. */
  readonly pages: readonly PageNote[]
}

/** What has become of a piece. */
export type Settled = PromiseSettledResult<readonly Outcome[]>

/** Puts batches together into groups. */
export interface Lanes {
  append(batch: Batch, signal?: AbortSignal): Promise<readonly Outcome[]>
  /** Resolves when all that waits is written. After the call, `append` rejects. */
  close(): Promise<void>
}

interface Waiting {
  readonly piece: Piece
  readonly signal: AbortSignal | undefined
  readonly settle: (result: Settled) => void
}

const MAX_EVENTS = 2_000
/** Characters of bodies. */
const MAX_SIZE = 4_000_000

/**
 * Each of the lanes writes one group at a time. Batches that arrive while all lanes are busy wait, and are written together: they share
 * one round trip and one wait for the disk.
 *
 * @param write - resolves with one result for each piece, and does not reject
 */
export function createLanes(lanes: number, write: (pieces: readonly Piece[]) => Promise<readonly Settled[]>): Lanes {
  let waiting: Waiting[] = []
  let busy = 0
  let isStarting = false
  let isClosed = false
  const idle: (() => void)[] = []

  function start(): void {
    if (isStarting || busy === lanes) return
    isStarting = true
    // Batches that arrive in the same moment are one group.
    setImmediate(() => {
      isStarting = false
      void run()
    })
  }

  async function run(): Promise<void> {
    busy += 1
    for (let group = takeGroup(); group.length > 0; group = takeGroup()) {
      const results = await write(group.map(({ piece }) => piece))
      for (const [index, { settle }] of group.entries()) settle(results[index] ?? failed('It was not written.'))
    }
    busy -= 1
    if (busy === 0 && !isStarting) for (const resolve of idle.splice(0)) resolve()
  }

  function takeGroup(): readonly Waiting[] {
    const group: Waiting[] = []
    let events = 0
    let size = 0
    let taken = 0
    for (const one of waiting) {
      if (one.signal?.aborted) {
        taken += 1
        one.settle({ status: 'rejected', reason: one.signal.reason })
        continue
      }
      events += one.piece.events.length
      size += sizeOf(one.piece.events)
      if (group.length > 0 && (events > MAX_EVENTS || size > MAX_SIZE)) break
      taken += 1
      group.push(one)
    }
    waiting = waiting.slice(taken)
    // What is left is for another lane.
    if (waiting.length > 0) start()
    return group
  }

  return {
    async append(batch, signal) {
      if (isClosed) throw new Error('The store is closed.')
      signal?.throwIfAborted()
      const results = await Promise.all(
        piecesOf(batch).map(
          (piece) => new Promise<Settled>((resolve) => waiting.push({ piece, signal, settle: resolve }) && start()),
        ),
      )
      return results.flatMap((result) => {
        if (result.status === 'rejected') throw result.reason
        return result.value
      })
    },
    async close() {
      isClosed = true
      if (busy > 0 || isStarting) await new Promise<void>((resolve) => idle.push(resolve))
    },
  }
}

export const failed = (reason: unknown): Settled => ({
  status: 'rejected',
  reason: typeof reason === 'string' ? new Error(reason) : reason,
})

function piecesOf(batch: Batch): readonly Piece[] {
  const pieces: IncomingEvent[][] = [[]]
  let size = 0
  for (const event of batch.events) {
    const last = pieces.at(-1)
    size += event.body.length
    if (last && (last.length === 0 || (last.length < MAX_EVENTS && size <= MAX_SIZE))) last.push(event)
    else {
      pieces.push([event])
      size = event.body.length
    }
  }
  return pieces.map((events, index) => ({ batch, events, pages: index === 0 ? batch.pages : [] }))
}

const sizeOf = (events: readonly IncomingEvent[]) => events.reduce((sum, { body }) => sum + body.length, 0)
