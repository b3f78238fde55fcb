import { join } from 'node:path'
import { startPostgres } from 'stage/startPostgres'

/** The stores against which a project can run. */
export type StoreName = 'sqlite' | 'postgres'

export interface StoreOption {
  /** Where the collectors of a project store events. */
  store: StoreName
}

/** Where a collector can store events: a file in this folder, or a server of its own. */
export async function startStore(
  store: StoreName,
  folder: string,
): Promise<{ readonly place: string; stop(): Promise<void> }> {
  if (store === 'sqlite') return { place: join(folder, 'events.db'), stop: () => Promise.resolve() }
  const { url, stop } = await startPostgres()
  return { place: url, stop }
}
