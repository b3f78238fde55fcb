import { idsIn, nextRecord } from '../core/ports/eventChange.ts'
import type { EventRecord, EventStore, Storable } from '../core/ports/eventStore.ts'
import type { KeyValueStorage } from '../core/ports/platform.ts'

/** Storage that outlives a page: pass the same disk to the next fake platform. */
export interface FakeDisk {
  storage: KeyValueStorage
  /** An event database. Rejects while the disk is in the state `refuses`. */
  eventStore<Event extends Storable>(name: string): EventStore<Event>
  /**
   * `hangs`: the database never answers, as in a page that is being torn down. `refuses`: the disk is full. `closing`:
   * localStorage silently discards writes, as in a tab that Firefox is closing.
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

/** Answers unless the disk is in a failure state. */
function whenWell<Event extends Storable>(disk: FakeDisk, store: EventStore<Event>): EventStore<Event> {
  const attempt = <T>(action: () => Promise<T>) => (disk.condition === 'hangs' ? new Promise<T>(() => {}) : action())
  return {
    change: (changes) =>
      attempt(async () => {
        if (disk.condition === 'refuses') throw new Error('QuotaExceededError')
        return store.change(changes)
      }),
    read: (task, limit) => attempt(() => store.read(task, limit)),
    all: () => attempt(() => store.all()),
  }
}

/** An event store that exists only as long as its disk. */
export function memoryEventStore<Event extends Storable>(): EventStore<Event> {
  const records = new Map<string, EventRecord<Event>>()
  const sorted = () => [...records.values()].sort((one, other) => (one.event.id < other.event.id ? -1 : 1))

  return {
    async change(changes) {
      for (const change of changes) {
        for (const id of idsIn(change)) {
          const next = nextRecord(records.get(id), change)
          if (next) records.set(id, next)
          else records.delete(id)
        }
      }
      return true
    },
    read: async (task, limit) =>
      sorted()
        .filter(({ todo }) => todo.includes(task))
        .slice(0, limit),
    all: async () => sorted(),
  }
}
