import type { ClientBase } from 'pg'
import type { Batch, IncomingEvent, Outcome } from '../store/store.ts'
import type { SharedFlags } from '../store/sharedFlags.ts'
import { accountText, rightTime } from '../store/tombstones.ts'
import { floatArray, smallArray, textArray } from './binaryArray.ts'
import { notesIn } from './notesIn.ts'
import type { Needs } from './needs.ts'
import { inTransaction, withClient } from './openPools.ts'
import { seconds } from './seconds.ts'
import type { Tombstones } from './tombstones.ts'

/**
 * Writes the batches in one statement, which is a transaction of its own. Resolves with the outcomes of each batch.
 *
 * @param alongside - what is done in the same transaction. If it rejects, nothing is stored.
 */
export async function insertGroup(
  batches: readonly Batch[],
  { pools, settings: { schema }, tombstones }: Needs & { readonly tombstones: Tombstones },
  alongside?: (client: ClientBase) => Promise<void>,
): Promise<readonly (readonly Outcome[])[]> {
  for (;;) {
    const { version, isErased } = await tombstones.forBatches(batches)
    const outcomes = batches.map((batch) =>
      batch.events.map((event): Outcome => (isErased(event, batch.clockAheadMs) ? 'erased' : 'known')),
    )
    const rows = rowsIn(batches, outcomes)
    const sorted = [...rows].sort(byId)
    const values = [version, ...columnsOf(sorted, batches), ...notesIn(batches), ...flagsOf(sorted)]
    const insert = async (client: ClientBase) => {
      const answer = await client.query<Answer>({ ...statementFor(version, schema), values })
      const [row] = answer.rows
      // It is the answer to something else. Without a code, the error ends the connection.
      if (row === undefined) throw new Error('The server has not answered what was asked.')
      return row
    }
    const done = await (alongside
      ? inTransaction(pools.writers, async (client) => {
          const answer = await insert(client)
          if (answer.erasures === version) await alongside(client)
          return answer
        })
      : withClient(pools.writers, insert))
    if (done.erasures === version) {
      for (const place of done.stored ?? []) {
        const row = rows[place]
        if (row) row.outcomes[row.index] = 'new'
      }
      for (const place of done.erased ?? []) {
        const row = rows[place]
        if (row) row.outcomes[row.index] = 'erased'
      }
      return outcomes
    }
    // Another collector has erased somebody: this process has to learn it first.
    tombstones.forget()
  }
}

interface Answer {
  readonly erasures: string
  readonly stored: readonly number[] | null
  /** Copies of events that were deleted. */
  readonly erased: readonly number[] | null
}

interface Row {
  readonly event: IncomingEvent
  /** The place of its batch. */
  readonly batch: number
  /** The outcomes of its batch, and its place among them. */
  readonly outcomes: Outcome[]
  readonly index: number
  /** The place in the order of arrival, and in the list. */
  readonly place: number
}

/** Those that are not erased. */
function rowsIn(batches: readonly Batch[], outcomesOfAll: readonly Outcome[][]): readonly Row[] {
  const rows: Row[] = []
  for (const [number, { events }] of batches.entries()) {
    const outcomes = outcomesOfAll[number] ?? []
    for (const [index, event] of events.entries())
      if (outcomes[index] !== 'erased') rows.push({ event, batch: number, outcomes, index, place: rows.length })
  }
  return rows
}

/**
 * Two collectors that write the same events in different orders would wait for each other. Of events with the same id, the first to arrive
 * stays the first.
 */
function byId(one: Row, other: Row): number {
  if (one.event.id === other.event.id) return one.place - other.place
  return one.event.id < other.event.id ? -1 : 1
}

/** What all events of a batch have in common is sent once for each batch. */
const columnsOf = (rows: readonly Row[], batches: readonly Batch[]) => [
  textArray(rows.map(({ event }) => event.id)),
  smallArray(rows.map(({ place }) => place)),
  smallArray(rows.map(({ batch }) => batch + 1)),
  // Numbers that are not whole would be rounded if they were not texts.
  textArray(rows.map(({ event }) => event.n?.toString() ?? null)),
  floatArray(rows.map(({ event }) => seconds(event.happenedAt))),
  floatArray(rows.map(({ event, batch }) => seconds(rightTime(event, batches[batch]?.clockAheadMs ?? 0)))),
  textArray(rows.map(({ event }) => event.name)),
  textArray(rows.map(({ event }) => event.person ?? null)),
  textArray(rows.map(({ event }) => event.impersonator ?? null)),
  textArray(rows.map(({ event }) => event.visitor ?? null)),
  textArray(rows.map(({ event }) => accountsText(event))),
  textArray(rows.map(({ event }) => event.session ?? null)),
  textArray(rows.map(({ event }) => event.page ?? null)),
  textArray(rows.map(({ event }) => event.body)),
  floatArray(batches.map(({ receivedAt }) => seconds(receivedAt))),
  textArray(batches.map(({ app }) => app.name)),
  textArray(batches.map(({ app }) => app.platform ?? null)),
  textArray(batches.map(({ app }) => app.promotion ?? null)),
]

/** The place of its flags for each event, from 1, or 0 if it shares none; and the flags, in an order that all collectors have. */
function flagsOf(rows: readonly Row[]) {
  const sets = new Map<string, SharedFlags>()
  for (const { event } of rows) if (event.flags) sets.set(event.flags.digest, event.flags)
  const sorted = [...sets.values()].sort((one, other) => (one.digest < other.digest ? -1 : 1))
  const places = new Map(sorted.map(({ digest }, index) => [digest, index + 1]))
  return [
    smallArray(rows.map(({ event }) => (event.flags && places.get(event.flags.digest)) ?? 0)),
    textArray(sorted.map(({ digest }) => digest)),
    textArray(sorted.map(({ json }) => json)),
  ]
}

/** An array of arrays would have to be even. */
const accountsText = ({ accounts }: IncomingEvent) =>
  accounts.length === 0
    ? null
    : `{${accounts.map((account) => `"${accountText(account).replace(/[\\"]/g, '\\$&')}"`).join()}}`

/** Nobody looks for copies of deleted events where nothing was ever deleted. */
function statementFor(version: string, schema: string) {
  if (version === '0') return { name: 'append', text: statement(schema, '') }
  const copies = `copies as (
  select given.place from unnest($2::text[], $3::smallint[]) as given (id, place)
  join ${schema}.erased_events on erased_events.id = given.id::uuid
),`
  return { name: 'append after erasures', text: statement(schema, copies) }
}

/** Nothing is stored if the version is an older one: `stored` is then of no meaning. */
const statement = (schema: string, copies: string) => `
with state as materialized (select erasures, xact_offset from ${schema}.state),
shared as (
  insert into ${schema}.flag_sets (digest, json, used_at)
  select decode(digest, 'hex'), json, now() from state, unnest($31::text[], $32::text[]) as given (digest, json)
  where erasures = $1::bigint and not exists (
    select from ${schema}.flag_sets as known where known.digest = decode(given.digest, 'hex') and used_at > now() - interval '1 day')
  on conflict (digest) do update set used_at = excluded.used_at
),
stored as (
  insert into ${schema}.event (xact, id, place, n, received_at, happened_at, right_at, name, app, platform, promotion, person, impersonator,
    visitor, accounts, session, page, body, flag_set)
  select pg_current_xact_id()::text::bigint + xact_offset, id::uuid, place, n::bigint, to_timestamp(($16::float8[])[batch]),
    to_timestamp(happened_at), to_timestamp(right_at), name, ($17::text[])[batch], ($18::text[])[batch], ($19::text[])[batch], person,
    impersonator, visitor, accounts::text[], session, page, body, decode(($31::text[])[flags], 'hex')
  from state, unnest($2::text[], $3::smallint[], $4::smallint[], $5::text[], $6::float8[], $7::float8[], $8::text[], $9::text[], $10::text[],
    $11::text[], $12::text[], $13::text[], $14::text[], $15::text[], $30::smallint[])
    as given (id, place, batch, n, happened_at, right_at, name, person, impersonator, visitor, accounts, session, page, body, flags)
  where erasures = $1::bigint ${copies && `and not exists (select from ${schema}.erased_events where erased_events.id = given.id::uuid)`}
  on conflict do nothing
  returning place
), ${copies} noted as (
  insert into ${schema}.page_note (page, fate, numbers, last, delivers, seen_at, app, engine, destination, release)
  select page, fate, numbers::int8multirange, last, delivers, to_timestamp(seen_at), app, engine, destination, release
  from state, unnest($20::text[], $21::text[], $22::text[], $23::bigint[], $24::boolean[], $25::float8[], $26::text[], $27::text[],
    $28::text[], $29::text[]) as given (page, fate, numbers, last, delivers, seen_at, app, engine, destination, release)
  where erasures = $1::bigint
)
select erasures, (select array_agg(place) from stored) as stored, ${copies ? '(select array_agg(place) from copies)' : 'null::smallint[]'} as erased
from state`
