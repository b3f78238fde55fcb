import type { Platform } from '../core/ports/platform.ts'
import { consoleLog } from './consoleLog.ts'
import { memoryEventStore } from './memoryEventStore.ts'
import { webRandom } from './webRandom.ts'
import { wholePage } from './wholePage.ts'

/**
 * A server, which renders a page and has done with it: nothing is asked, nothing is kept, and no timer holds its process. What
 * it renders with is what the settings bring, such as a bootstrap.
 */
export const serverPlatform = (): Platform => ({
  clock: { now: () => Date.now(), after: () => () => {} },
  transport: { send: () => new Promise(() => {}), keepaliveRoom: () => 0 },
  storage: { get: () => undefined, set: () => false, remove() {}, keys: () => [] },
  page: wholePage,
  tabs: { whileAlone: async () => false },
  random: webRandom,
  // What is worth a warning is said in the browser, where the same settings are.
  log: { error: consoleLog.error, warn() {} },
  eventStore: () => memoryEventStore(),
})
