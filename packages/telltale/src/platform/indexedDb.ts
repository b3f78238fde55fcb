export interface Schema {
  version: number
  /** Brings the stores of a former version up to this one; a new database has version 0. */
  upgrade(database: IDBDatabase, transaction: IDBTransaction, from: number): void
}

/** Rejects where the browser refuses. */
export async function openDatabase(name: string, { version, upgrade }: Schema): Promise<IDBDatabase> {
  const request = indexedDB.open(name, version)
  request.onupgradeneeded = ({ oldVersion }) => {
    if (request.transaction) upgrade(request.result, request.transaction, oldVersion)
  }
  const database = await result(request)
  // Another tab has a newer schema, or the user is clearing the site's data: do not stand in the way.
  database.onversionchange = () => database.close()
  return database
}

export const result = <T>(request: IDBRequest<T>) =>
  new Promise<T>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

/**
 * False when nothing of the transaction was kept. In WebKit, one that was under way when its page went into the back/forward
 * cache completes after the return, although its requests have failed.
 */
export const completed = (transaction: IDBTransaction) =>
  new Promise<boolean>((resolve) => {
    transaction.onerror = transaction.onabort = () => resolve(false)
    transaction.oncomplete = () => resolve(true)
  })
