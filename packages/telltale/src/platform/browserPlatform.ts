import type { Clock, Random } from '../core/ports/platform.ts'
import type { PlainPage } from '../core/ports/page.ts'
import type { Log, Platform } from '../core/ports/platform.ts'
import { compressBody, fetchTransport } from './fetchTransport.ts'
import { PREFIX, webStorage } from './webStorage.ts'
import { isPage, fullPage, windowPage, isGecko, untilLeave } from './windowPage.ts'
import { whenAborted } from '../core/lib/signal.ts'
import type { Tabs } from '../core/ports/platform.ts'

/** The ports that a flag client on its own needs, without other tabs. */
export const browserPorts = (): Omit<Platform, 'tabs' | 'page'> & { page: PlainPage } => ({
  clock: timerClock,
  transport: fetchTransport(),
  storage: webStorage(PREFIX),
  page: windowPage,
  random: webRandom,
  log: consoleLog,
})

const running = new Set<string>()

/** The platform of a browser. Creating it touches nothing: each port calls its browser API only when it is used. */
const browserPlatform = (): Platform => ({
  ...browserPorts(),
  page: fullPage,
  transport: fetchTransport(compressBody),
  tabs: webTabs(PREFIX),
  running,
})

/**
 * The platform of a server, which renders a page once. It sends no requests, stores nothing, and no timer keeps its
 * process running. It renders with the values from the settings, such as a bootstrap.
 */
const serverPlatform = (): Platform => ({
  clock: { now: () => Date.now(), after: () => () => {} },
  transport: { send: () => new Promise(() => {}), keepaliveRoom: () => 0 },
  storage: { get: () => undefined, set: () => false, remove() {}, keys: () => [] },
  page: fullPage,
  tabs: { whileAlone: async () => false },
  random: webRandom,
  // Warnings appear in the browser, which has the same settings.
  log: { error: consoleLog.error, warn() {} },
})

/** Returns the platform of the current environment: a page in a browser, or a server that renders a page. */
export const detectPlatform = (): Platform => (isPage() ? browserPlatform() : serverPlatform())

/** `setTimeout` treats a longer delay as no delay: an interval of `Infinity` would repeat without pause. */
const MAX_MS = 2 ** 31 - 1

export const timerClock: Clock = {
  now: () => Date.now(),
  parse: (date) => Date.parse(date),
  after(ms, task) {
    const timer = setTimeout(task, Math.min(ms, MAX_MS))
    return () => clearTimeout(timer)
  },
}

export const webRandom: Random = {
  number: () => Math.random(),
  // Tracking an event has to wait for its id. `crypto.randomUUID` takes a third of the time of `uuidOf`, but exists on
  // secure origins only, and in Firefox since 95.
  // oxlint-disable-next-line compat/compat -- Without it, the id is made of random bytes.
  uuid: () => crypto.randomUUID?.() ?? uuidOf(crypto.getRandomValues(new Uint8Array(16))),
}

/**
 * Returns a UUID version 4 from sixteen random bytes. [spec] RFC 9562 §5.4: all bits are random except the version and
 * the variant.
 */
function uuidOf(bytes: Uint8Array): string {
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  const variant = '89ab'.charAt(parseInt(hex.charAt(16), 16) & 3)
  return [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, variant + hex.slice(17, 20), hex.slice(20)].join(
    '-',
  )
}

const consoleLog: Log = {
  error: (message) => console.error(message),
  warn: (message) => console.warn(message),
}

/**
 * The developer's console with all of its levels. Debug messages are written with `console.log`, because browsers may
 * hide `console.debug`.
 */
export const consoleLevels = {
  debug: (message: string) => console.log(message),
  info: (message: string) => console.info(message),
  warn: (message: string) => console.warn(message),
  error: (message: string) => console.error(message),
}

/**
 * Web Locks. A page cannot enter the back/forward cache while it waits for a lock, or while it holds a lock that
 * another tab waits for. A lock is therefore taken only when it is free, and its task is told to end when the page is
 * left. Without Web Locks (an insecure origin), or where they are refused (a sandboxed frame, a browser that blocks
 * site data), every tab acts as the only tab. An event may then be sent twice, which its id makes harmless.
 */
export function webTabs(prefix: string, lockManager = browserLocks, exits = browserExits): Tabs {
  return {
    async whileAlone(name, signal, task) {
      const locks = lockManager()
      const runUnlocked = () => task(signal).then(() => true)
      if (!locks) return runUnlocked()
      const leaving = untilLeave(signal, exits())
      let hasRun = false
      try {
        const request = locks.request(prefix + name, { ifAvailable: true }, async (lock) => {
          // The lock is released at once when the page is left, whatever the task still waits for. Another tab that
          // requests a lock held by a page in the back/forward cache evicts that page from the cache.
          hasRun = lock !== null && !leaving.signal.aborted
          if (hasRun) await Promise.race([task(leaving.signal), whenAborted(leaving.signal)])
        })
        // In Firefox, a lock request in a document that is gone never settles.
        await Promise.race([request, whenAborted(leaving.signal).then(() => (hasRun ? request : undefined))])
        return hasRun
      } catch (error) {
        // [spec] Web Locks §4.2: a SecurityError where storage is not allowed. After any other error, the document may
        // no longer take locks.
        return (error as Error).name === 'SecurityError' && runUnlocked()
      } finally {
        leaving.abort()
      }
    },
  }
}

// oxlint-disable-next-line compat/compat -- Without Web Locks each tab acts as if it were the only one.
const browserLocks = () => globalThis.navigator?.locks as LockManager | undefined

/**
 * In Firefox, `pagehide` is too late. `beforeunload` does not keep a page out of the cache there. The page may stay
 * after it, for example after a download, so a caller whose task was ended tries again later.
 */
const browserExits = () => (isGecko() ? ['beforeunload', 'pagehide'] : ['pagehide'])
