import { attempt } from '../core/lib/attempt.ts'
import { createPageVisits } from './pageVisits.ts'

export interface Schema {
  version: number
  /** Brings the stores of a former version up to this one; a new database has version 0. */
  upgrade(database: IDBDatabase, transaction: IDBTransaction, from: number): void
}

export interface Transaction<Answer> {
  stores: readonly string[]
  mode: IDBTransactionMode
  /**
   * It asks for nothing, and is on its way to the disk when `action` returns: it is made even by a page that is being left. Any other
   * is aborted when the page enters the back/forward cache, and made again when the page is shown.
   */
  isCommitted?: boolean
  action(transaction: IDBTransaction): Promise<Answer>
}

export interface Database {
  /** Rejects when the browser refuses, or when nothing of the transaction was kept. */
  transact<Answer>(transaction: Transaction<Answer>): Promise<Answer>
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
  const visits = createPageVisits()

  async function make<Answer>({ stores, mode, isCommitted, action }: Transaction<Answer>): Promise<Answer> {
    // `relaxed` with an explicit commit is on its way to the disk sooner than anything else: measured, it outlives a
    // kill of the whole browser, and `strict` for the first 50 ms does not.
    const transaction = database.transaction(stores, mode, { durability: 'relaxed' })
    if (!isCommitted) visits.abortOnLeave(transaction)
    const isDone = completed(transaction)
    try {
      const answer = await action(transaction)
      if (mode === 'readwrite' && !(await isDone)) throw transaction.error ?? new Error('aborted')
      return answer
    } catch (error) {
      attempt(() => transaction.abort()) // throws of one that has ended
      throw error
    }
  }

  return {
    transact: (transaction) =>
      visits.repeat(async () => {
        if (!transaction.isCommitted) await visits.isHere()
        return make(transaction)
      }),
  }
}

export const result = <T>(request: IDBRequest<T>) =>
  new Promise<T>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

/** False when the transaction was aborted, and nothing of it was kept. */
export const completed = (transaction: IDBTransaction) =>
  new Promise<boolean>((resolve) => {
    transaction.oncomplete = () => resolve(true)
    transaction.onabort = () => resolve(false)
    // WebKit completes a transaction whose request has failed while its page was in the back/forward cache.
    transaction.onerror = () => resolve(false)
  })

/** Without waiting for the requests' answers; browsers without `commit` do it a little later by themselves. */
export const commit = (transaction: IDBTransaction) => transaction.commit?.()
