import { describeDamagedRecords } from '../events/store/damagedRecords.suite.ts'
import type { Queued } from '../events/store/storedRecord.ts'
import { result } from '../platform/indexedDb.ts'
import { indexedDbEventStore } from '../platform/indexedDbEventStore.ts'

const name = { prefix: 'test:', appName: `damaged ${Date.now()}` }
/** One for all records: it takes a browser far longer to make a database than to empty it. */
const opened = (async () => {
  const store = await indexedDbEventStore<Queued>(name)
  const database = await result(indexedDB.open(`${name.prefix}events:${name.appName}`))
  return { store, database }
})()

describeDamagedRecords('damaged records in IndexedDB', async () => {
  const { store, database } = await opened
  const events = () => database.transaction('events', 'readwrite').objectStore('events')
  await result(events().clear())
  return { store, put: (record) => result(events().put(record)) }
})
