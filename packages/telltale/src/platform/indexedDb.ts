import { attempt } from '../core/lib/attempt.ts'
import { listen } from './windowPage.ts'

export interface Schema {
  version: number
  /** Creates the stores in an empty database. */
  create(database: IDBDatabase): void
}

export interface Transaction<Answer> {
  stores: readonly string[]
  mode: IDBTransactionMode
  /**
   * True when the transaction reads nothing and is committed when `action` returns. Such a transaction is made even by
   * a page that is being left. Any other transaction is aborted when the page enters the back/forward cache, and made
   * again when the page is shown.
   */
  isCommitted?: boolean
  action(transaction: IDBTransaction): Promise<Answer>
}

export interface Database {
  /** Rejects when the browser refuses the transaction, or when nothing of it was kept. */
  transact<Answer>(transaction: Transaction<Answer>): Promise<Answer>
}

/**
 * Opens a database. Rejects when the browser refuses to open it. Stores that the database has with a lower version are
 * deleted: a script that opens any name without a version creates a database of version 1.
 */
export async function openDatabase(name: string, { version, create }: Schema): Promise<Database> {
  const request = indexedDB.open(name, version)
  request.onupgradeneeded = () => {
    for (const store of [...request.result.objectStoreNames]) request.result.deleteObjectStore(store)
    create(request.result)
  }
  const database = await result(request)
  // Another tab has a newer schema, or the user is clearing the site's data. Close the connection, because it would
  // block either.
  database.onversionchange = () => database.close()

  // In WebKit, a transaction that is open when its page enters the back/forward cache stays open, and the transactions of
  // all other pages of the origin wait until the page comes back. A transaction that is aborted in `pagehide`, or that is
  // committed by then, does not block them.
  const open = new Map<IDBTransaction, { isCommitted: boolean; comeBack(): void }>()
  /** Resolves once the page is not in the back/forward cache. */
  let isHere = Promise.resolve()
  let comeBack: (() => void) | undefined
  listen(() => [
    [window, 'pagehide', (event) => (event as PageTransitionEvent).persisted && leave()],
    [window, 'pageshow', show],
  ])

  function leave() {
    isHere = new Promise((resolve) => (comeBack = resolve))
    for (const [transaction, { isCommitted }] of open) if (!isCommitted) attempt(() => transaction.abort()) // throws if the transaction is ending
  }

  function show() {
    if (!comeBack) return
    comeBack()
    comeBack = undefined
    isHere = Promise.resolve()
    for (const transaction of open.values()) transaction.comeBack()
  }

  /**
   * Resolves when the page comes back and has not been told that the transaction ended. Resolves only if the transaction
   * was open when the page was left. A transaction that is not committed is aborted when the page is left.
   */
  function outlasts(transaction: IDBTransaction, isCommitted: boolean): Promise<void> {
    for (const end of ['complete', 'abort']) transaction.addEventListener(end, () => open.delete(transaction))
    return new Promise((resolve) => open.set(transaction, { isCommitted, comeBack: resolve }))
  }

  async function run<Answer>({ stores, mode, isCommitted = false, action }: Transaction<Answer>): Promise<Answer> {
    // `relaxed` with an explicit commit reaches the disk sooner than anything else. Measured: it survives a kill of the
    // whole browser, and `strict` does not during the first 50 ms.
    const transaction = database.transaction(stores, mode, { durability: 'relaxed' })
    // Firefox does not tell a page about transactions that ended while the page was in the back/forward cache.
    // A database that was closed meanwhile gives no answer either: the repeated transaction rejects then.
    const hasMissedEnd = outlasts(transaction, isCommitted).then(() => waitForEnds(stores).catch(() => {}))
    const isDone = Promise.race([completed(transaction), hasMissedEnd.then(() => isCommitted)])
    try {
      const pendingAnswer = action(transaction)
      const aborted = new Error('aborted')
      const answer = await Promise.race([
        pendingAnswer,
        hasMissedEnd.then(() => (isCommitted ? pendingAnswer : Promise.reject(aborted))),
      ])
      if (mode === 'readwrite' && !(await isDone)) throw transaction.error ?? aborted
      return answer
    } catch (error) {
      attempt(() => transaction.abort()) // throws if the transaction has ended
      throw error
    }
  }

  /**
   * Resolves once the page has been told about all transactions of these stores that have ended, in browsers that tell
   * it.
   */
  async function waitForEnds(stores: readonly string[]) {
    for (const store of stores) await result(database.transaction(store, 'readonly').objectStore(store).count())
  }

  return {
    async transact(transaction) {
      for (;;) {
        const visit = isHere
        try {
          if (!transaction.isCommitted) await visit
          return await run(transaction)
        } catch (error) {
          if (visit === isHere) throw error
        }
        await isHere // the transaction failed because the page was left
      }
    },
  }
}

export const result = <T>(request: IDBRequest<T>) =>
  new Promise<T>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

/** Resolves with false when the transaction was aborted and nothing of it was kept. */
export const completed = (transaction: IDBTransaction) =>
  new Promise<boolean>((resolve) => {
    transaction.oncomplete = () => resolve(true)
    transaction.onabort = () => resolve(false)
    // WebKit completes a transaction even if one of its requests failed while the page was in the back/forward cache.
    transaction.onerror = () => resolve(false)
  })

/**
 * Commits without waiting for the answers of the requests. Browsers without `commit` commit a little later by
 * themselves.
 */
export const commit = (transaction: IDBTransaction) => transaction.commit?.()
