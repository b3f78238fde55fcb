import type { Stoppable } from '../../core/host.ts'
import { sleep, whenAborted } from '../../core/lib/time.ts'
import type { LatePlatform, Tabs } from '../../core/ports/platform.ts'

/** The name of the lock of a page. */
const lockOf = (page: string, store: string) => `page:${page}@${store}`

/**
 * Returns whether the page with this id has ended. Undefined where tabs cannot know.
 *
 * @param running what tabs are running
 */
export const hasEnded = (page: string, running: Awaited<ReturnType<Tabs['running']>>) =>
  running?.every((name) => !name.startsWith(lockOf(page, '')))

/** Returns whether a page that uses the event store is open. Undefined where tabs cannot know. */
export const isStoreOpen = async (store: string, tabs: Tabs) =>
  (await tabs.running())?.some((name) => name.replace(/^page:[^@]*@/, '') === store)

/** A page that is still here so long after it has released its lock was not left, in milliseconds: it has started a download. */
const STAYS_MS = 30_000

interface Needs extends Pick<LatePlatform, 'clock' | 'page' | 'tabs'> {
  /** Identifies this page. */
  id: string
  /** The name of its event store. */
  store: string
  onLock(isHeld: boolean): void
}

/**
 * Holds a lock with the id and the event store of this page, so that other pages know that it is open, and leave its events to it. A
 * page in the back/forward cache has released it.
 */
export function holdPageLock({ id, store, clock, page, tabs, onLock }: Needs): Stoppable {
  const lifetime = new AbortController()
  let isTaken = false
  async function hold(signal: AbortSignal) {
    // Without Web Locks the task runs, and no lock says so.
    onLock(hasEnded(id, await tabs.running()) === false)
    await whenAborted(signal)
    onLock(false)
  }
  async function take() {
    if (isTaken) return
    isTaken = true
    await tabs.whileAlone(lockOf(id, store), lifetime.signal, hold)
    isTaken = false
    await sleep(clock, STAYS_MS, lifetime.signal)
    if (!lifetime.signal.aborted) void take()
  }
  void take()
  const undo = page.onReturn(() => void take())
  return {
    stop() {
      undo()
      lifetime.abort()
    },
  }
}
