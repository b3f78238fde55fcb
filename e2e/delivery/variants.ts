import type { Variant } from './expectEachOnce.ts'
import { prototype, zone } from './replacedBuiltIns.ts'

export type NamedVariant = Variant & {
  /** The end of a sentence that begins with "when". */
  readonly title: string
  /** The scenario that `npm test` plays under this variant; `npm run suite -- delivery` plays all of them. */
  readonly core?: string
  /** Only the database keeps events that the page cannot send. */
  readonly hasNoLocalStorage?: true
  /** No storage outlives the page: only scenarios are played that a page can finish itself or at its exit. */
  readonly hasNoStorage?: true
}

/** Conditions that must not change how a scenario ends. `before` runs in each page before any other script. */
export const variants: readonly NamedVariant[] = [
  { title: 'two tabs', tabs: 2 },
  { title: 'ten tabs', tabs: 10 },
  { title: 'localStorage is full', before: fillLocalStorage, hasNoLocalStorage: true, core: 'burst20nav' },
  { title: 'localStorage is blocked', before: blockLocalStorage, hasNoLocalStorage: true },
  { title: 'IndexedDB is full', before: refuseWrites },
  { title: 'IndexedDB is blocked', before: blockIndexedDb },
  {
    title: 'all storage is blocked',
    before: blockAllStorage,
    hasNoStorage: true,
    core: 'close20',
    // An event that is tracked earlier cannot be stored, and is lost when the page is left.
    settings: { waitsUntilReady: true },
  },
  { title: 'there is neither BroadcastChannel nor Web Locks', before: hideTabs },
  { title: 'the clock jumps an hour ahead', before: jumpAhead },
  { title: 'the clock jumps an hour back', before: jumpBack },
  { title: 'some events are of 60 kB', largeBytes: 60_000 },
  {
    title: 'one of three destinations is down',
    settings: { destinations: 3 },
    paths: ['/collect-first', '/collect-third'],
    down: '/collect-second',
  },
  // `refused.read()`, which the page waits for, comes from the lazy chunk, as `counts()` does.
  { title: zone.title, before: zone.before, core: 'nav6', settings: { waitsUntilReady: true } },
  {
    title: 'zone.js replaces Promise, and async functions are compiled to generators, as Angular builds applications',
    before: zone.before,
    generators: true,
    settings: { waitsUntilReady: true },
  },
  { title: prototype.title, before: prototype.before, core: 'burst20nav', settings: { waitsUntilReady: true } },
]

function fillLocalStorage() {
  for (let bytes = 1024 * 1024; bytes >= 1; bytes = Math.floor(bytes / 2)) {
    try {
      for (let part = 0; part < 16; part += 1) localStorage.setItem(`full-${bytes}-${part}`, 'x'.repeat(bytes))
    } catch {
      continue // a smaller part may find room
    }
  }
}

function blockLocalStorage() {
  Object.defineProperty(window, 'localStorage', {
    get: () => {
      throw new DOMException('Access is denied for this document.', 'SecurityError')
    },
  })
}

function refuseWrites() {
  const refuse = () => {
    throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
  }
  IDBObjectStore.prototype.add = refuse
  IDBObjectStore.prototype.put = refuse
}

function blockIndexedDb() {
  IDBFactory.prototype.open = () => {
    throw new DOMException('Access is denied for this document.', 'SecurityError')
  }
}

function blockAllStorage() {
  function deny(): never {
    throw new DOMException('Access is denied for this document.', 'SecurityError')
  }
  Object.defineProperty(window, 'localStorage', { get: deny })
  Object.defineProperty(window, 'sessionStorage', { get: deny })
  Object.defineProperty(window, 'indexedDB', { get: deny })
  // As Firefox does.
  Object.defineProperty(window, 'BroadcastChannel', { value: deny })
  LockManager.prototype.request = deny
}

function hideTabs() {
  Object.defineProperty(navigator, 'locks', { value: undefined })
  Object.defineProperty(window, 'BroadcastChannel', { value: undefined })
}

function jumpAhead() {
  const { now } = Date
  Date.now = () => now() + ((globalThis.tracked ?? 0) > 2 ? 3_600_000 : 0)
}

function jumpBack() {
  const { now } = Date
  Date.now = () => now() - ((globalThis.tracked ?? 0) > 2 ? 3_600_000 : 0)
}
