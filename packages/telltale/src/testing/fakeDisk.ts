import type { Journal, Keeping, Keyed } from '../core/ports/journal.ts'
import type { KeyValueStorage } from '../core/ports/keyValueStorage.ts'
import { memoryJournal } from '../platform/memoryJournal.ts'

/** What outlives a page: give the same disk to the next fake platform. */
export interface FakeDisk {
  storage: KeyValueStorage
  journal<Waiting extends Keyed, Entry extends Keyed>(name: string): Journal<Waiting, Entry>
  /**
   * `hangs`: the journal answers nothing, as in a page that is being torn down. `refuses`: it is full. `closing`: localStorage keeps
   * nothing that it is given, and does not say so, as in a tab that Firefox closes.
   */
  condition: 'well' | 'hangs' | 'refuses' | 'closing'
}

export function fakeDisk(): FakeDisk {
  const items = new Map<string, string>()
  const journals = new Map<string, Journal<Keyed, Keyed>>()

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
    journal<Waiting extends Keyed, Entry extends Keyed>(name: string) {
      const journal = journals.get(name) ?? memoryJournal<Keyed, Keyed>()
      journals.set(name, journal)
      return whenWell(disk, journal) as unknown as Journal<Waiting, Entry>
    },
  }
  return disk
}

/** Durable, since it outlives the page; unless the disk is not well. */
function whenWell(disk: FakeDisk, journal: Journal<Keyed, Keyed>): Journal<Keyed, Keyed> {
  const attempt = <T>(action: () => Promise<T>) => (disk.condition === 'hangs' ? new Promise<T>(() => {}) : action())
  const keep = (action: () => Promise<unknown>) =>
    attempt<Keeping>(async () => (disk.condition === 'refuses' ? 'refused' : action().then(() => 'durable')))
  /** Where this page has moved its bookmarks, whether the disk has taken that or not. */
  const moved = new Map<string, number>()
  const unread = async (reader: string) =>
    (await journal.read(reader, Infinity)).filter(({ position }) => position > (moved.get(reader) ?? 0))
  return {
    write: (writes) => keep(() => journal.write(writes)),
    waiting: () => attempt(() => journal.waiting()),
    read: (reader, limit) => attempt(async () => (await unread(reader)).slice(0, limit)),
    async advance(reader, position) {
      moved.set(reader, Math.max(position, moved.get(reader) ?? 0))
      return keep(() => journal.advance(reader, position))
    },
    trim: (readers) => attempt(() => journal.trim(readers).then(() => [])),
    entries: () => attempt(() => journal.entries()),
    remove: (keys) => attempt(() => journal.remove(keys)),
    count: (readers) =>
      attempt(async () => {
        const [waiting = 0] = await journal.count([])
        return [waiting, ...(await Promise.all(readers.map(async (reader) => (await unread(reader)).length)))]
      }),
  }
}
