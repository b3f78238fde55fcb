import type { ClientBase } from 'pg'
import type { Batch, IncomingEvent, Outcome } from '../store/store.ts'
import { accountText, rightTime } from '../store/tombstones.ts'
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
    const values = [version, ...columnsOf([...rows].sort(byId)), ...notesIn(batches)]
    const insert = async (client: ClientBase) => {
      const answer = await client.query<Answer>({ ...statementFor(version, schema), values })
      return answer.rows[0]
    }
    const done = await (alongside
      ? inTransaction(pools.writers, async (client) => {
          const answer = await insert(client)
          if (answer?.erasures === version) await alongside(client)
          return answer
        })
      : withClient(pools.writers, insert))
    if (done?.erasures === version) {
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
  readonly batch: Batch
  /** The outcomes of its batch, and its place among them. */
  readonly outcomes: Outcome[]
  readonly index: number
  /** The place in the order of arrival, and in the list. */
  readonly place: number
}

/** Those that are not erased. */
function rowsIn(batches: readonly Batch[], outcomesOfAll: readonly Outcome[][]): readonly Row[] {
  const rows: Row[] = []
  for (const [number, batch] of batches.entries()) {
    const outcomes = outcomesOfAll[number] ?? []
    for (const [index, event] of batch.events.entries())
      if (outcomes[index] !== 'erased') rows.push({ event, batch, outcomes, index, place: rows.length })
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

const columnsOf = (rows: readonly Row[]) => [
  rows.map(({ event }) => event.id),
  rows.map(({ place }) => place),
  rows.map(({ event }) => event.n ?? null),
  rows.map(({ batch }) => seconds(batch.receivedAt)),
  rows.map(({ event }) => seconds(event.happenedAt)),
  rows.map(({ event, batch }) => seconds(rightTime(event, batch.clockAheadMs))),
  rows.map(({ event }) => event.name),
  rows.map(({ batch }) => batch.app.name),
  rows.map(({ batch }) => batch.app.platform ?? null),
  rows.map(({ batch }) => batch.app.promotion ?? null),
  rows.map(({ event }) => event.person ?? null),
  rows.map(({ event }) => event.impersonator ?? null),
  rows.map(({ event }) => event.visitor ?? null),
  rows.map(({ event }) => accountsText(event)),
  rows.map(({ event }) => event.session ?? null),
  rows.map(({ event }) => event.page ?? null),
  rows.map(({ event }) => event.body),
]

/** An array of arrays would have to be even. */
const accountsText = ({ accounts }: IncomingEvent) =>
  accounts.length === 0
    ? null
    : `{${accounts.map((account) => `"${accountText(account).replace(/[\\"]/g, '\\$&')}"`).join()}}`

/** Nobody looks for copies of deleted events where nothing was ever deleted. */
function statementFor(version: string, schema: string) {
  if (version === '0') return { name: 'append', text: statement(schema, '') }
  const copies = `copies as (
  select place from unnest($2::uuid[], $3::smallint[]) as given (id, place) join ${schema}.erased_events using (id)
),`
  return { name: 'append after erasures', text: statement(schema, copies) }
}

/** Nothing is stored if the version is an older one: `stored` is then of no meaning. */
const statement = (schema: string, copies: string) => `
with state as materialized (select erasures, xact_offset from ${schema}.state),
stored as (
  insert into ${schema}.event (xact, id, place, n, received_at, happened_at, right_at, name, app, platform, promotion, person, impersonator,
    visitor, accounts, session, page, body)
  select pg_current_xact_id()::text::bigint + xact_offset, id, place, n, to_timestamp(received_at), to_timestamp(happened_at),
    to_timestamp(right_at), name, app, platform, promotion, person, impersonator, visitor, accounts::text[], session, page, body
  from state, unnest($2::uuid[], $3::smallint[], $4::bigint[], $5::float8[], $6::float8[], $7::float8[], $8::text[], $9::text[], $10::text[],
    $11::text[], $12::text[], $13::text[], $14::text[], $15::text[], $16::text[], $17::text[], $18::text[])
    as given (id, place, n, received_at, happened_at, right_at, name, app, platform, promotion, person, impersonator, visitor, accounts,
      session, page, body)
  where erasures = $1::bigint ${copies && `and not exists (select from ${schema}.erased_events where erased_events.id = given.id)`}
  on conflict do nothing
  returning place
), ${copies} noted as (
  insert into ${schema}.page_note (page, fate, numbers, last, delivers, seen_at, app, engine, destination, release)
  select page, fate, numbers::int8multirange, last, delivers, to_timestamp(seen_at), app, engine, destination, release
  from state, unnest($19::text[], $20::text[], $21::text[], $22::bigint[], $23::boolean[], $24::float8[], $25::text[], $26::text[],
    $27::text[], $28::text[]) as given (page, fate, numbers, last, delivers, seen_at, app, engine, destination, release)
  where erasures = $1::bigint
)
select erasures, (select array_agg(place) from stored) as stored, ${copies ? '(select array_agg(place) from copies)' : 'null::smallint[]'} as erased
from state`
