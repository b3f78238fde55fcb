import { attempt } from '../core/lib/attempt.ts'
import type { Clock, Random, PlainPage, Log, Platform } from '../core/ports/platform.ts'
import { fetchTransport, noteLeaving } from './fetchTransport.ts'
import { PREFIX, webStorage } from './webStorage.ts'
import { isPage, fullPage, windowPage } from './windowPage.ts'

/** The ports of the layer, and of a flag client on its own. */
export function browserPorts(): Omit<Platform, 'page'> & { page: PlainPage } {
  noteLeaving()
  return {
    clock: timerClock,
    transport: fetchTransport,
    storage: webStorage(PREFIX),
    page: windowPage,
    random: webRandom,
    log: consoleLog,
  }
}

const running = new Set<string>()

/**
 * The platform of a browser, as far as a page needs it before its first paint: `lazy/lazyChunk.ts`
 * adds the rest.
 */
const browserPlatform = (): Platform => ({ ...browserPorts(), page: fullPage })

const consoleLog: Log = {
  error: (...problem) => console.error(...problem),
  warn: (message) => console.warn(message),
}

/**
 * What differs on a server, which renders a page once, with the values from the settings, such as a bootstrap. Its page is never
 * shown, so that nothing is asked for. It stores nothing, and no timer keeps its process running. It has no time and no random
 * numbers: Next.js refuses to prerender a component that reads them.
 */
const serverPorts = {
  clock: { now: () => 0, after: () => () => {} },
  storage: { get: () => undefined, set: () => false, remove() {}, keys: () => [] },
  random: { number: () => 0, uuid: () => '' },
  // Warnings appear in the browser, which has the same settings.
  log: { ...consoleLog, warn() {} },
}

/** Returns the platform of the current environment: a page in a browser, or a server that renders a page. */
export const detectPlatform = (): Platform => ({ ...browserPlatform(), ...(isPage() ? { running } : serverPorts) })

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
  uuid: () => attempt(() => crypto.randomUUID?.()) ?? uuidOf(attempt(() => crypto.getRandomValues(new Uint8Array(31)))),
}

/**
 * Returns a UUID version 4 from random bytes, of which it takes half of the bits, or from `Math.random` in a page whose `crypto` a
 * script has replaced. [spec] RFC 9562 §5.4: all digits are random except the version, 4, and the first two bits of the variant.
 */
function uuidOf(bytes?: Uint8Array): string {
  let index = 0
  return 'xxxxxxxx-xxxx-4xxx-Vxxx-xxxxxxxxxxxx'.replace(/[xV]/g, (digit) => {
    const bits = (bytes?.[index++] ?? Math.random() * 16) & 15
    return (digit === 'x' ? bits : (bits & 3) | 8).toString(16)
  })
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
