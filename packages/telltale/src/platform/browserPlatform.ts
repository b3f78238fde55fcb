import type { PlainPage } from '../core/ports/page.ts'
import type { Platform } from '../core/ports/platform.ts'
import { compressBody } from './compressBody.ts'
import { consoleLog } from './consoleLog.ts'
import { fetchTransport } from './fetchTransport.ts'
import { indexedDbEventStore } from './indexedDbEventStore.ts'
import { openEventStore } from './openEventStore.ts'
import { PREFIX } from './prefix.ts'
import { timerClock } from './timerClock.ts'
import { webRandom } from './webRandom.ts'
import { webStorage } from './webStorage.ts'
import { webTabs } from './webTabs.ts'
import { wholePage } from './wholePage.ts'
import { windowPage } from './windowPage.ts'

/** What needs neither a durable log nor other tabs: a flag client on its own. */
export const browserPorts = (): Omit<Platform, 'eventStore' | 'tabs' | 'page'> & { page: PlainPage } => ({
  clock: timerClock,
  transport: fetchTransport(),
  storage: webStorage(PREFIX),
  page: windowPage,
  random: webRandom,
  log: consoleLog,
})

/** The browser. Making it touches nothing: each port asks for its browser API when it is used. */
export const browserPlatform = (): Platform => ({
  ...browserPorts(),
  page: wholePage,
  transport: fetchTransport(compressBody),
  tabs: webTabs(PREFIX),
  eventStore: (appName, destinations) =>
    openEventStore(() => indexedDbEventStore({ prefix: PREFIX, appName, destinations }), timerClock),
})
