import type { Log } from '../collectorOptions.ts'
import type { EventSink, EventStore } from '../store/store.ts'
import { kafkaAddress } from './kafkaAddress.ts'

export interface StoreChoice {
  /** A path of a file, or the URL of a database. */
  readonly store: string
  readonly retentionDays?: number
  /** Of the file of SQLite. */
  readonly maxBytes?: number
  readonly log: Log
}

/** Opens what `--store` names. A stream such as Kafka cannot be read. */
export async function openSink(choice: StoreChoice): Promise<EventSink & Partial<EventStore>> {
  if (!/^kafka:/i.test(choice.store)) return openStore(choice)
  const { kafkaSink } = await import('../kafka.ts')
  return kafkaSink({ ...kafkaAddress(choice.store), log: choice.log })
}

/** What kind of store this is: `file` for a path. */
export function schemeOf(store: string): string {
  const scheme = /^([a-z][a-z\d+.-]+):\/\//i.exec(store)?.[1]?.toLowerCase() ?? 'file'
  return scheme === 'postgresql' ? 'postgres' : scheme
}

/** The path of a file that may be given as a URL. */
export const fileOf = (store: string) => (store.startsWith('file://') ? new URL(store).pathname : store)

/** Opens the store that `--store` names. The code of the others is not loaded. */
async function openStore({ store, maxBytes, ...choice }: StoreChoice): Promise<EventStore> {
  const scheme = schemeOf(store)
  if (scheme === 'file') {
    const { sqliteStore } = await import('../sqlite.ts')
    return sqliteStore({ file: fileOf(store), ...choice, ...(maxBytes !== undefined && { maxBytes }) })
  }
  if (scheme === 'postgres') {
    const { postgresStore } = await import('../postgres.ts')
    return postgresStore({ url: store, ...choice })
  }
  throw new Error(
    `The collector has no store for ${scheme}://. Set --store to a path of a file, to postgres://…, or to kafka://….`,
  )
}
