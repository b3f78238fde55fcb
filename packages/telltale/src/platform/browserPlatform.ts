import type { Platform } from '../core/ports/platform.ts'
import { consoleLog } from './consoleLog.ts'
import { fetchTransport } from './fetchTransport.ts'
import { indexedDbJournal } from './indexedDbJournal.ts'
import { openJournal } from './openJournal.ts'
import { timerClock } from './timerClock.ts'
import { webRandom } from './webRandom.ts'
import { webStorage } from './webStorage.ts'
import { webTabs } from './webTabs.ts'
import { windowPage } from './windowPage.ts'

/** What every key, lock and database of ours starts with. */
const PREFIX = 'telltale:'

/** The browser. Making it touches nothing: each port asks for its browser API when it is used. */
export const browserPlatform = (): Platform => ({
  clock: timerClock,
  transport: fetchTransport,
  storage: webStorage(PREFIX),
  page: windowPage,
  tabs: webTabs(PREFIX),
  random: webRandom,
  log: consoleLog,
  journal: (name) => openJournal(() => indexedDbJournal(PREFIX + name), timerClock),
})
