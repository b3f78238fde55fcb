import type { Channel } from './channel.ts'
import type { Clock } from './clock.ts'
import type { Journal, Keyed } from './journal.ts'
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
  /** Opens the journal of this name, or one in memory where the browser keeps nothing. */
  journal<Waiting extends Keyed, Entry extends Keyed>(name: string): Journal<Waiting, Entry>
  /** Flags alone need these: their entry brings the browser's. */
  visitor?: Visitor
  channel?: Channel
}
