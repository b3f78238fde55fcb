import { whenAborted } from '../core/lib/whenAborted.ts'
import type { Tabs } from '../core/ports/tabs.ts'
import { isGecko, untilLeave } from './untilLeave.ts'

/**
 * Web Locks. A lock that is waited for, or that somebody else waits for, keeps a page out of the back/forward cache: so it
 * is only ever taken when it is free, and its task is told to end when the page leaves. Without Web Locks (an insecure
 * origin), or where they are refused (a sandboxed frame, a browser that blocks site data), every tab takes itself to be alone;
 * an event may then be sent twice, which its id makes harmless.
 */
export function webTabs(prefix: string, lockManager = presentLocks, exits = presentExits): Tabs {
  return {
    async whileAlone(name, signal, task) {
      const locks = lockManager()
      const alone = () => task(signal).then(() => true)
      if (!locks) return alone()
      const leaving = untilLeave(signal, exits())
      let hasRun = false
      try {
        const request = locks.request(prefix + name, { ifAvailable: true }, async (lock) => {
          // The lock is free at once when the page leaves, whatever the task still waits for: another tab that asks for a lock
          // held by a page in the back/forward cache throws that page out.
          hasRun = lock !== null && !leaving.signal.aborted
          if (hasRun) await Promise.race([task(leaving.signal), whenAborted(leaving.signal)])
        })
        // In Firefox, a request in a document that is gone never settles.
        await Promise.race([request, whenAborted(leaving.signal).then(() => (hasRun ? request : undefined))])
        return hasRun
      } catch (error) {
        // [spec] Web Locks §4.2: a SecurityError where storage is not allowed. Otherwise the document may take no locks any more.
        return (error as Error).name === 'SecurityError' && alone()
      } finally {
        leaving.abort()
      }
    },
  }
}

const presentLocks = () => globalThis.navigator?.locks as LockManager | undefined

/**
 * In Firefox, `pagehide` is too late. `beforeunload` does not keep a page out of the cache there; but the page may stay, as after a
 * download: whoever was told that the page leaves tries again later.
 */
const presentExits = () => (isGecko() ? ['beforeunload', 'pagehide'] : ['pagehide'])
