import { withStorage } from 'telltale/flags'
import { createClients } from '../clients/createClients.ts'
import { startFront, type Service } from './startFront.ts'

/**
 * The clients in this process. Node has the Web's `fetch`, timers and random numbers, but no `localStorage`: what clients
 * keep is in memory here, for all of them, as it is for all clients of one origin in a browser.
 */
export function startNodeService(): Promise<Service> {
  const items = new Map<string, string>()
  const storage = withStorage({
    get: (key: string) => items.get(key),
    set: (key: string, value: string) => void items.set(key, value),
  })
  return startFront('telltale-node', createClients({ storage }))
}
