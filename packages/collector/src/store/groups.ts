import type { Batch, IncomingEvent, Outcome } from './store.ts'

export interface GroupOptions {
  /** How many groups are written at the same time. */
  readonly lanes: number
  /** The most events in one group. */
  readonly maxEvents: number
  /** The most characters in the bodies of one group. A single event with more is a group of its own. */
  readonly maxLength: number
  /** Whether flags that events share are written with each of them. */
  readonly writesFlagsOften?: boolean
}

/** The outcomes of a batch that is durable, or why it is not. */
export type Written = readonly Outcome[] | Error

/**
 * Writes batches, and resolves with what has become of each when no more is done about any. Rejects if that is the same for all: they are
 * not written, or it cannot be said.
 */
export type WriteGroup = (batches: readonly Batch[]) => Promise<readonly Written[]>

export interface Groups {
  append(batch: Batch, signal?: AbortSignal): Promise<readonly Outcome[]>
  /** Writes what waits. After that, `append` rejects. */
  close(): Promise<void>
}

interface Waiting {
  readonly batch: Batch
  readonly signal: AbortSignal | undefined
  readonly resolve: (outcomes: readonly Outcome[]) => void
  readonly reject: (error: unknown) => void
}

/**
 * Writes batches that arrive during a write together in the next one, so that they share one wait for the disk. A batch that is too large
 * for one group is written in pieces, which are batches, too.
 */
export function createGroups(write: WriteGroup, { lanes, ...limits }: GroupOptions): Groups {
  const { writesFlagsOften = false } = limits
  let waiting: Waiting[] = []
  const running = new Set<Promise<void>>()
  let isClosed = false

  function begin(): void {
    if (running.size >= lanes || waiting.length === 0) return
    const lane: Promise<void> = writeAll().finally(() => {
      running.delete(lane)
      begin()
    })
    running.add(lane)
  }

  async function writeAll(): Promise<void> {
    // Batches that have arrived in the same turn are one group.
    await new Promise((resolve) => void setImmediate(resolve))
    for (let group = takeGroup(); group.length > 0; group = takeGroup()) {
      try {
        const results = await write(group.map(({ batch }) => batch))
        for (const [index, { resolve, reject }] of group.entries()) {
          const result = results[index] ?? new Error('The store has not said what has become of the batch.')
          if (result instanceof Error) reject(result)
          else resolve(result)
        }
      } catch (error) {
        for (const { reject } of group) reject(error)
      }
      // A store that writes without waiting would let no request in.
      await new Promise((resolve) => void setImmediate(resolve))
    }
  }

  function takeGroup(): readonly Waiting[] {
    const group: Waiting[] = []
    let [taken, events, length] = [0, 0, 0]
    for (const next of waiting) {
      if (next.signal?.aborted) next.reject(next.signal.reason)
      else {
        events += next.batch.events.length
        length += lengthOf(next.batch.events, writesFlagsOften)
        if (group.length > 0 && (events > limits.maxEvents || length > limits.maxLength)) break
        group.push(next)
      }
      taken += 1
    }
    waiting = waiting.slice(taken)
    return group
  }

  return {
    async append(batch, signal) {
      if (isClosed) throw new Error('The store is closed.')
      const written = piecesOf(batch, limits).map(
        (piece) =>
          new Promise<readonly Outcome[]>((resolve, reject) => {
            waiting.push({ batch: piece, signal, resolve, reject })
            begin()
          }),
      )
      // The batch may come again when this rejects: its pieces must not be written any more then.
      const results = await Promise.allSettled(written)
      return results.flatMap((result) => {
        if (result.status === 'rejected') throw result.reason
        return result.value
      })
    },
    async close() {
      isClosed = true
      while (running.size > 0) await Promise.all(running)
    },
  }
}

function lengthOf(events: readonly IncomingEvent[], writesFlagsOften: boolean): number {
  if (writesFlagsOften) return events.reduce((sum, event) => sum + wholeLength(event), 0)
  const flags = new Set(events.map((event) => event.flags?.json ?? ''))
  return [...flags, ...events.map(({ body }) => body)].reduce((sum, { length }) => sum + length, 0)
}

const wholeLength = ({ body, flags }: IncomingEvent) => body.length + (flags?.json.length ?? 0)

function piecesOf(
  batch: Batch,
  { maxEvents, maxLength, writesFlagsOften = false }: Omit<GroupOptions, 'lanes'>,
): readonly Batch[] {
  const parts: IncomingEvent[][] = []
  let length = 0
  for (const event of batch.events) {
    const own = writesFlagsOften ? wholeLength(event) : event.body.length
    length += own
    const last = parts.at(-1)
    if (last && last.length < maxEvents && length <= maxLength) last.push(event)
    else {
      parts.push([event])
      length = own
    }
  }
  if (parts.length < 2) return [batch]
  // What the batch tells about pages is told once.
  return parts.map((events, index) => ({ ...batch, events, pages: index === 0 ? batch.pages : [] }))
}
