import type { Inspected } from '../inspected.ts'
import { keepEvents } from './keepEvents.ts'

/** How often in a row the element returns to a page that removes it. */
const MAX_RETURNS = 20
/** An element that has stayed for this long, in milliseconds, is not removed again and again. */
const STABLE_MS = 1_000

/** Keeps the events of the element from the page, and puts it back into a page that removes it. */
export function stayInPage({ frame, layer, overrides, showAgain, signal }: Inspected): void {
  const { host, attach } = frame
  let returns = 0
  let returnedAt = 0
  const observer = new MutationObserver(() => {
    if (host.isConnected || !document.documentElement) return
    const now = Date.now()
    returns = now - returnedAt < STABLE_MS ? returns + 1 : 1
    returnedAt = now
    if (returns <= MAX_RETURNS) return comeBack()
    // What cannot be seen must not act.
    overrides.suspend(true)
    layer.warn('The page removes the inspector again and again: it stays away, and overrides no flag here. (T186)')
  })

  function comeBack() {
    attach()
    follow()
    showAgain()
  }

  /** `document.open()` removes all listeners, those of the window and within the element included. */
  function follow() {
    keepEvents(host, signal)
    observer.disconnect()
    for (const parent of [document, document.documentElement]) observer.observe(parent, { childList: true })
  }

  follow()
  signal.addEventListener('abort', () => observer.disconnect())
}
