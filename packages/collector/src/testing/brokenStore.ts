import type { Batch, EventStore, IncomingEvent, Outcome } from '../store/store.ts'
import { type MemoryData, memoryStore } from './memoryStore.ts'
import { turn } from './reading.ts'

/** A store with a fault, and the checks that have to fail because of it. */
export interface BrokenStore {
  readonly fault: string
  readonly open: (data: MemoryData) => EventStore
  readonly red: readonly string[]
}

/** A store in memory, changed. */
export const broken =
  (change: (store: EventStore, data: MemoryData) => Partial<EventStore>) =>
  (data: MemoryData): EventStore => {
    const store = memoryStore(data)
    return { ...store, ...change(store, data) }
  }

/** Changes the batches before they are stored. */
export const brokenBatch = (change: (batch: Batch, data: MemoryData) => Batch): ((data: MemoryData) => EventStore) =>
  broken((store, data) => ({ append: async (batch, signal) => store.append(change(batch, data), signal) }))

/** Changes the outcomes after the batch is stored. */
export const brokenOutcome = (
  change: (outcome: Outcome, event: IncomingEvent | undefined) => Outcome,
): ((data: MemoryData) => EventStore) =>
  broken((store) => ({
    append: async (batch, signal) =>
      (await store.append(batch, signal)).map((outcome, i) => change(outcome, batch.events[i])),
  }))

/** Writes what comes at the same moment together, and rejects all of it because of one batch. */
export const brokenGroup = (
  isPoison: (batch: Batch, signal: AbortSignal | undefined) => boolean,
): ((data: MemoryData) => EventStore) =>
  broken((store) => {
    let group = { isPoisoned: false }
    return {
      async append(batch, signal) {
        const own = group
        own.isPoisoned ||= isPoison(batch, signal)
        await turn()
        own.isPoisoned ||= isPoison(batch, signal)
        await turn()
        group = { isPoisoned: false }
        if (own.isPoisoned) {
          throw new Error('The database refuses the statement.')
        }
        return store.append(batch, signal)
      },
    }
  })

/** Each text of an event. */
export const textsOf = ({ happenedAt: _, n: __, accounts, flags, ...texts }: IncomingEvent): readonly string[] => [
  ...Object.values(texts),
  ...accounts.flat(),
  ...(flags ? [flags.json] : []),
]
