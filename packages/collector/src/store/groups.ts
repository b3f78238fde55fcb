import type { Batch, Outcome } from './store.ts'

export interface GroupOptions {
  /** How many groups are written at the same time. */
  readonly lanes: number
  /** The most events in one group. A batch with more is a group of its own. */
  readonly maxEvents: number
  /** The most characters in the bodies of one group. A batch with more is a group of its own. */
  readonly maxLength: number
}

/** Writes batches, and resolves with the outcomes of each when all are durable. Rejects if that cannot be said of one of them. */
export type WriteGroup = (batches: readonly Batch[]) => Promise<readonly (readonly Outcome[])[]>

export interface Groups {
  append(batch: Batch, signal?: AbortSignal): Promise<readonly Outcome[]>
  /** Writes what waits. After that, `append` rejects. */
  close(): Promise<void>
}

interface Waiting {
  readonly batch: Batch
  readonly length: number
  readonly signal: AbortSignal | undefined
  readonly resolve: (outcomes: readonly Outcome[]) => void
  readonly reject: (error: unknown) => void
}

/** Writes batches that arrive during a write together in the next one, so that they share one wait for the disk. */
export function createGroups(write: WriteGroup, { lanes, maxEvents, maxLength }: GroupOptions): Groups {
  const waiting: Waiting[] = []
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
        const outcomes = await write(group.map(({ batch }) => batch))
        for (const [index, { resolve }] of group.entries()) resolve(outcomes[index] ?? [])
      } catch (error) {
        for (const { reject } of group) reject(error)
      }
      // A store that writes without waiting would let no request in.
      await new Promise((resolve) => void setImmediate(resolve))
    }
  }

  function takeGroup(): Waiting[] {
    const group: Waiting[] = []
    let [events, length] = [0, 0]
    while (waiting[0]) {
      const [next] = waiting
      if (next.signal?.aborted) {
        waiting.shift()
        next.reject(next.signal.reason)
        continue
      }
      events += next.batch.events.length
      length += next.length
      if (group.length > 0 && (events > maxEvents || length > maxLength)) break
      group.push(next)
      waiting.shift()
    }
    return group
  }

  return {
    append(batch, signal) {
      if (isClosed) return Promise.reject(new Error('The store is closed.'))
      const length = batch.events.reduce((sum, { body }) => sum + body.length, 0)
      return new Promise((resolve, reject) => {
        waiting.push({ batch, length, signal, resolve, reject })
        begin()
      })
    },
    async close() {
      isClosed = true
      while (running.size > 0) await Promise.all(running)
    },
  }
}
