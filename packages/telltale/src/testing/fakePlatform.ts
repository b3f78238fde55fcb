import { createListeners } from '../core/lib/listeners.ts'
import type { OpenedEventStore, Storable } from '../core/ports/eventStore.ts'
import type { Clock, Decide, LatePlatform } from '../core/ports/platform.ts'
import { openEventStore } from '../platform/indexedDbEventStore.ts'
import { fakeDisk, openStorage, type FakeDisk } from './fakeDisk.ts'
import { fakeTabs } from './fakeTabs.ts'
import { fakeTransport, type FakeServer, type FakeTransport } from './fakeTransport.ts'

export interface FakePlatform extends LatePlatform {
  clock: FakeClock
  decide: Decide
  transport: FakeTransport
  /** Opens the event store of an application on the fake disk. */
  eventStore<Event extends Storable>(appName: string): OpenedEventStore<Event>
  /** The messages written to the developer's console. */
  readonly logged: readonly string[]
  url: string
  cookies: Record<string, string>
  /** True in a browser page, false in the web view of a mobile application. */
  hasNavigationTiming: boolean
  isDoNotTrack: boolean
  isOnline: boolean
  /** The browser has prerendered the page, and may never show it. */
  isPrerendered: boolean
  /** Shows a page that was prerendered. */
  activate(): void
  /** Simulates a click on an element that matches these CSS selectors. */
  click(...selectors: string[]): void
  /** Reports that the page's address has changed. */
  navigate(): void
  /** Hides the page, as when the user switches tabs or is about to leave. */
  mayExit(): void
  /** Hides the page as one that is left: it goes to the back/forward cache. */
  putInCache(): void
  /** Unloads the page for good. */
  leave(): void
  /** Fires the unload events on a page that then stays open, as a download does. Locks that other tabs may want are released. */
  almostLeave(): void
  /** Ends the page without any event, as a crash does. Its code does not run again. */
  crash(): void
  /** Makes the page visible again. */
  comeBack(): void
  settle(): Promise<void>
}

/**
 * A platform under the test's control: time stands still until `clock.advance`, the network is `server`, and `disk` is what the
 * next page finds. `startMs` is the start time in milliseconds since 1970.
 */
export function fakePlatform(
  server: FakeServer = () => ({ status: 202 }),
  disk: FakeDisk = fakeDisk(),
  startMs = Date.UTC(2026, 0, 1),
): FakePlatform {
  const exits = createListeners<[boolean]>()
  const returns = createListeners<[]>()
  const activations = createListeners<[]>()
  const clicks = createListeners<[(selector: string) => boolean]>()
  const navigations = createListeners<[]>()
  const logged: string[] = []
  const clock = fakeClock(startMs)
  const tabs = fakeTabs(disk)
  const storage = openStorage(disk, tabs.hearStored)
  const platform: FakePlatform = {
    clock,
    transport: fakeTransport(server, (problem) => logged.push(problem)),
    storage,
    eventStore: (name) => openEventStore(async () => disk.eventStore(name), clock),
    tabs,
    decide: disk.decide,
    random: countingRandom(disk),
    log: {
      error: (message, cause) => void logged.push(cause ? `${message}: ${cause.message}` : message),
      warn: (message) => void logged.push(message),
    },
    page: {
      url: () => platform.url,
      isSameOrigin: (url) => new URL(url, platform.url).origin === new URL(platform.url).origin,
      cookie: (name) => platform.cookies[name],
      hasNavigationTiming: () => platform.hasNavigationTiming,
      screen: () => '1440x900',
      isOnline: () => platform.isOnline,
      whenShown: (action) => void (platform.isPrerendered ? activations.add(action) : action()),
      onMayExit: exits.add,
      onReturn: returns.add,
    },
    clicks: { onClick: clicks.add, onNavigate: navigations.add, isDoNotTrack: () => platform.isDoNotTrack },
    channel: tabs.channel,
    running: new Set(),
    logged,
    url: 'https://app.test/fleet',
    cookies: {},
    hasNavigationTiming: true,
    isDoNotTrack: false,
    isOnline: true,
    isPrerendered: false,
    activate() {
      platform.isPrerendered = false
      activations.notify()
    },
    click: (...selectors) => clicks.notify((selector) => selectors.includes(selector)),
    navigate: navigations.notify,
    mayExit: () => exits.notify(false),
    putInCache: () => exits.notify(true),
    leave() {
      exits.notify(true)
      end()
    },
    almostLeave: tabs.almostLeave,
    crash: end,
    comeBack() {
      storage.thaw()
      returns.notify()
    },
    settle,
  }

  function end() {
    storage.close()
    tabs.leave()
  }

  return platform
}

/** Counts the ids created over each disk, so that platforms that share a disk never create the same id. */
const minted = new WeakMap<FakeDisk, number>()

/** Deterministic: random numbers are always one half, and ids are unique but not sorted. */
function countingRandom(disk: FakeDisk): LatePlatform['random'] {
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

export interface FakeClock extends Clock {
  /** Advances time by `ms` milliseconds: runs due timers in order and awaits the work that they start. */
  advance(ms: number): Promise<void>
  /** The number of pending timers. It must be 0 after a stop. */
  readonly pending: number
}

/** How many turns of the microtask queue are run before everything that does not need time counts as done. */
const SETTLING_TURNS = 100

export function fakeClock(startMs = 0): FakeClock {
  let now = startMs
  let timers: { at: number; task: () => void }[] = []

  return {
    now: () => now,
    parse: (date) => Date.parse(date),
    after(ms, task) {
      const timer = { at: now + Math.max(0, ms), task }
      timers.push(timer)
      return () => void (timers = timers.filter((other) => other !== timer))
    },
    get pending() {
      return timers.length
    },
    async advance(ms) {
      const until = now + ms
      await settle()
      for (;;) {
        const due = timers.filter((timer) => timer.at <= until).sort((a, b) => a.at - b.at)[0]
        if (!due) break
        now = due.at
        timers = timers.filter((other) => other !== due)
        due.task()
        await settle()
      }
      now = until
      await settle()
    },
  }
}

/** Runs the microtask queue until promises have settled. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < SETTLING_TURNS; turn += 1) await Promise.resolve()
}
