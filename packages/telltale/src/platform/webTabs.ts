import { attempt } from '../core/lib/attempt.ts'
import { childController, sleep, whenAborted } from '../core/lib/time.ts'
import type { Tabs, Channel } from '../core/ports/platform.ts'
import { timerClock } from './browserPlatform.ts'
import { untilLeave, isGecko } from './leaving.ts'
import { onStored } from './onStored.ts'
import { PREFIX } from './webStorage.ts'
import { isPage, listen } from './windowPage.ts'

/** A browser, or what a script has put in the place of its locks, that does not answer for so long has no locks, in milliseconds. */
const SILENCE_MS = 5_000

/**
 * Web Locks. A page cannot enter the back/forward cache while it waits for a lock, or while it holds a lock that
 * another tab waits for. A lock is therefore taken only when it is free, and its task is aborted when the page is left.
 * Without Web Locks (an insecure origin), or where they are refused (a sandboxed frame, a browser that blocks
 * site data) or do not answer, every tab acts as the only tab. An event may then be sent twice, which its id makes harmless.
 */
export function webTabs(prefix: string, lockManager = browserLocks, quirksOf = browserQuirks): Tabs {
  const tabs: Tabs = {
    async whileAlone(name, signal, task) {
      const locks = lockManager()
      const runUnlocked = () => task(signal).then(() => true)
      if (!locks) return runUnlocked()
      const { exits, asksFirst } = quirksOf()
      const leaving = untilLeave(signal, exits)
      const answered = childController(leaving.signal)
      // Of both questions, to the same locks.
      const silence = sleep(timerClock, SILENCE_MS, answered.signal)
      let hasRun = false
      let isSilent = false
      try {
        if (asksFirst && (await Promise.race([tabs.running(), silence]))?.includes(name)) return false
        const request = locks.request(prefix + name, { ifAvailable: true }, async (lock) => {
          answered.abort()
          if (isSilent) return
          // The lock is released at once when the page is left, whatever the task still waits for. Another tab that
          // requests a lock held by a page in the back/forward cache evicts that page from the cache.
          hasRun = lock !== null && !leaving.signal.aborted
          if (hasRun) await Promise.race([task(leaving.signal), whenAborted(leaving.signal)])
        })
        await Promise.race([request, silence])
        isSilent = !answered.signal.aborted
        if (isSilent) return runUnlocked()
        // In Firefox, a lock request in a document that is gone never settles.
        await Promise.race([request, whenAborted(leaving.signal).then(() => (hasRun ? request : undefined))])
        return hasRun
      } catch (error) {
        // [spec] Web Locks §4.2: an InvalidStateError in a document that is gone. After any other error, such as a SecurityError
        // where storage is not allowed, there are no locks.
        return hasRun || ((error as Error | undefined)?.name !== 'InvalidStateError' && runUnlocked())
      } finally {
        leaving.abort()
      }
    },
    onStored: onStored(prefix),
    async running() {
      const over = new AbortController()
      try {
        const silence = sleep(timerClock, SILENCE_MS, over.signal)
        const locks = (await Promise.race([lockManager()?.query(), silence])) ?? undefined
        return locks?.held?.flatMap(({ name = '' }) => (name.startsWith(prefix) ? name.slice(prefix.length) : []))
      } catch {
        return undefined
      } finally {
        over.abort()
      }
    },
  }
  return tabs
}

// oxlint-disable-next-line compat/compat -- Without Web Locks each tab acts as if it were the only one.
const browserLocks = () => attempt(() => navigator.locks as LockManager | undefined)

interface Quirks {
  /** The events at which locks are released. */
  readonly exits: readonly string[]
  /** Whether a lock is requested only if no tab has it. */
  readonly asksFirst: boolean
}

/**
 * In Firefox, `pagehide` is too late. `beforeunload` does not keep a page out of the cache there. The page may stay
 * after it, for example after a download, so a caller whose task was ended tries again later. A request for a lock that is not free
 * keeps a page out of the cache for good, measured with Firefox 153.
 */
const browserQuirks = (): Quirks => ({
  exits: isGecko() ? ['beforeunload', 'pagehide'] : ['pagehide'],
  asksFirst: isGecko(),
})

/**
 * A `BroadcastChannel` that is closed while the page is in the back/forward cache. A message that arrives there evicts
 * the page from the cache (notRestoredReasons: `broadcastchannel-message`). In Firefox, the constructor throws when
 * site data is blocked.
 */
export const webChannel: Channel = (name, { onMessage, onReturn }, signal) => {
  if (!isPage()) return undefined
  const create = () => attempt(() => new BroadcastChannel(PREFIX + name))
  let channel: BroadcastChannel | undefined

  function open() {
    channel = create()
    if (channel) channel.onmessage = ({ data }) => onMessage(String(data))
  }

  function close() {
    channel?.close()
    channel = undefined
  }

  function reopen({ persisted }: PageTransitionEvent) {
    if (!persisted) return
    open()
    onReturn()
  }

  open()
  if (!channel) return undefined
  const stop = listen(() => [
    [window, 'pagehide', close],
    [window, 'pageshow', (event) => reopen(event as PageTransitionEvent)],
  ])
  for (const end of [stop, close]) signal.addEventListener('abort', end)
  return (message) => {
    const to = channel ?? create()
    to?.postMessage(message)
    if (!channel) to?.close() // this was the last message of a page that is being left
  }
}
