import type { ClientBase } from 'pg'
import { migrations } from './migrations.ts'

/** Needs functions for sets of ranges. */
const OLDEST_SERVER = 140_000

/** Brings the tables up to date. Of collectors that start together, one does it, and the others wait. */
export async function migrate(client: ClientBase, schema: string): Promise<void> {
  await client.query('select pg_advisory_lock($1, hashtext($2))', [LOCK_CLASS, `${schema} migrations`])
  try {
    for (const sql of await missingMigrations(client, schema)) await client.query(`begin; ${sql}; commit`)
    await liftNumbers(client, schema)
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  } finally {
    await client
      .query('select pg_advisory_unlock($1, hashtext($2))', [LOCK_CLASS, `${schema} migrations`])
      .catch(() => undefined)
  }
}

/** The first key of all advisory locks of the store. */
export const LOCK_CLASS = 0x7e11

/** The SQL texts that have not been run. Changes nothing. */
export async function missingMigrations(client: ClientBase, schema: string): Promise<readonly string[]> {
  const { rows } = await client.query<{ version: number; has_schema: boolean; has_table: boolean }>(
    `select current_setting('server_version_num')::int as version, to_regnamespace($1) is not null as has_schema,
       to_regclass($1 || '.migrations') is not null as has_table`,
    [schema],
  )
  const [server] = rows
  if (server === undefined || server.version < OLDEST_SERVER)
    throw new Error('The setting "url" must lead to PostgreSQL 14 or newer.')
  const before = [
    // Whoever may not make schemas must not be asked to make one that is there.
    ...(server.has_schema ? [] : [`create schema ${schema}`]),
    ...(server.has_table
      ? []
      : [`create table ${schema}.migrations (number int primary key, run_at timestamptz not null default now())`]),
  ]
  const done = server.has_table
    ? await client.query<{ newest: number | null; breaking: number | null }>(
        // The first migrations make the table without the column.
        `select max(number) as newest, max(number) filter (where (to_jsonb(migrations) ->> 'breaks')::boolean) as breaking
         from ${schema}.migrations`,
      )
    : undefined
  const { newest, breaking } = done?.rows[0] ?? {}
  if ((breaking ?? 0) > migrations.length)
    throw new Error(
      `The schema ${schema} is of a newer version of the collector: it has the migration ${breaking}, and this version knows ${migrations.length}.`,
    )
  const missing = migrations
    .map((sql, index) => `${sql(schema)}\ninsert into ${schema}.migrations (number) values (${index + 1})`)
    .slice(newest ?? 0)
  const [first = '', ...rest] = missing
  return missing.length > 0 ? [[...before, first].join(';\n'), ...rest] : []
}

/** After a dump was restored in another server, the numbers of new transactions must be above those of the dump. */
async function liftNumbers(client: ClientBase, schema: string): Promise<void> {
  await client.query(
    `update ${schema}.state set xact_offset = highest - current + 1
     from (select max(xact) as highest, pg_current_xact_id()::text::bigint as current from ${schema}.event) as numbers
     where highest >= current + xact_offset`,
  )
}
