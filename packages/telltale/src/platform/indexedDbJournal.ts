import type { Journal, Keyed } from '../core/ports/journal.ts'

const WAITING = 'waiting'
const LOG = 'log'
const BOOKMARKS = 'bookmarks'
const BY_ID = 'id'

/** Rejects where IndexedDB cannot be opened; what it answers never does. */
export async function indexedDbJournal<Waiting extends Keyed, Entry extends Keyed>(
  name: string,
): Promise<Journal<Waiting, Entry>> {
  const database = await openDatabase(name)
  // Another tab has a newer schema, or the user is clearing the site's data: do not stand in the way.
  database.onversionchange = () => database.close()

  async function write(stores: string[], action: (store: (name: string) => IDBObjectStore) => void): Promise<boolean> {
    try {
      // `relaxed` with an explicit commit is on its way to the disk sooner than anything else: measured, it outlives a
      // kill of the whole browser, and `strict` for the first 50 ms does not.
      const transaction = database.transaction(stores, 'readwrite', { durability: 'relaxed' })
      const isDone = completed(transaction)
      action((store) => transaction.objectStore(store))
      return await isDone
    } catch {
      return false
    }
  }

  async function read<T>(stores: string, action: (store: IDBObjectStore) => IDBRequest<T>): Promise<T | undefined> {
    try {
      return await result(action(database.transaction(stores, 'readonly').objectStore(stores)))
    } catch {
      return undefined
    }
  }

  return {
    hold: (items) =>
      write([WAITING], (store) => {
        for (const item of items) store(WAITING).put(item)
        commit(store(WAITING))
      }),
    waiting: async () => (await read<Waiting[]>(WAITING, (store) => store.getAll())) ?? [],
    async append(entries) {
      const isWritten = await write([LOG], (store) => {
        for (const entry of entries) store(LOG).add(entry)
        commit(store(LOG))
      })
      // An id that is in the log already has aborted the whole: rare, as after a page that was cut off. After `commit` no
      // error can be prevented, so that the second try does without.
      return isWritten || write([LOG], (store) => entries.forEach((entry) => addOnce(store(LOG), entry)))
    },
    release: (entries) =>
      write([WAITING, LOG], (store) => {
        for (const entry of entries) {
          const found = store(WAITING).getKey(entry.id)
          found.onsuccess = () => {
            if (found.result === undefined) return
            store(WAITING).delete(entry.id)
            addOnce(store(LOG), entry)
          }
        }
      }),
    async readAfter(position, limit) {
      // One transaction for both, so that keys and values belong together.
      try {
        const log = database.transaction(LOG, 'readonly').objectStore(LOG)
        const range = IDBKeyRange.lowerBound(position, true)
        const [keys, entries] = await Promise.all([
          result(log.getAllKeys(range, limit)),
          result<Entry[]>(log.getAll(range, limit)),
        ])
        return entries.map((entry, index) => ({ position: Number(keys[index]), entry }))
      } catch {
        return []
      }
    },
    bookmark: async (reader) => (await read<number>(BOOKMARKS, (store) => store.get(reader))) ?? 0,
    advance: (reader, position) =>
      write([BOOKMARKS], (store) => {
        const present = store(BOOKMARKS).get(reader)
        present.onsuccess = () => {
          if (!(present.result >= position)) store(BOOKMARKS).put(position, reader)
        }
      }),
    async trim(position) {
      await write([LOG], (store) => void store(LOG).delete(IDBKeyRange.upperBound(position)))
    },
  }
}

function openDatabase(name: string): Promise<IDBDatabase> {
  const request = indexedDB.open(name, 1)
  request.onupgradeneeded = () => {
    const database = request.result
    database.createObjectStore(WAITING, { keyPath: BY_ID })
    database.createObjectStore(LOG, { autoIncrement: true }).createIndex(BY_ID, BY_ID, { unique: true })
    database.createObjectStore(BOOKMARKS)
  }
  return result(request)
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

/** Without waiting for the requests' answers; browsers without `commit` do it a little later by themselves. */
const commit = (store: IDBObjectStore) => store.transaction.commit?.()

const result = <T>(request: IDBRequest<T>) =>
  new Promise<T>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

const completed = (transaction: IDBTransaction) =>
  new Promise<boolean>((resolve) => {
    transaction.oncomplete = () => resolve(true)
    transaction.onabort = () => resolve(false)
  })
