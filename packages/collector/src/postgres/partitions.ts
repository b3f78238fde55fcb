import type { ClientBase } from 'pg'
import { isProof } from './consents.ts'
import { deleteOld } from './deleteOld.ts'
import { LOCK_CLASS } from './migrate.ts'
import type { Needs } from './needs.ts'
import { inTransaction } from './openPools.ts'
import { readRetention } from './retention.ts'

const DAY = 86_400_000
/** Days that have a partition before they begin. */
const AHEAD = 8
/** Days for which ids are kept after the events are too old to be kept: so old may be what a browser sends again. */
const AFTER = 7

/** An event may have an id of the last day that has a partition, and its flags may be marked a day late. */
const FLAGS_AFTER = AHEAD + 2

/**
 * Makes the partitions of the days for which events are kept and of the next week, moves what was stored elsewhere because its day had
 * none, and drops those of older days, without the decisions about consent: their days have no partition any more. Days are those of the ids,
 * in UTC. An id of a wrong clock is in none of these days: such events are deleted by the time of their arrival.
 *
 * @param now - milliseconds since 1970; by the clock of the server when left out, because a wrong clock here would delete everything
 */
export async function keepPartitions(needs: Needs, now?: number): Promise<void> {
  const { schema, log } = needs.settings
  const alone = <Result>(work: (client: ClientBase) => Promise<Result>) =>
    inTransaction(needs.pools.scans, async (client) => {
      // A query of many minutes must not hold up all writers, which wait behind whoever waits for it. There is a week to try again.
      await client.query("set local lock_timeout = '2s'")
      await client.query('select pg_advisory_xact_lock($1, hashtext($2))', [LOCK_CLASS, `${schema} jobs`])
      return work(client)
    })
  const { there, today, retentionDays, consentRetentionDays } = await alone(async (client) => ({
    ...(await readDays(client, schema, now)),
    ...(await readRetention(client, schema)),
  }))
  const [first, last] = [today - retentionDays - AFTER, today + AHEAD]
  const firstConsent = today - consentRetentionDays - AFTER
  for (let day = first; day <= last; day += 1)
    if (!there.includes(day)) await alone((client) => makePartition(client, schema, day))
  const old = there.filter((day) => day < first)
  for (const day of old) await alone((client) => dropPartition(client, schema, { day, firstConsent }))
  if (old.length > 0) log('info', 'Old events were deleted.', { days: old.map(nameOf) })
  const until = (first * DAY) / 1000
  // A deletion of somebody locks the same rows.
  await alone((client) =>
    client.query(
      `delete from ${schema}.event_default as event where received_at < to_timestamp($1)
         and (received_at < to_timestamp($2) or not ${isProof(schema, 'event')})`,
      [until, (firstConsent * DAY) / 1000],
    ),
  )
  await needs.pools.scans.query(`delete from ${schema}.flag_sets where used_at < to_timestamp($1)`, [
    until - (FLAGS_AFTER * DAY) / 1000,
  ])
  await deleteOld(until, needs)
}

/** Days since 1970. */
async function readDays(client: ClientBase, schema: string, now?: number) {
  const { rows } = await client.query<{ name: string; now: number }>(
    `select relname as name, extract(epoch from now())::float8 * 1000 as now
     from pg_inherits join pg_class on pg_class.oid = inhrelid where inhparent = $1::regclass`,
    [`${schema}.event`],
  )
  const days = rows.flatMap(({ name }) => {
    const [, year, month, day] = /^event_(\d{4})(\d\d)(\d\d)$/.exec(name) ?? []
    return year === undefined ? [] : [Date.UTC(Number(year), Number(month) - 1, Number(day)) / DAY]
  })
  return { there: days, today: Math.floor((now ?? rows[0]?.now ?? 0) / DAY) }
}

/** Most of the work is done before the table has to be locked that writers use. */
async function makePartition(client: ClientBase, schema: string, day: number): Promise<void> {
  const name = partition(schema, day)
  const [from, to] = [firstId(day), firstId(day + 1)]
  // Another collector may have made it since.
  const { rows } = await client.query<{ is_there: boolean }>('select to_regclass($1) is not null as is_there', [name])
  if (rows[0]?.is_there) return
  await client.query(`create table ${name} (like ${schema}.event including defaults including constraints)`)
  await client.query(`lock table ${schema}.event_default in access exclusive mode`)
  await client.query(
    `with strays as (delete from ${schema}.event_default where id >= '${from}' and id < '${to}' returning *)
     insert into ${name} select * from strays`,
  )
  await client.query(`alter table ${schema}.event attach partition ${name} for values from ('${from}') to ('${to}')`)
}

/** Keeps the decisions about consent that arrived since a day. Nothing else is stored in the partition meanwhile, or deleted from it. */
async function dropPartition(
  client: ClientBase,
  schema: string,
  { day, firstConsent }: { readonly day: number; readonly firstConsent: number },
): Promise<void> {
  const name = partition(schema, day)
  // Another collector may have dropped it since.
  const { rows } = await client.query<{ is_there: boolean }>('select to_regclass($1) is not null as is_there', [name])
  if (!rows[0]?.is_there) return
  await client.query(`lock table ${name} in share mode`)
  const kept = `${schema}.event_kept`
  const since = Number.isFinite(firstConsent) ? `to_timestamp(${(firstConsent * DAY) / 1000})` : `'-infinity'`
  const { rowCount } = await client.query(
    `create table ${kept} as select * from ${name} as event where received_at >= ${since} and ${isProof(schema, 'event')}`,
  )
  await client.query(`drop table ${name}`)
  if ((rowCount ?? 0) > 0) await client.query(`insert into ${schema}.event select * from ${kept}`)
  await client.query(`drop table ${kept}`)
}

const nameOf = (day: number) => new Date(day * DAY).toISOString().slice(0, 10)
const partition = (schema: string, day: number) => `${schema}.event_${nameOf(day).replaceAll('-', '')}`

/** The lowest UUID v7 of a day. */
function firstId(day: number): string {
  const hex = (day * DAY).toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`
}
