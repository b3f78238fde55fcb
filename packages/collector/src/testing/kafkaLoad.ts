import type { EventSink } from '../store/store.ts'
import { batchOf, eventWith } from './batches.ts'

/** Browsers that send until they are stopped. */
export interface Load {
  /** The ids of the events that were acknowledged. */
  readonly acknowledged: ReadonlySet<string>
  /** How many batches were not acknowledged at once, and came again. */
  failures(): number
  /** Resolves when every batch that was begun is acknowledged. */
  stop(): Promise<void>
}

const EVENTS = 10
const PAUSE_MS = 5

/** Sends batches through each of the sinks in turn. A batch that is not acknowledged comes again, and every fifth comes twice. */
export function startLoad(sinks: readonly EventSink[], senders = 8): Load {
  const acknowledged = new Set<string>()
  let failures = 0
  let isStopped = false

  async function send(sender: number): Promise<void> {
    for (let round = 0; !isStopped; round += 1) {
      const page = `page-${sender}-${round % 7}`
      const events = Array.from({ length: EVENTS }, (_, n) => eventWith({ page, n: round * EVENTS + n + 1 }))
      for (let copy = 0; copy < (round % 5 === 0 ? 2 : 1); copy += 1)
        for (let tries = sender; ; tries += 1) {
          const stored = await sinks[tries % sinks.length]?.append(batchOf(events)).catch(() => undefined)
          if (stored) break
          failures += 1
          await pause(100)
        }
      for (const { id } of events) acknowledged.add(id)
      await pause(PAUSE_MS)
    }
  }
  const sending = Promise.all(Array.from({ length: senders }, (_, sender) => send(sender)))
  return {
    acknowledged,
    failures: () => failures,
    async stop() {
      isStopped = true
      await sending
    },
  }
}

const pause = (ms: number) => new Promise((resolve) => void setTimeout(resolve, ms))
