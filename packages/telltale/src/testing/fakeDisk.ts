import type { Durability, EventStore, Storable } from '../core/ports/eventStore.ts'
import type { KeyValueStorage } from '../core/ports/keyValueStorage.ts'
import { memoryEventStore } from '../platform/memoryEventStore.ts'

/** What outlives a page: give the same disk to the next fake platform. */
export interface FakeDisk {
  storage: KeyValueStorage
  /** A database of events. Rejects while the disk refuses. */
  eventStore<Event extends Storable>(name: string): EventStore<Event>
  /**
   * `hangs`: the database answers nothing, as in a page that is being torn down. `refuses`: the disk is full. `closing`: localStorage
   * keeps nothing that it is given, and does not say so, as in a tab that Firefox closes.
   */
  condition: 'well' | 'hangs' | 'refuses' | 'closing'
}

export function fakeDisk(): FakeDisk {
  const items = new Map<string, string>()
  const stores = new Map<string, EventStore<never>>()

  const disk: FakeDisk = {
    condition: 'well',
    storage: {
      get: (key) => items.get(key),
      set(key, value) {
        if (disk.condition === 'refuses') return false
        if (disk.condition !== 'closing') items.set(key, value)
        return true
      },
      remove: (key) => void items.delete(key),
      keys: (prefix) => [...items.keys()].filter((key) => key.startsWith(prefix)),
    },
    eventStore<Event extends Storable>(name: string) {
      const store = (stores.get(name) ?? memoryEventStore<Event>()) as EventStore<Event>
      stores.set(name, store as EventStore<never>)
      return whenWell(disk, store)
    },
  }
  return disk
}

/** Durable, since it outlives the page; unless the disk is not well. */
function whenWell<Event extends Storable>(disk: FakeDisk, store: EventStore<Event>): EventStore<Event> {
  const attempt = <T>(action: () => Promise<T>) => (disk.condition === 'hangs' ? new Promise<T>(() => {}) : action())
  return {
    change: (changes) =>
      attempt<Durability>(async () => {
        if (disk.condition === 'refuses') throw new Error('QuotaExceededError')
        await store.change(changes)
        return 'durable'
      }),
    read: (task, limit) => attempt(() => store.read(task, limit)),
    counts: () => attempt(() => store.counts()),
    all: () => attempt(() => store.all()),
  }
}
