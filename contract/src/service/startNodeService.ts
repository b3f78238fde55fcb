import { withStorage } from 'telltale/flags'
import { createClients } from '../clients/createClients.ts'
import type { Listening } from '../listen.ts'
import { startFront } from './startFront.ts'

/**
 * Starts the test service with clients in this process. Node has `fetch`, timers and random numbers, but no `localStorage`:
 * all clients share one in memory, as the clients of an origin do in a browser.
 */
export function startNodeService(): Promise<Listening> {
  const items = new Map<string, string>()
  const storage = withStorage({
    get: (key: string) => items.get(key),
    set: (key: string, value: string) => void items.set(key, value),
  })
  return startFront('telltale-node', createClients({ storage }))
}
