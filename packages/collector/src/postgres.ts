import { Client, type ClientBase } from 'pg'
import type { Log } from './collectorOptions.ts'
import { consentReader } from './postgres/consents.ts'
import { orderErasure, readErased, readErasures } from './postgres/erasures.ts'
import { createLossReader } from './postgres/lossSums.ts'
import { migrate, missingMigrations } from './postgres/migrate.ts'
import { readOrders, takeOrders } from './postgres/orders.ts'
import { ask, openPools, withClient } from './postgres/openPools.ts'
import { openTables, startProblem } from './postgres/openTables.ts'
import { readNumbers } from './postgres/pageNumbers.ts'
import { columnReader } from './postgres/readColumns.ts'
import { readAbout, readEvents } from './postgres/readEvents.ts'
import { needOwnSession, OTHER_TIMEOUTS } from './postgres/poolerMode.ts'
import { type PostgresOptions, readOptions, type Settings } from './postgres/readOptions.ts'
import { changeRetention, type PostgresRetention, readRetention } from './postgres/retention.ts'
import { startBackground } from './postgres/startBackground.ts'
import { createTombstones } from './postgres/tombstones.ts'
import { writeGroup } from './postgres/writeGroup.ts'
import { createGroups } from './store/groups.ts'
import { checkConsentDays, checkDays } from './store/retention.ts'
import type { ColumnReader } from './store/eventColumns.ts'
import type { Orders } from './store/orders.ts'
import type { Batch, EventReader, EventStore } from './store/store.ts'

export type { Log, Orders, PostgresOptions, PostgresRetention }

/**
 * Stores events in PostgreSQL. An event is acknowledged when its transaction is on the disk of the server, and there is one row for each
 * id, through any number of collectors, for as long as its day is kept. While the server is away, `append` rejects; it works again when
 * the server is back.
 *
 * @throws an error whose message says which setting is wrong, and never the password
 */
export async function postgresStore(options: PostgresOptions): Promise<EventStore> {
  const settings = readOptions(options)
  const { lanes } = settings
  const needs = await openTables(settings)
  const { pools } = needs
  const background = startBackground(needs)
  const tombstones = createTombstones(needs, background.wake)
  const write = (batches: readonly Batch[]) => writeGroup(batches, { ...needs, tombstones })
  const groups = createGroups(write, { lanes, maxEvents: 2000, maxLength: 4_000_000 })
  let closing: Promise<void> | undefined

  return {
    name: 'PostgreSQL',
    sharesFlags: true,
    append: groups.append,
    async check() {
      const [row] = await ask<{ is_read_only: string; may_insert: boolean }>(
        pools.others,
        // Also reads the table: a server may take connections, and have no memory left for locks.
        `select current_setting('transaction_read_only') as is_read_only, exists(select from ${settings.schema}.event),
           has_table_privilege('${settings.schema}.event', 'insert') as may_insert`,
      )
      if (row?.is_read_only === 'on')
        throw notReady('25006', 'PostgreSQL takes no writes: it is a standby, or read-only.')
      if (row?.may_insert === false) throw notReady('42501', 'The role may not insert events.')
      // Writes, and waits until it is durable: the disk of the server may be full. No table has it.
      await ask(pools.others, "select pg_logical_emit_message(true, 'telltale-collector', 'ready')")
    },
    close() {
      closing ??= pools.end(async () => {
        await groups.close()
        await background.stop()
      })
      return closing
    },
    ...readEvents(needs),
    numbers: () => readNumbers(needs),
    loss: createLossReader(needs),
    about: (subject) => readAbout(subject, needs),
    consents: consentReader(needs),
    async erase(subject, before, how) {
      const erasure = await orderErasure(subject, { ...how, before }, needs)
      tombstones.forget()
      background.wake()
      return erasure
    },
    erasedAmong: (ids) => readErased(ids, needs),
    erasures: () => readErasures(needs),
    runningErasures: () => readErasures(needs, 'running'),
  }
}

/** What reads the tables of a collector, and cannot change them. */
export interface PostgresReader extends EventReader, Required<ColumnReader> {
  /** Who was deleted, for a store that takes over the events. */
  orders(): Promise<Orders>
  close(): Promise<void>
}

/**
 * Opens the tables of a collector for reading. Needs no right but to read them.
 *
 * @throws an error that says which setting is wrong, or that there are no tables of this version
 */
export async function postgresReader(options: Place): Promise<PostgresReader> {
  const settings = { ...readOptions(options), isReadOnly: true }
  const pools = openPools(settings)
  const needs = { pools, settings }
  try {
    await withClient(pools.others, (client) => needTables(client, settings.schema))
  } catch (error) {
    await pools.end()
    throw startProblem(error, settings)
  }
  return {
    ...readEvents(needs),
    ...columnReader(needs),
    numbers: () => readNumbers(needs),
    orders: () => readOrders(needs),
    close: () => pools.end(),
  }
}

/**
 * Takes over from another store who was deleted, so that no collector stores events about them in these tables. Makes the tables if there are
 * none. Resolves with how many deletions were not known.
 *
 * @throws a sentence, if the tables have events or deletions, and the other store is not one that they have taken over before
 */
export async function takePostgresOrders(options: PostgresOptions, orders: Orders): Promise<number> {
  const needs = await openTables(readOptions(options))
  try {
    return await takeOrders(orders, needs)
  } finally {
    await needs.pools.end()
  }
}

type Place = Pick<PostgresOptions, 'url' | 'schema'>

/** The SQL texts that `postgresStore` would run to bring the tables up to date. Changes nothing. */
export const migrationsToRun = (place: Place): Promise<readonly string[]> =>
  once(place, (client, { schema }) => missingMigrations(client, schema))

/** Brings the tables up to date, as `postgresStore` does, and does nothing else. Resolves with the number of migrations that were run. */
export const migratePostgres = (place: Place): Promise<number> =>
  once(place, async (client, { schema }) => {
    const missing = await missingMigrations(client, schema)
    await migrate(client, schema)
    return missing.length
  })

/** For how many days the tables keep events, and decisions about consent. */
export const postgresRetention = (place: Place): Promise<PostgresRetention> =>
  once(place, async (client, { schema }) => {
    await needTables(client, schema)
    return readRetention(client, schema)
  })

/**
 * Changes for how many days the tables keep events, also to fewer: collectors then delete the older ones within an hour.
 *
 * @param change - `retentionDays` and `consentRetentionDays` from 1 to 3650, `Infinity` of the latter for no limit
 */
export const changePostgresRetention = async (place: Place, change: Partial<PostgresRetention>): Promise<void> => {
  checkDays(change.retentionDays)
  checkConsentDays(change.consentRetentionDays)
  await once(place, async (client, { schema }) => {
    await needTables(client, schema)
    await changeRetention(client, schema, change)
  })
}

/** Does something with one connection. @throws an error that says which setting is wrong, and never the password */
async function once<Result>(
  place: Place,
  work: (client: ClientBase, settings: Settings) => Promise<Result>,
): Promise<Result> {
  const settings = readOptions(place)
  const client = new Client({ connectionTimeoutMillis: 5_000, query_timeout: 600_000, ...settings.pool })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ process: number }>('select pg_backend_pid() as process')
    await needOwnSession(client, rows[0]?.process ?? 0, () => new Client({ ...settings.pool, ...OTHER_TIMEOUTS }))
    return await work(client, settings)
  } catch (error) {
    throw startProblem(error, settings)
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** With the code that the server would give. */
const notReady = (code: string, message: string) => Object.assign(new Error(message), { code })

async function needTables(client: ClientBase, schema: string): Promise<void> {
  if ((await missingMigrations(client, schema)).length > 0)
    throw new Error(`The schema ${schema} has no tables of this version of the collector. Start the collector first.`)
}
