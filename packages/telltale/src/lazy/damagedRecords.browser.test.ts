import { describeDamagedRecords } from '../events/damagedRecords.suite.ts'
import type { Queued } from '../events/storedRecord.ts'
import { result } from '../platform/indexedDb.ts'
import { indexedDbEventStore } from '../platform/indexedDbEventStore.ts'

let count = 0

describeDamagedRecords('damaged records in IndexedDB', async () => {
  const name = { prefix: 'test:', appName: `damaged ${Date.now()}-${(count += 1)}` }
  const store = await indexedDbEventStore<Queued>(name)
  const database = await result(indexedDB.open(`${name.prefix}events:${name.appName}`))
  return {
    store,
    put: (record) => result(database.transaction('events', 'readwrite').objectStore('events').put(record)),
  }
})
