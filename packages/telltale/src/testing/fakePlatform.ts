import { createListeners } from '../core/lib/listeners.ts'
import type { Platform } from '../core/ports/platform.ts'
import { openEventStore } from '../platform/openEventStore.ts'
import { fakeClock, settle, type FakeClock } from './fakeClock.ts'
import { fakeDisk, type FakeDisk } from './fakeDisk.ts'
import { fakeTabs } from './fakeTabs.ts'
import { fakeTransport, type FakeServer, type FakeTransport } from './fakeTransport.ts'

export interface FakePlatform extends Platform {
  clock: FakeClock
  transport: FakeTransport
  /** What was written to the developer's console. */
  readonly logged: readonly string[]
  url: string
  cookies: Record<string, string>
  /** A browser's page when true, a mobile application's web view when not. */
  hasNavigationTiming: boolean
  isDoNotTrack: boolean
  /** Somebody clicks on what these CSS selectors describe. */
  click(...selectors: string[]): void
  /** The page says that its address has changed. */
  navigate(): void
  /** The page is hidden, or about to be left. */
  mayExit(): void
  /** The page is left, for good. */
  leave(): void
  /** The page is about to be left, and stays, as after a download: it lets go of what other tabs may want. */
  almostLeave(): void
  /** The page is gone without having been told: its code runs no more. */
  crash(): void
  /** It is looked at again. */
  comeBack(): void
  settle(): Promise<void>
}

/**
 * The outside world under a test's control: time stands still until `clock.advance`, the network is `server`, and `disk` is
 * what the next page finds again. `startMs` is when it is, in milliseconds since 1970.
 */
export function fakePlatform(
  server: FakeServer = () => ({ status: 202 }),
  disk: FakeDisk = fakeDisk(),
  startMs = Date.UTC(2026, 0, 1),
): FakePlatform {
  const exits = createListeners<[]>()
  const returns = createListeners<[]>()
  const clicks = createListeners<[(selector: string) => boolean]>()
  const navigations = createListeners<[]>()
  const logged: string[] = []
  const clock = fakeClock(startMs)
  const tabs = fakeTabs(disk)
  const platform: FakePlatform = {
    clock,
    transport: fakeTransport(server, (problem) => logged.push(problem)),
    storage: disk.storage,
    eventStore: (name) => openEventStore(async () => disk.eventStore(name), clock),
    tabs,
    random: countingRandom(disk),
    log: { error: (message) => void logged.push(message), warn: (message) => void logged.push(message) },
    page: {
      url: () => platform.url,
      cookie: (name) => platform.cookies[name],
      hasNavigationTiming: () => platform.hasNavigationTiming,
      screen: () => ({ width: 1440, height: 900 }),
      onMayExit: exits.add,
      onReturn: returns.add,
    },
    visitor: { onClick: clicks.add, onNavigate: navigations.add, isDoNotTrack: () => platform.isDoNotTrack },
    channel: tabs.channel,
    logged,
    url: 'https://app.test/fleet',
    cookies: {},
    hasNavigationTiming: true,
    isDoNotTrack: false,
    click: (...selectors) => clicks.notify((selector) => selectors.includes(selector)),
    navigate: navigations.notify,
    mayExit: exits.notify,
    leave() {
      exits.notify()
      tabs.leave()
    },
    almostLeave: tabs.almostLeave,
    crash: tabs.leave,
    comeBack: returns.notify,
    settle,
  }
  return platform
}

/** How many ids were minted over each disk: platforms that share a disk must not mint the same. */
const minted = new WeakMap<FakeDisk, number>()

/** Not random at all: halves, and ids that differ, in no order. */
function countingRandom(disk: FakeDisk): Platform['random'] {
  return {
    number: () => 0.5,
    uuid() {
      const count = (minted.get(disk) ?? 0) + 1
      minted.set(disk, count)
      const digits = [...count.toString(16).padStart(12, '0')].reverse().join('')
      return `00000000-0000-4000-8000-${digits}`
    },
  }
}
