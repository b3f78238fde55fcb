import { attempt } from '../core/lib/attempt.ts'
import type { HttpOutcome, HttpRequest } from '../core/ports/transport.ts'
import { browserPorts } from './browserPlatform.ts'
import { laterTransport } from './laterTransport.ts'
import { clicks } from './clicks.ts'
import { fullPage, isPage } from './windowPage.ts'

/**
 * The ports that a flag client on its own needs, without other tabs. Until a prerendered page is shown, it sends and stores nothing.
 * A server that runs such a client shows no page.
 */
export function flagClientPorts() {
  const { storage, ...ports } = browserPorts()
  const transport = laterTransport()
  const whenShown = (action: () => void) => (isPage() ? fullPage.whenShown(action) : action())
  return {
    ...ports,
    transport: {
      ...transport,
      send: (request: HttpRequest) =>
        new Promise<HttpOutcome>((resolve) => whenShown(() => resolve(transport.send(request)))),
    },
    storage: {
      ...storage,
      getForeign: (name: string) => attempt(() => localStorage.getItem(name)) ?? undefined,
      set(key: string, value: string) {
        let isKept = true
        whenShown(() => (isKept = storage.set(key, value)))
        return isKept
      },
    },
    clicks,
  }
}
