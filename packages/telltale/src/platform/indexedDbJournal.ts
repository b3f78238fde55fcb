import { attempt } from '../core/lib/attempt.ts'
import type { Journal, JournalEntry, JournalWrite, Keeping, Keyed } from '../core/ports/journal.ts'
import { commit, completed, openDatabase, result, type Schema } from './indexedDb.ts'
import { BY_FLAG_SET, deleteUnusedFlagSets, putFlagSets, withFlagSetId, withFlagSets } from './storedFlagSets.ts'

const WAITING = 'waiting'
const LOG = 'log'
const BOOKMARKS = 'bookmarks'
const FLAG_SETS = 'flagSets'
const BY_ID = 'id'

const STORES = [WAITING, LOG, BOOKMARKS, FLAG_SETS] as const
type Stores = Record<(typeof STORES)[number], IDBObjectStore>

const SCHEMA: Schema = {
  version: 2,
  upgrade(database, transaction, from) {
    if (from < 1) {
      database.createObjectStore(WAITING, { keyPath: BY_ID })
      database.createObjectStore(LOG, { autoIncrement: true }).createIndex(BY_ID, BY_ID, { unique: true })
      database.createObjectStore(BOOKMARKS)
    }
    // Version 1 had the flags among the properties of each entry.
    database.createObjectStore(FLAG_SETS, { keyPath: BY_ID })
    for (const store of [WAITING, LOG]) transaction.objectStore(store).createIndex(BY_FLAG_SET, BY_FLAG_SET)
  },
}

/** Rejects where IndexedDB cannot be opened; what it answers never does. */
export async function indexedDbJournal<Waiting extends Keyed, Entry extends Keyed>(
  name: string,
): Promise<Journal<Waiting, Entry>> {
  const database = await openDatabase(name, SCHEMA)

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

  const storesOf = (transaction: IDBTransaction) =>
    Object.fromEntries(STORES.map((store) => [store, transaction.objectStore(store)])) as Stores

  async function transact(action: (stores: Stores) => void | Promise<void>): Promise<Keeping> {
    try {
      // `relaxed` with an explicit commit is on its way to the disk sooner than anything else: measured, it outlives a
      // kill of the whole browser, and `strict` for the first 50 ms does not.
      const transaction = database.transaction(STORES, 'readwrite', { durability: 'relaxed' })
      const isDone = completed(transaction)
      await action(storesOf(transaction))
      return (await isDone) ? 'durable' : 'refused'
    } catch {
      return 'refused'
    }
  }

  async function ask<T>(action: (stores: Stores) => Promise<T>, otherwise: T): Promise<T> {
    try {
      return await action(storesOf(database.transaction(STORES, 'readonly')))
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
    waiting: () => ask(async (stores) => withFlagSets<Waiting>(stores, await result(stores.waiting.getAll())), []),
    read: (reader, limit) =>
      ask(async (stores) => entriesIn<Entry>(stores, await unread(stores.bookmarks, reader), limit), []),
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
      await transact(async (stores) => {
        const read = await Promise.all(readers.map((reader) => bookmarkOf(stores.bookmarks, reader)))
        if (read.length > 0) stores.log.delete(IDBKeyRange.upperBound(Math.min(...read)))
        await deleteUnusedFlagSets(stores)
      })
      return []
    },
    entries: () => ask((stores) => entriesIn<Entry>(stores), []),
    async remove(keys) {
      await transact((stores) => {
        keys.forEach((key) => (typeof key === 'number' ? stores.log : stores.waiting).delete(key))
        return deleteUnusedFlagSets(stores)
      })
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
function writePlainly(stores: Stores, writes: readonly JournalWrite<Keyed, Keyed>[]): void {
  const { waiting, log } = stores
  putFlagSets(stores, writes)
  for (const { type, item } of writes) {
    if (type === 'hold') waiting.put(withFlagSetId(item))
    else log.add(withFlagSetId(item))
  }
  commit(log.transaction)
}

/** Asks before each entry, so that all come to the log in their order. */
function writeCarefully(stores: Stores, writes: readonly JournalWrite<Keyed, Keyed>[]): void {
  const { waiting, log } = stores
  putFlagSets(stores, writes)
  for (const { type, item } of writes) {
    if (type === 'hold') {
      waiting.put(withFlagSetId(item))
      continue
    }
    const found = waiting.getKey(item.id)
    found.onsuccess = () => {
      const isWaiting = found.result !== undefined
      if (type === 'identify' && isWaiting) waiting.put(withFlagSetId(item))
      if (type === 'identify' || (type === 'release' && !isWaiting)) return
      waiting.delete(item.id)
      // What throws in a listener ends the transaction, too, but is an error in the page: of what is nested too deeply to be copied.
      attempt(
        () => addOnce(log, withFlagSetId(item)),
        () => log.transaction.abort(),
      )
    }
  }
}

async function entriesIn<Entry extends Keyed>(stores: Stores, range?: IDBKeyRange, limit?: number) {
  const [keys, stored] = await Promise.all([
    result(stores.log.getAllKeys(range, limit)),
    result<unknown[]>(stores.log.getAll(range, limit)),
  ])
  const entries = await withFlagSets<Entry>(stores, stored)
  return entries.map((entry, index): JournalEntry<Entry> => ({ position: Number(keys[index]), entry }))
}

/** An entry whose id is in the log already is left out, and the rest of the transaction goes on. */
function addOnce(log: IDBObjectStore, entry: Pick<Keyed, 'id'>): void {
  const request = log.add(entry)
  request.onerror = (event) => {
    if (request.error?.name !== 'ConstraintError') return
    event.preventDefault()
    event.stopPropagation()
  }
}
