import { attempt } from '../core/lib/attempt.ts'
import type { Journal, JournalEntry, JournalWrite, Keeping, Keyed } from '../core/ports/journal.ts'
import { commit, completed, openDatabase, result } from './indexedDb.ts'

const WAITING = 'waiting'
const LOG = 'log'
const BOOKMARKS = 'bookmarks'
const BY_ID = 'id'

type Stores = Record<typeof WAITING | typeof LOG | typeof BOOKMARKS, IDBObjectStore>

/** Rejects where IndexedDB cannot be opened; what it answers never does. */
export async function indexedDbJournal<Waiting extends Keyed, Entry extends Keyed>(
  name: string,
): Promise<Journal<Waiting, Entry>> {
  const database = await openDatabase(name, (created) => {
    created.createObjectStore(WAITING, { keyPath: BY_ID })
    created.createObjectStore(LOG, { autoIncrement: true }).createIndex(BY_ID, BY_ID, { unique: true })
    created.createObjectStore(BOOKMARKS)
  })

  /** Where this page has moved its bookmarks: a store that is full does not take them. */
  const moved = new Map<string, number>()

  /** How far a reader has read. */
  async function bookmarkOf(bookmarks: IDBObjectStore, reader: string): Promise<number> {
    const stored = await result<unknown>(bookmarks.get(reader))
    return Math.max(isPosition(stored) ? stored : 0, moved.get(reader) ?? 0)
  }

  /** Where the log begins for this reader. */
  const unread = async (bookmarks: IDBObjectStore, reader: string) =>
    IDBKeyRange.lowerBound(await bookmarkOf(bookmarks, reader), true)

  const storesOf = (transaction: IDBTransaction): Stores => ({
    waiting: transaction.objectStore(WAITING),
    log: transaction.objectStore(LOG),
    bookmarks: transaction.objectStore(BOOKMARKS),
  })

  async function transact(action: (stores: Stores) => void | Promise<void>): Promise<Keeping> {
    try {
      // `relaxed` with an explicit commit is on its way to the disk sooner than anything else: measured, it outlives a
      // kill of the whole browser, and `strict` for the first 50 ms does not.
      const transaction = database.transaction([WAITING, LOG, BOOKMARKS], 'readwrite', { durability: 'relaxed' })
      const isDone = completed(transaction)
      await action(storesOf(transaction))
      return (await isDone) ? 'durable' : 'refused'
    } catch {
      return 'refused'
    }
  }

  async function ask<T>(action: (stores: Stores) => Promise<T>, otherwise: T): Promise<T> {
    try {
      return await action(storesOf(database.transaction([WAITING, LOG, BOOKMARKS], 'readonly')))
    } catch {
      return otherwise
    }
  }

  void transact(removeDamagedBookmarks) // transactions run in turn: nothing is read before

  return {
    async write(writes) {
      const isPlain = writes.every(({ type }) => type === 'hold' || type === 'append')
      const keeping = isPlain ? await transact((stores) => writePlainly(stores, writes)) : 'refused'
      // An id that is in the log already has aborted the whole: rare, as after a page that was cut off.
      return keeping === 'durable' ? keeping : transact((stores) => writeCarefully(stores, writes))
    },
    waiting: () => ask<Waiting[]>(({ waiting }) => result(waiting.getAll()), []),
    read: (reader, limit) =>
      ask(async ({ log, bookmarks }) => entriesIn<Entry>(log, await unread(bookmarks, reader), limit), []),
    async advance(reader, position) {
      const furthest = Math.max(position, moved.get(reader) ?? 0)
      moved.set(reader, furthest)
      // Nothing is asked before: a page that is left meanwhile would leave the bookmark where it was, and the next page would
      // hand everything over again.
      return transact(({ bookmarks }) => {
        bookmarks.put(furthest, reader)
        commit(bookmarks.transaction)
      })
    },
    async trim(readers) {
      await transact(async ({ log, bookmarks }) => {
        const read = await Promise.all(readers.map((reader) => bookmarkOf(bookmarks, reader)))
        if (read.length > 0) log.delete(IDBKeyRange.upperBound(Math.min(...read)))
      })
      return []
    },
    entries: () => ask(({ log }) => entriesIn<Entry>(log), []),
    async remove(keys) {
      await transact(({ log, waiting }) => keys.forEach((key) => (typeof key === 'number' ? log : waiting).delete(key)))
    },
    count: (readers) =>
      ask(
        ({ waiting, log, bookmarks }) =>
          Promise.all([
            result(waiting.count()),
            ...readers.map(async (reader) => result(log.count(await unread(bookmarks, reader)))),
          ]),
        [],
      ),
  }
}

const isPosition = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0

/**
 * A bookmark that is not a position, or is above all positions that the log has ever given, would hide every event from its reader,
 * and have them trimmed. Without it the reader starts at the beginning of the log.
 */
async function removeDamagedBookmarks({ log, bookmarks }: Stores): Promise<void> {
  // [spec] Indexed Database API, Key generators: "Deleting a record from an object store never affects the object store's key
  // generator." So the next key is above each that was ever given, while the last key that is left in the log may not be.
  const next = Number(await result(log.add(null)))
  log.delete(next)
  const readers = await result(bookmarks.getAllKeys())
  const positions = await result<unknown[]>(bookmarks.getAll())
  readers.forEach((reader, index) => {
    const position = positions[index]
    if (!isPosition(position) || position >= next) bookmarks.delete(reader)
  })
}

/** Asks nothing, so that the commit need not wait. */
function writePlainly({ waiting, log }: Stores, writes: readonly JournalWrite<Keyed, Keyed>[]): void {
  for (const { type, item } of writes) {
    if (type === 'hold') waiting.put(item)
    else log.add(item)
  }
  commit(log.transaction)
}

/** Asks before each entry, so that all come to the log in their order. */
function writeCarefully({ waiting, log }: Stores, writes: readonly JournalWrite<Keyed, Keyed>[]): void {
  for (const { type, item } of writes) {
    if (type === 'hold') {
      waiting.put(item)
      continue
    }
    const found = waiting.getKey(item.id)
    found.onsuccess = () => {
      const isWaiting = found.result !== undefined
      if (type === 'identify' && isWaiting) waiting.put(item)
      if (type === 'identify' || (type === 'release' && !isWaiting)) return
      waiting.delete(item.id)
      // What throws in a listener ends the transaction, too, but is an error in the page: of what is nested too deeply to be copied.
      attempt(
        () => addOnce(log, item),
        () => log.transaction.abort(),
      )
    }
  }
}

async function entriesIn<Entry>(log: IDBObjectStore, range?: IDBKeyRange, limit?: number) {
  const [keys, entries] = await Promise.all([
    result(log.getAllKeys(range, limit)),
    result<Entry[]>(log.getAll(range, limit)),
  ])
  return entries.map((entry, index): JournalEntry<Entry> => ({ position: Number(keys[index]), entry }))
}

/** An entry whose id is in the log already is left out, and the rest of the transaction goes on. */
function addOnce(log: IDBObjectStore, entry: Keyed): void {
  const request = log.add(entry)
  request.onerror = (event) => {
    if (request.error?.name !== 'ConstraintError') return
    event.preventDefault()
    event.stopPropagation()
  }
}
