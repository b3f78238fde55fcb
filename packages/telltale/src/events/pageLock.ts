import type { Stoppable } from '../core/host.ts'
import { whenAborted } from '../core/lib/waits.ts'
import type { Platform } from '../core/ports/platform.ts'

/** The name of the lock of a page. */
export const lockOf = (page: string) => `page:${page}`

interface Needs extends Pick<Platform, 'page' | 'tabs'> {
  onLock(isHeld: boolean): void
}

/**
 * Holds a lock with the id of this page, so that other pages know that it is open, and leave its drafts to it. A page in the
 * back/forward cache has released it.
 */
export function holdPageLock(id: string, { page, tabs, onLock }: Needs): Stoppable {
  const lifetime = new AbortController()
  async function hold(signal: AbortSignal) {
    // Without Web Locks the task runs, and no lock says so.
    onLock((await tabs.isFree(lockOf(id))) === false)
    await whenAborted(signal)
    onLock(false)
  }
  const take = () => void tabs.whileAlone(lockOf(id), lifetime.signal, hold)
  take()
  const undo = page.onReturn(take)
  return {
    stop() {
      undo()
      lifetime.abort()
    },
  }
}
