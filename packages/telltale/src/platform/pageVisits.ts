import { attempt } from '../core/lib/attempt.ts'
import { listen } from './windowPage.ts'

export interface PageVisits {
  /** Resolves once the page is not in the back/forward cache. */
  isHere(): Promise<void>
  /** Aborts it when the page is left before it has ended. */
  abortOnLeave(transaction: IDBTransaction): void
  /** Rejects where `task` does; but a task that failed because the page was left is repeated after a return. */
  repeat<T>(task: () => Promise<T>): Promise<T>
}

/**
 * In WebKit, a transaction that is open when its page enters the back/forward cache stays open, and the transactions of all other
 * pages of the origin wait until the page comes back. One that is aborted in `pagehide`, or is on its way to the disk, does not.
 */
export function createPageVisits(): PageVisits {
  const open = new Set<IDBTransaction>()
  let visit = Promise.resolve()
  let comeBack: (() => void) | undefined

  function leave(event: Event) {
    if (!(event as PageTransitionEvent).persisted) return
    visit = new Promise((resolve) => (comeBack = resolve))
    for (const transaction of open) attempt(() => transaction.abort()) // throws of one that is committed
  }

  function show() {
    if (!comeBack) return
    comeBack()
    comeBack = undefined
    visit = Promise.resolve()
  }

  listen(() => [
    [window, 'pagehide', leave],
    [window, 'pageshow', show],
  ])
  return {
    isHere: () => visit,
    abortOnLeave(transaction) {
      open.add(transaction)
      for (const end of ['complete', 'abort']) transaction.addEventListener(end, () => open.delete(transaction))
    },
    async repeat(task) {
      for (;;) {
        const begun = visit
        try {
          return await task()
        } catch (error) {
          if (visit === begun) throw error
        }
        await visit
      }
    },
  }
}
