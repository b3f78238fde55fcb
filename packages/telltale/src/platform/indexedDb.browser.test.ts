import { expect, test } from 'vitest'
import { openDatabase, result } from './indexedDb.ts'

const STORE = 'store'

test('a page that is restored after its database was closed has no unhandled rejection', async () => {
  const name = crypto.randomUUID()
  const rejected: unknown[] = []
  const record = (event: PromiseRejectionEvent) => {
    event.preventDefault()
    rejected.push(event.reason)
  }
  addEventListener('unhandledrejection', record)
  const database = await openDatabase(name, { version: 1, create: (one) => void one.createObjectStore(STORE) })

  const read = database.transact({
    stores: [STORE],
    mode: 'readonly',
    async action(transaction) {
      // Requests keep the transaction open until the deletion below has closed the connection.
      while (!isClosed(transaction.db)) await result(transaction.objectStore(STORE).count())
      dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))
      dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
      return 'read'
    },
  })
  const deletion = indexedDB.deleteDatabase(name)

  await read.catch(() => {})
  await result(deletion)
  await new Promise((resolve) => setTimeout(resolve))
  removeEventListener('unhandledrejection', record)
  expect(rejected).toEqual([])
})

function isClosed(database: IDBDatabase): boolean {
  try {
    database.transaction(STORE)
    return false
  } catch {
    return true
  }
}
