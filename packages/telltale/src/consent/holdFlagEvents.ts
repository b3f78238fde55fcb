import type { Permits } from '../core/ports/platform.ts'
import type { PlainRequest } from '../core/ports/transport.ts'
import { whenGranted } from '../core/whenGranted.ts'

/** The answer to what is given up: the sender is done with its events, and there are no goals. */
const DONE = { outcome: 'success', status: 202, header: () => undefined, text: async () => '[]' }

/** What the flag client tells the service, and asks it to watch for. Its questions for flags are not held. */
const isOfEvents = ({ method, url }: PlainRequest) => method === 'POST' || url.includes('/sdk/goals/')

export const holdFlagEvents =
  (permits: Permits): Permits['guard'] =>
  (http) =>
    (async (request: PlainRequest) => {
      if (isOfEvents(request)) {
        await whenGranted(permits, 'flagEvents', { signal: request.signal, orDenied: true })
        if (permits.of('flagEvents') !== 'granted') return DONE
      }
      return http(request)
    }) as never
