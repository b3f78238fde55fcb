import { describeJournal } from '../core/ports/journal.suite.ts'
import { describeKeyValueStorage } from '../core/ports/keyValueStorage.suite.ts'
import { describeTabs } from '../core/ports/tabs.suite.ts'
import { fakeDisk } from './fakeDisk.ts'
import { fakeTabs } from './fakeTabs.ts'

describeJournal('the journal on a fake disk', () => fakeDisk().journal('events'))
describeKeyValueStorage('the storage on a fake disk', () => fakeDisk().storage)
describeTabs('tabs that share a fake disk', () => {
  const disk = fakeDisk()
  return [fakeTabs(disk), fakeTabs(disk)]
})
