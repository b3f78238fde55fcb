import { attempt } from '../core/lib/attempt.ts'
import type { Journal, JournalEntry, JournalWrite, Keeping, Keyed } from '../core/ports/journal.ts'
import { completed, openDatabase, result, type Schema } from './indexedDb.ts'
import { createPageVisits } from './pageVisits.ts'
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

  const visits = createPageVisits()

  function begin(mode: IDBTransactionMode): IDBTransaction {
    // `relaxed` with an explicit commit is on its way to the disk sooner than anything else: measured, it outlives a
    // kill of the whole browser, and `strict` for the first 50 ms does not.
    const transaction = database.transaction(STORES, mode, { durability: 'relaxed' })
    visits.abortOnLeave(transaction)
    return transaction
  }

  /** All or nothing of what `action` asks for. What asks nothing first may begin while the page is left: it is committed at once. */
  const transact = (action: (stores: Stores) => void | Promise<void>, isPlain = false) =>
    visits.repeat<Keeping>(async () => {
      if (!isPlain) await visits.isHere()
      const transaction = begin('readwrite')
      const isDone = completed(transaction)
      try {
        await action(storesOf(transaction))
        transaction.commit?.() // browsers without it do it a little later by themselves
      } catch {
        attempt(() => transaction.abort()) // throws of one that has been aborted
      }
      return (await isDone) ? 'durable' : Promise.reject()
    }, 'refused')

  const ask = <T>(action: (stores: Stores) => Promise<T>, otherwise: T) =>
    visits.repeat<T>(async () => {
      await visits.isHere()
      return action(storesOf(begin('readonly')))
    }, otherwise)

  void transact(removeDamagedBookmarks) // transactions run in turn: nothing is read before

  return {
    async write(writes) {
      const isPlain = writes.every(({ type }) => type === 'hold' || type === 'append')
      const keeping = isPlain ? await transact((stores) => writePlainly(stores, writes), true) : 'refused'
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
      return transact(({ bookmarks }) => void bookmarks.put(furthest, reader), true)
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

function writePlainly(stores: Stores, writes: readonly JournalWrite<Keyed, Keyed>[]): void {
  const { waiting, log } = stores
  putFlagSets(stores, writes)
  for (const { type, item } of writes) {
    if (type === 'hold') waiting.put(withFlagSetId(item))
    else log.add(withFlagSetId(item))
  }
}

/** Asks before each entry, so that all come to the log in their order. */
async function writeCarefully(stores: Stores, writes: readonly JournalWrite<Keyed, Keyed>[]): Promise<void> {
  const { waiting, log } = stores
  putFlagSets(stores, writes)
  const writeOne = async ({ type, item }: JournalWrite<Keyed, Keyed>) => {
    if (type === 'hold') return void waiting.put(withFlagSetId(item))
    const isWaiting = (await result(waiting.getKey(item.id))) !== undefined
    if (type === 'identify' && isWaiting) waiting.put(withFlagSetId(item))
    if (type === 'identify' || (type === 'release' && !isWaiting)) return
    waiting.delete(item.id)
    await addOnce(log, withFlagSetId(item))
  }
  await Promise.all(writes.map(writeOne))
}

async function entriesIn<Entry extends Keyed>(stores: Stores, range?: IDBKeyRange, limit?: number) {
  const [keys, stored] = await Promise.all([
    result(stores.log.getAllKeys(range, limit)),
    result<unknown[]>(stores.log.getAll(range, limit)),
  ])
  const entries = await withFlagSets<Entry>(stores, stored)
  return entries.map((entry, index): JournalEntry<Entry> => ({ position: Number(keys[index]), entry }))
}

/** An entry whose id is in the log already is left out, and the rest of the transaction goes on: so it is not committed before. */
const addOnce = (log: IDBObjectStore, entry: Pick<Keyed, 'id'>) =>
  new Promise<void>((resolve, reject) => {
    const request = log.add(entry)
    request.onsuccess = () => resolve()
    request.onerror = (event) => {
      if (request.error?.name !== 'ConstraintError') return reject(request.error)
      event.preventDefault()
      event.stopPropagation()
      resolve()
    }
  })
