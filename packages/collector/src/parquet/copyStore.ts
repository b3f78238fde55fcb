import {
  type ColumnReader,
  EVENT_COLUMNS,
  type EventColumn,
  HEAVY_COLUMNS,
  type HeavyColumn,
} from '../store/eventColumns.ts'
import type { EventReader, StoredEvent } from '../store/store.ts'
import type { Duckdb } from './duckdb.ts'
import { eventRow, type EventRow, RAW_COLUMNS } from './eventRow.ts'

export type CopiedStore = Pick<EventReader, 'after'> & ColumnReader

/** What is read of a store. */
export interface Wanted {
  /** Events after this one, or all. */
  readonly cursor: string | undefined
  /** Only these columns have to be there. All of them when left out. */
  readonly columns?: ReadonlySet<string> | undefined
  /** Only events with these names must have the heavy columns. */
  readonly heavyOf?: readonly string[] | undefined
}

/** Copies the events of a store into `raw`. */
export async function copyStore(store: CopiedStore, { cursor, columns, heavyOf }: Wanted, db: Duckdb): Promise<void> {
  const all = columns ?? new Set(Object.keys(RAW_COLUMNS))
  const known = heavyOf ? new Set([...EVENT_COLUMNS, ...HEAVY_COLUMNS]) : EVENT_COLUMNS
  const names = [...known].filter((name) => all.has(name))
  if (store.columns && names.length === all.size) {
    await db.run('begin')
    try {
      // Without a column there would be no rows to count.
      await copyColumns(store.columns(names.length > 0 ? names : ['received_at'], cursor, heavyOf), names, db)
      await db.run('commit')
      return
    } catch {
      // A body that is no JSON: what can be said of its event is read from the body alone.
      await db.run('rollback')
    }
  }
  await copyBodies(store, { cursor, columns: all }, db)
}

/** What a JSON array has as values. */
const TYPES: Readonly<Partial<Record<EventColumn | HeavyColumn, string>>> = {
  happened_at: 'DOUBLE',
  received_at: 'DOUBLE',
  n: 'DOUBLE',
}

/** As in `eventRow`: times beyond this are no dates of DuckDB. */
const whole = (name: string) =>
  `case when abs(${name}) <= ${Number.MAX_SAFE_INTEGER} then floor(${name})::bigint + (${name} - floor(${name}) >= 0.5)::bigint end`

async function copyColumns(
  pieces: AsyncIterable<readonly string[]>,
  names: readonly (EventColumn | HeavyColumn)[],
  { connection }: Duckdb,
): Promise<void> {
  const read = names.length > 0 ? names : (['received_at'] as const)
  const values = read.map(
    (name, place) => `unnest(from_json($${place + 1}, '["${TYPES[name] ?? 'VARCHAR'}"]')) as ${name}`,
  )
  const columns = read.map((name) => (TYPES[name] ? whole(name) : name))
  const insert = `insert into raw (${read.join(', ')}) select ${columns.join(', ')} from (select ${values.join(', ')})`
  // While DuckDB takes one piece, the next one is read.
  let taken: Promise<unknown> = Promise.resolve()
  for await (const arrays of pieces) {
    await taken
    const statement = await connection.prepare(insert)
    for (const [place, array] of arrays.entries()) statement.bindVarchar(place + 1, array)
    taken = statement.run()
    taken.catch(() => undefined)
  }
  await taken
}

const SLICE = 5000

async function copyBodies(
  store: Pick<EventReader, 'after'>,
  { cursor: from, columns }: Pick<Wanted, 'cursor' | 'columns'>,
  db: Duckdb,
): Promise<void> {
  const appender = await db.connection.createAppender('raw')
  let cursor = from
  for (;;) {
    const events: readonly StoredEvent[] = await store.after(cursor, SLICE)
    for (const event of events) {
      appender.appendBigInt(0n)
      appender.appendVarchar(event.cursor)
      const row = eventRow(event)
      for (const [name, type] of Object.entries(RAW_COLUMNS)) {
        const value = columns?.has(name) ? row[name as keyof EventRow] : null
        if (value === null) appender.appendNull()
        else if (type === 'BIGINT') appender.appendBigInt(BigInt(value))
        else appender.appendVarchar(String(value))
      }
      appender.endRow()
    }
    if (events.length < SLICE) break
    cursor = events.at(-1)?.cursor
  }
  appender.closeSync()
}
