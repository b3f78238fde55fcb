import { describeDamagedRecords } from './damagedRecords.suite.ts'
import type { Queued } from './storedRecord.ts'
import { compareKeys } from '../../testing/compareKeys.ts'
import { fakeDisk } from '../../testing/fakeDisk.ts'

describeDamagedRecords('damaged records on the fake disk', async () => {
  const disk = fakeDisk(compareKeys)
  return { store: disk.eventStore<Queued>('Desk'), put: async (record) => disk.putRecord('Desk', record) }
})
