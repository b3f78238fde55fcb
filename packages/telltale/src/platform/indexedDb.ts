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

/** False when the transaction was aborted, and nothing of it was kept. */
export const completed = (transaction: IDBTransaction) =>
  new Promise<boolean>((resolve) => {
    transaction.oncomplete = () => resolve(true)
    transaction.onabort = () => resolve(false)
  })

/** Without waiting for the requests' answers; browsers without `commit` do it a little later by themselves. */
export const commit = (transaction: IDBTransaction) => transaction.commit?.()
