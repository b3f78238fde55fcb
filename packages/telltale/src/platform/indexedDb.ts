import { attempt } from '../core/lib/attempt.ts'

export interface Schema {
  version: number
  /** Brings the stores of a former version up to this one; a new database has version 0. */
  upgrade(database: IDBDatabase, transaction: IDBTransaction, from: number): void
}

export interface Database {
  /**
   * Rejects when the browser refuses, or when nothing of the transaction was kept. Does it again after the page has been in the
   * back/forward cache, if it was not committed before.
   */
  transact<Answer>(
    stores: readonly string[],
    mode: IDBTransactionMode,
    action: (transaction: IDBTransaction) => Promise<Answer>,
  ): Promise<Answer>
}

/** Rejects where the browser refuses. */
export async function openDatabase(name: string, { version, upgrade }: Schema): Promise<Database> {
  const request = indexedDB.open(name, version)
  request.onupgradeneeded = ({ oldVersion }) => {
    if (request.transaction) upgrade(request.result, request.transaction, oldVersion)
  }
  const database = await result(request)
  // Another tab has a newer schema, or the user is clearing the site's data: do not stand in the way.
  database.onversionchange = () => database.close()
  const open = new Set<IDBTransaction>()
  const suspended = new WeakSet<IDBTransaction>()
  // WebKit suspends such a page with its open transactions, and every other page of the origin that writes to these stores waits.
  globalThis.addEventListener?.('pagehide', ({ persisted }) => {
    if (!persisted) return
    for (const transaction of open) {
      suspended.add(transaction)
      attempt(() => transaction.abort()) // throws for one that is committed
    }
  })

  return {
    async transact(stores, mode, action) {
      for (;;) {
        // `relaxed` with an explicit commit is on its way to the disk sooner than anything else: measured, it outlives a
        // kill of the whole browser, and `strict` for the first 50 ms does not.
        const transaction = database.transaction(stores, mode, { durability: 'relaxed' })
        open.add(transaction)
        const completion = completed(transaction)
        try {
          const answer = await action(transaction)
          if (mode === 'readwrite') await completion
          return answer
        } catch (error) {
          attempt(() => transaction.abort())
          await completion.catch(() => {})
          if (!suspended.has(transaction)) throw error
          await untilShown()
        } finally {
          open.delete(transaction)
        }
      }
    },
  }
}

export const result = <T>(request: IDBRequest<T>) =>
  new Promise<T>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

/** Rejects when the transaction was aborted, and nothing of it was kept. */
export const completed = (transaction: IDBTransaction) =>
  new Promise<void>((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error)
    // WebKit completes a transaction whose request has failed while its page was in the back/forward cache.
    transaction.onerror = () => reject(transaction.error)
  })

/** Without waiting for the requests' answers; browsers without `commit` do it a little later by themselves. */
export const commit = (transaction: IDBTransaction) => transaction.commit?.()

const untilShown = () =>
  new Promise<void>((resolve) => globalThis.addEventListener('pageshow', () => resolve(), { once: true }))
