import { describeDamagedRecords } from './damagedRecords.suite.ts'
import type { Queued } from './storedRecord.ts'
import { fakeDisk } from '../testing/fakeDisk.ts'

describeDamagedRecords('damaged records on the fake disk', async () => {
  const disk = fakeDisk()
  return { store: disk.eventStore<Queued>('Desk'), put: async (record) => disk.putRecord('Desk', record) }
})
