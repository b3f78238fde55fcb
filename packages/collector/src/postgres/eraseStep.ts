import type { ClientBase } from 'pg'
import { isProof } from './consents.ts'
import { findSubjects } from './findSubjects.ts'
import { LOCK_CLASS } from './migrate.ts'
import type { Needs } from './needs.ts'
import { inTransaction } from './openPools.ts'

/** The most events that a step deletes. */
const ROWS = 5_000

/**
 * Goes on with the erasure that has waited longest. Its subjects are forgotten in the transaction that deletes the last of their events, so
 * that a step may end anywhere, and the next one may be one of another collector. Resolves with whether there may be more to do.
 */
export async function eraseStep(needs: Needs): Promise<boolean> {
  const { pools, settings } = needs
  const { rows } = await pools.others.query<{ named: boolean; unnamed: boolean }>(
    `select coalesce(bool_or(subject is not null), false) as named, coalesce(bool_or(subject is null), false) as unnamed
     from ${settings.schema}.tombstones where not is_done`,
  )
  const [{ named, unnamed } = { named: false, unnamed: false }] = rows
  if (named) await inTransaction(pools.others, (client) => deleteSome(client, settings.schema))
  else if (unnamed) await findSubjects(needs)
  return named || unnamed
}

async function deleteSome(client: ClientBase, schema: string): Promise<void> {
  await client.query('select pg_advisory_xact_lock($1, hashtext($2))', [LOCK_CLASS, `${schema} jobs`])
  const { rows } = await client.query<{ number: string; keeps_consents: boolean }>(
    `select number, keeps_consents from ${schema}.erasures where number = (
       select erasure from ${schema}.tombstones where not is_done and subject is not null order by added_at, erasure limit 1
     ) for update`,
  )
  const [erasure] = rows
  if (erasure === undefined) return
  const { rows: pending } = await client.query<{ subject: string }>(
    `select subject from ${schema}.tombstones where erasure = $1 and not is_done and subject is not null`,
    [erasure.number],
  )
  const subjects = pending.map(({ subject }) => subject)
  const { deleted, isMore } = await deleteEvents(client, schema, { ...erasure, subjects })
  if (!isMore)
    await client.query(
      `update ${schema}.tombstones set subject = null, is_done = true where erasure = $1 and subject = any ($2)`,
      [erasure.number, subjects],
    )
  await client.query(
    `update ${schema}.erasures set deleted = deleted + $2,
       status = case when exists(select from ${schema}.tombstones where erasure = $1 and not is_done) then 'running' else 'done' end
     where number = $1`,
    [erasure.number, deleted],
  )
}

/** By the kind of a subject, how its events are found, each in a query of its own: it then has an index. Those of accounts have none. */
const CONDITIONS: Readonly<Record<string, readonly string[]>> = {
  person: ['person = any ($2)', 'impersonator = any ($2)'],
  visitor: ['visitor = any ($2)'],
  anonymous: ['visitor = any ($2) and person is null'],
  account: ['accounts && $2'],
}

interface Order {
  readonly number: string
  readonly keeps_consents: boolean
  readonly subjects: readonly string[]
}

async function deleteEvents(
  client: ClientBase,
  schema: string,
  { number, subjects, ...order }: Order,
): Promise<{ readonly deleted: number; readonly isMore: boolean }> {
  let deleted = 0
  const isMeant = order.keeps_consents ? `and not ${isProof(schema, 'event')}` : ''
  for (const [kind, conditions] of Object.entries(CONDITIONS)) {
    const ids = subjects.filter((one) => one.startsWith(`${kind}\u001F`)).map((one) => one.slice(kind.length + 1))
    for (const condition of ids.length > 0 ? conditions : []) {
      const { rowCount } = await client.query(
        `with found as materialized (
           select id from ${schema}.event
           where (${condition}) and least(right_at, received_at) <= (select before from ${schema}.erasures where number = $1)
             ${isMeant}
           limit ${ROWS}
         ), gone as (delete from ${schema}.event using found where event.id = found.id returning event.id)
         insert into ${schema}.erased_events (id) select id from gone on conflict do nothing`,
        [number, ids],
      )
      deleted += rowCount ?? 0
      if ((rowCount ?? 0) >= ROWS) return { deleted, isMore: true }
    }
  }
  return { deleted, isMore: false }
}
