import { LOCK_CLASS } from './migrate.ts'
import type { Needs } from './needs.ts'
import { inTransaction } from './openPools.ts'

/** Rows that one step deletes: pages are not counted meanwhile. */
const ROWS = 20_000

/**
 * Deletes what is older and is not in a table of a day. Of pages, nobody else changes anything meanwhile: what deletes pages and what counts
 * them lock the same rows, in different orders, and numbers could be deleted of a page that comes back.
 *
 * @param until - seconds since 1970
 */
export async function deleteOld(until: number, { pools, settings: { schema } }: Needs): Promise<void> {
  await pools.scans.query(`delete from ${schema}.erased_events where erased_at < to_timestamp($1)`, [until])
  const isOld = 'seen_at < to_timestamp($1)'
  await deleteInSteps('page_note', isOld, [until])
  await deleteInSteps('pages', isOld, [until])
  await deleteInSteps('numbers', `not exists (select from ${schema}.pages where pages.page = numbers.page)`)

  async function deleteInSteps(table: string, condition: string, values: readonly number[] = []): Promise<void> {
    const step = () =>
      inTransaction(pools.scans, async (client) => {
        await client.query('select pg_advisory_xact_lock($1, hashtext($2))', [LOCK_CLASS, `${schema} pages`])
        const { rowCount } = await client.query(
          `delete from ${schema}.${table} where ctid = any (array(select ctid from ${schema}.${table} where ${condition} limit ${ROWS}))`,
          [...values],
        )
        return rowCount ?? 0
      })
    while ((await step()) === ROWS);
  }
}
