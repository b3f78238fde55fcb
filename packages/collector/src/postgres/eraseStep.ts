import { LOCK_CLASS } from './migrate.ts'
import type { Needs } from './needs.ts'
import { inTransaction } from './openPools.ts'

/** The events that a step looks at. */
const ROWS = 5_000

/**
 * Goes on with the oldest erasure that is not done. The events are found by their digests, because nothing says who it is. What is done is
 * written with what is deleted, so that a step may end anywhere, and the next one may be one of another collector. Resolves with
 * whether there may be more to do.
 */
export const eraseStep = ({ pools, settings: { schema } }: Needs): Promise<boolean> =>
  inTransaction(pools.others, async (client) => {
    await client.query('select pg_advisory_xact_lock($1, hashtext($2))', [LOCK_CLASS, `${schema} jobs`])
    const { rows: running } = await client.query<{ number: string }>(
      `select number from ${schema}.erasures where status = 'running' order by number limit 1 for update`,
    )
    const [erasure] = running
    if (erasure === undefined) return false
    const { rows } = await client.query<{ looked: number; last: string | null; ids: readonly string[] | null }>(
      `with erasure as materialized (select before, passed_id from ${schema}.erasures where number = $1),
       digests as materialized (select array_agg(digest) as those from ${schema}.tombstones where erasure = $1),
       looked as materialized (
         select id, least(right_at, received_at) as right_at, person, impersonator, visitor, accounts from ${schema}.event
         where id > coalesce((select passed_id from erasure), '00000000-0000-0000-0000-000000000000')
         order by id limit ${ROWS}
       ),
       found as (
         select id from looked, erasure, digests, ${schema}.state
         where right_at <= before and (
           ${schema}.digest_of(salt, 'person' || chr(31) || person) = any (those)
           or ${schema}.digest_of(salt, 'person' || chr(31) || impersonator) = any (those)
           or ${schema}.digest_of(salt, 'visitor' || chr(31) || visitor) = any (those)
           or person is null and ${schema}.digest_of(salt, 'anonymous' || chr(31) || visitor) = any (those)
           or exists (
             select from unnest(accounts) as account
             where ${schema}.digest_of(salt, 'account' || chr(31) || account) = any (those)
           )
         )
       )
       select (select count(*)::int from looked) as looked, (select id from looked order by id desc limit 1) as last,
         (select array_agg(id::text) from found) as ids`,
      [erasure.number],
    )
    const [{ looked, last, ids } = { looked: 0, last: null, ids: null }] = rows
    const { rowCount } = ids
      ? await client.query(
          `with gone as (delete from ${schema}.event where id = any($1::uuid[]) returning id)
           insert into ${schema}.erased_events (id) select id from gone on conflict do nothing`,
          [ids],
        )
      : { rowCount: 0 }
    await client.query(
      `update ${schema}.erasures set deleted = deleted + $2, passed_id = coalesce($3, passed_id), status = $4 where number = $1`,
      [erasure.number, rowCount, last, looked < ROWS ? 'done' : 'running'],
    )
    return true
  })
