import type { Journal, Keyed } from '../core/ports/journal.ts'
import type { KeyValueStorage } from '../core/ports/keyValueStorage.ts'
import { memoryJournal } from '../platform/memoryJournal.ts'

/** What outlives a page: give the same disk to the next fake platform. */
export interface FakeDisk {
  storage: KeyValueStorage
  journal<Waiting extends Keyed, Entry extends Keyed>(name: string): Journal<Waiting, Entry>
  /** `hangs`: the journal answers nothing, as in a page that is being torn down. `refuses`: nothing can be kept. */
  condition: 'well' | 'hangs' | 'refuses'
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
        items.set(key, value)
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

function whenWell(disk: FakeDisk, journal: Journal<Keyed, Keyed>): Journal<Keyed, Keyed> {
  const attempt = <T>(action: () => Promise<T>, refusal: T): Promise<T> => {
    if (disk.condition === 'hangs') return new Promise<T>(() => {})
    return disk.condition === 'refuses' ? Promise.resolve(refusal) : action()
  }
  return {
    hold: (items) => attempt(() => journal.hold(items), false),
    waiting: () => attempt(() => journal.waiting(), []),
    append: (entries) => attempt(() => journal.append(entries), false),
    release: (entries) => attempt(() => journal.release(entries), false),
    readAfter: (position, limit) => attempt(() => journal.readAfter(position, limit), []),
    bookmark: (reader) => attempt(() => journal.bookmark(reader), 0),
    advance: (reader, position) => attempt(() => journal.advance(reader, position), false),
    trim: (position) => attempt(() => journal.trim(position), undefined),
  }
}
