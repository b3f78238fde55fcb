import type { Channel } from './channel.ts'
import type { Clock } from './clock.ts'
import type { EventStore, Storable } from './eventStore.ts'
import type { KeyValueStorage } from './keyValueStorage.ts'
import type { Log } from './log.ts'
import type { Page } from './page.ts'
import type { Random } from './random.ts'
import type { Tabs } from './tabs.ts'
import type { Transport } from './transport.ts'
import type { Visitor } from './visitor.ts'

/** The outside world. The browser's is in `platform/`; tests bring another one. */
export interface Platform {
  clock: Clock
  transport: Transport
  storage: KeyValueStorage
  page: Page
  tabs: Tabs
  random: Random
  log: Log
  /** Opens the events of the application of this name. A former version of their database is read for these destinations. */
  eventStore<Event extends Storable>(appName: string, destinations: readonly string[]): EventStore<Event>
  /** Flags alone need these: their entry brings the browser's. */
  visitor?: Visitor
  channel?: Channel
}
