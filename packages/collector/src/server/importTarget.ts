import type { Orders } from '../store/orders.ts'
import type { EventStore } from '../store/store.ts'
import { namedByOption, POSTGRES_NAMES } from './namedByOption.ts'
import { fileOf, needFolder, schemeOf } from './openStore.ts'
import type { OptionValues } from './options/options.ts'

/** A store that gets the events. */
export interface ImportTarget {
  takeOrders(orders: Orders): Promise<number>
  open(): Promise<EventStore>
  /** Events that arrived before would be deleted at once: milliseconds since 1970. */
  oldest(): Promise<number>
}

const DAY_MS = 24 * 3_600_000

/** @param sourceDays - for how many days the source keeps events: the target keeps them for at least as long, if nothing else is said */
export async function openTarget(
  { store, schema, retentionDays, maxBytes }: OptionValues<'store' | 'schema' | 'retentionDays' | 'maxBytes'>,
  sourceDays = Infinity,
): Promise<ImportTarget> {
  const chosen = retentionDays ?? (Number.isFinite(sourceDays) ? sourceDays : undefined)
  const days = chosen === undefined ? {} : { retentionDays: chosen }
  const scheme = schemeOf(store)
  if (scheme === 'file') {
    const file = fileOf(store)
    needFolder(file)
    const [{ sqliteRetention, sqliteStore, takeSqliteOrders }, { checkLog }] = await Promise.all([
      import('../sqlite.ts'),
      import('../sqlite/sameFile.ts'),
    ])
    checkLog(file)
    const options = { file, ...days, ...(maxBytes !== undefined && { maxBytes }) }
    return {
      takeOrders: (orders) => takeSqliteOrders(options, orders),
      open: () => sqliteStore(options),
      oldest: async () => Date.now() - sqliteRetention(file).retentionDays * DAY_MS,
    }
  }
  if (scheme === 'postgres') {
    const { postgresRetention, postgresStore, takePostgresOrders } = await import('../postgres.ts')
    const place = { url: store, schema }
    return {
      takeOrders: (orders) => namedByOption(takePostgresOrders({ ...place, ...days }, orders), POSTGRES_NAMES),
      open: () => namedByOption(postgresStore({ ...place, ...days }), POSTGRES_NAMES),
      oldest: async () => Date.now() - (await postgresRetention(place)) * DAY_MS,
    }
  }
  throw new Error(
    `Events cannot be imported into ${scheme}://. Set --store to a file of SQLite or to postgres://…. A collector with --kafka writes the events of its store to a topic.`,
  )
}
