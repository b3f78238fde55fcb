import { attempt } from '../../core/lib/attempt.ts'
import { PREFIX } from '../../platform/webStorage.ts'
import type { Inspected } from '../inspected.ts'
import { whenRead } from '../whenRead.ts'

/** Opens a panel that was open when the page before ended, without the focus, and says to the next page whether it is open. */
export function keepOpen({ frame, layer: { app }, open, signal }: Inspected): void {
  const name = `${PREFIX}panel-open:${app}`

  function store() {
    attempt(() => (frame.isOpen() ? sessionStorage.setItem(name, '1') : sessionStorage.removeItem(name)))
  }

  const observer = new MutationObserver(store)
  observer.observe(frame.host, { attributeFilter: ['data-open'] })
  const wasOpen = attempt(() => sessionStorage.getItem(name))
  const cancel = whenRead(() => wasOpen && open(false))
  // It may have been opened before this was loaded.
  if (frame.isOpen()) store()
  signal.addEventListener('abort', () => {
    cancel()
    store()
    observer.disconnect()
  })
}
