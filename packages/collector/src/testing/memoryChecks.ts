import type { EventStore } from '../store/store.ts'
import { type Check, testPeople, testReader, testSink } from '../testing.ts'
import { type MemoryData, memoryData } from './memoryStore.ts'

/** All checks, for a store whose data are in memory. */
export const memoryChecks = (open: (data: MemoryData) => EventStore): readonly Check[] => {
  const dataOf = new WeakMap<EventStore, MemoryData>()
  const opened = (data: MemoryData): EventStore => {
    const store = open(data)
    dataOf.set(store, data)
    return store
  }
  const create = async (): Promise<EventStore> => opened(memoryData())
  const again = async (store: EventStore): Promise<EventStore> => opened(dataOf.get(store) ?? memoryData())
  // A broken store never does what a check waits for, and a sound one in memory does it at once.
  const options = { createMore: again, reopen: again, attempts: 100 }
  return [...testSink(create, options), ...testReader(create, options), ...testPeople(create, options)]
}
