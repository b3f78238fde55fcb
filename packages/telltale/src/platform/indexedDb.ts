/** Opens a database of one version. Rejects where the browser refuses. */
export async function openDatabase(name: string, create: (database: IDBDatabase) => void): Promise<IDBDatabase> {
  const request = indexedDB.open(name, 1)
  request.onupgradeneeded = () => create(request.result)
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
