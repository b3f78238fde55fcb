import { idsIn, isIgnored, nextRecord } from '../core/ports/eventChange.ts'
import type { EventRecord, EventStore, Storable } from '../core/ports/eventStore.ts'
import type { Decide, KeyValueStorage } from '../core/ports/platform.ts'

/** Storage that outlives a page: pass the same disk to the next fake platform. */
export interface FakeDisk {
  /** What the browser has kept. A page that is open sees it through a view of its own: `openStorage`. */
  storage: KeyValueStorage
  /** While it is true, what a page writes into the storage does not reach the pages that are open. It reaches them when it is false again. */
  isLate: boolean
  /** The decisions of all pages. */
  decide: Decide
  /** An event database. Rejects while the disk is in the state `refuses`. */
  eventStore<Event extends Storable>(name: string): EventStore<Event>
  /** Writes a record into an event database without any check, as another script of the origin may. */
  putRecord(name: string, record: unknown): void
  /** Everything in the databases that pages have opened, by their names. */
  databases(): Promise<Readonly<Record<string, readonly unknown[]>>>
  /**
   * `hangs`: the database never answers, as in a page that is being torn down. `refuses`: the disk is full. `closing`:
   * localStorage silently discards writes, as in a tab that Firefox is closing.
   */
  condition: 'well' | 'hangs' | 'refuses' | 'closing'
}

/** @param compare orders the ids of events. Damage, or another script, may have left any valid key: `compareKeys` */
export function fakeDisk(compare: CompareIds = compareTexts): FakeDisk {
  const items = new Map<string, string>()
  const stores = new Map<string, MemoryStore<never>>()
  const decisions = new Map<string, string>()

  function open(name: string) {
    const store = stores.get(name) ?? memoryEventStore<never>(compare)
    stores.set(name, store)
    return store
  }

  let isLate = false
  const disk: FakeDisk = {
    condition: 'well',
    get isLate() {
      return isLate
    },
    set isLate(next) {
      isLate = next
      for (const { hear } of viewsOf.get(disk) ?? []) void Promise.resolve().then(hear)
    },
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
    async decide(name, choice) {
      if (disk.condition === 'hangs') return new Promise(() => {})
      if (disk.condition === 'refuses') return undefined
      if (!decisions.has(name)) decisions.set(name, choice)
      return decisions.get(name)
    },
    eventStore<Event extends Storable>(name: string) {
      return whenWell<Event>(disk, open(name) as never)
    },
    putRecord: (name, record) => open(name).put(record as never),
    async databases() {
      const all = await Promise.all([...stores].map(async ([name, store]) => [name, await store.all()] as const))
      return Object.fromEntries(decisions.size > 0 ? [...all, ['decisions', [...decisions]] as const] : all)
    },
  }
  return disk
}

/** What one page sees of the storage. */
export interface StorageView extends KeyValueStorage {
  /** The page comes back from the back/forward cache, where it has heard of nothing. */
  thaw(): void
  /** The page has ended. */
  close(): void
}

const viewsOf = new WeakMap<FakeDisk, Set<View>>()

/** The changes of other pages that one page has not got yet: what it still sees, by key. */
interface View {
  old: Map<string, string | undefined>
  hear(): void
}

/**
 * Opens the storage for a page. Each page runs in a process of its own, which sees the changes of other processes later than they do, in a
 * task of its own. A lock does not change that. Whoever has written last wins in all of them.
 *
 * @param onStored called when a change of another page has come, with its key
 */
export function openStorage(disk: FakeDisk, onStored: (key: string) => void): StorageView {
  const views = viewsOf.get(disk) ?? new Set()
  viewsOf.set(disk, views)
  const old: View['old'] = new Map()
  const view: View = {
    old,
    hear() {
      if (disk.isLate) return
      for (const [key, before] of [...old]) {
        old.delete(key)
        if (disk.storage.get(key) !== before) onStored(key)
      }
    },
  }
  views.add(view)

  /** Writes, and lets the other pages see what was there before until they hear of it. */
  function write<Answer>(key: string, action: () => Answer): Answer {
    const before = disk.storage.get(key)
    const answer = action()
    old.delete(key)
    for (const other of views) {
      if (other === view) continue
      if (!other.old.has(key)) other.old.set(key, before)
      void Promise.resolve().then(other.hear)
    }
    return answer
  }

  return {
    get: (key) => (old.has(key) ? old.get(key) : disk.storage.get(key)),
    ...(disk.storage.getForeign && { getForeign: disk.storage.getForeign }),
    set: (key, value) => write(key, () => disk.storage.set(key, value)),
    remove: (key) => write(key, () => disk.storage.remove(key)),
    keys: (prefix) => [
      ...disk.storage.keys(prefix).filter((key) => !old.has(key)),
      ...[...old].flatMap(([key, value]) => (value !== undefined && key.startsWith(prefix) ? key : [])),
    ],
    thaw: () => old.clear(),
    close: () => void views.delete(view),
  }
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
    discard: (task, isDamaged) =>
      attempt(async () => {
        if (disk.condition === 'refuses') throw new Error('QuotaExceededError')
        return store.discard(task, isDamaged)
      }),
  }
}

interface MemoryStore<Event extends Storable> extends EventStore<Event> {
  put(record: EventRecord<Event>): void
}

type CompareIds = (one: unknown, other: unknown) => number

/** An event store that exists only as long as its disk. Like IndexedDB it copies what it is given. */
function memoryEventStore<Event extends Storable>(compare: CompareIds): MemoryStore<Event> {
  type Entry = EventRecord<Event>
  let records: readonly Entry[] = []
  const keyOf = (record: Entry): unknown => record.event.id
  const hasKey = (key: unknown) => (record: Entry) => compare(keyOf(record), key) === 0
  // [spec] Indexed Database API, "multiEntry": a list is indexed by each of its items, and any other value as a whole.
  const hasTask = (task: string) => (record: Entry) => [record.todo].flat().some((item) => item === task)

  const sorted = (all: readonly Entry[]) => [...all].sort((one, other) => compare(keyOf(one), keyOf(other)))

  return {
    put(record) {
      records = sorted([...records.filter((other) => !hasKey(keyOf(record))(other)), copyOf(record)])
    },
    async change(changes) {
      let changed = records
      const ignored = new Set<string>()
      for (const change of changes) {
        for (const id of idsIn(change)) {
          const stored = changed.find(hasKey(id))
          if (isIgnored(stored, change)) ignored.add(id)
          const next = nextRecord(stored, change)
          changed = changed.filter((record) => !hasKey(id)(record))
          if (next) changed = [...changed, copyOf(next)]
        }
      }
      records = sorted(changed)
      return { isStored: true, ignored: [...ignored] }
    },
    read: async (task, limit) => records.filter(hasTask(task)).slice(0, limit).map(copyOf),
    all: async () => records.map(copyOf),
    async discard(task, isDamaged) {
      const asked = task === undefined ? records : records.filter(hasTask(task))
      const damaged = asked.filter((record) => isDamaged(copyOf(record)))
      records = records.filter((record) => !damaged.includes(record))
      return damaged.length
    },
  }
}

/** A copy, as a database keeps it. Test environments such as jsdom may have no function for it. */
const copyOf = <Value>(value: Value): Value => (typeof structuredClone === 'function' ? structuredClone(value) : value)

/** Compares the ids that the library gives: texts. `compareKeys` compares all that a database takes. */
function compareTexts(one: unknown, other: unknown): number {
  if (typeof one !== 'string' || typeof other !== 'string') throw new Error('DataError: the id of an event is no text.')
  return one < other ? -1 : one > other ? 1 : 0
}
