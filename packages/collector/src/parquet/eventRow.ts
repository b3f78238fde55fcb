import type { StoredEvent } from '../store/store.ts'
import { visitorOf } from '../store/visitorOf.ts'

/** An event as the open files have it. What is JSON is its text: numbers and the order of fields stay as they were sent. */
export interface EventRow {
  readonly id: string
  readonly name: string
  /** Milliseconds since 1970. */
  readonly happened_at: number | null
  readonly received_at: number
  readonly app: string
  readonly promotion: string | null
  readonly person: string | null
  readonly impersonator: string | null
  readonly visitor: string | null
  readonly accounts: string | null
  readonly session: string | null
  readonly page: string | null
  readonly n: number | null
  readonly url: string | null
  readonly properties: string | null
  readonly flags: string | null
  readonly body: string
}

/** How each column is kept in an open file. */
export const RAW_COLUMNS = {
  id: 'VARCHAR',
  name: 'VARCHAR',
  happened_at: 'BIGINT',
  received_at: 'BIGINT',
  app: 'VARCHAR',
  promotion: 'VARCHAR',
  person: 'VARCHAR',
  impersonator: 'VARCHAR',
  visitor: 'VARCHAR',
  accounts: 'VARCHAR',
  session: 'VARCHAR',
  page: 'VARCHAR',
  n: 'BIGINT',
  url: 'VARCHAR',
  properties: 'VARCHAR',
  flags: 'VARCHAR',
  body: 'VARCHAR',
} as const satisfies Readonly<Record<keyof EventRow, 'VARCHAR' | 'BIGINT'>>

const TIMES: readonly string[] = ['happened_at', 'received_at']
const JSONS: readonly string[] = ['accounts', 'properties', 'flags', 'body']

/** The expressions that make the columns of an open file those of a Parquet file. */
export const PARQUET_COLUMNS = Object.keys(RAW_COLUMNS)
  .map((name) => {
    if (TIMES.includes(name)) return `make_timestamptz(${name} * 1000) as ${name}`
    // What is no JSON for DuckDB is kept as a text: an event is never left out.
    if (JSONS.includes(name)) return `coalesce(try_cast(${name} as json), to_json(${name})) as ${name}`
    return name
  })
  .join(', ')

/** Reads what the columns are about. A body that cannot be read gives a row that has little more than its id. */
export function eventRow({ id, app, receivedAt, body }: StoredEvent): EventRow {
  const event = recordIn(body)
  const identity = recordOf(event['identity'])
  const session = recordOf(recordOf(event['moment'])['session'])
  const accounts = Object.entries(recordOf(identity['accounts'])).map(([kind, one]) => [kind, recordOf(one)['key']])
  return {
    id: clean(id),
    name: textOf(event['name']) ?? '',
    happened_at: wholeOf(event['at']),
    received_at: Math.round(receivedAt),
    app: clean(app.name),
    promotion: textOf(app.promotion),
    person: textOf(identity['id']),
    impersonator: textOf(identity['impersonator']),
    visitor: textOf(visitorOf({ kind: event['kind'], identity, properties: recordOf(event['properties']) })),
    accounts: accounts.length > 0 ? clean(JSON.stringify(Object.fromEntries(accounts))) : null,
    session: textOf(session['id']),
    page: textOf(event['page']),
    n: wholeOf(event['n']),
    url: textOf(event['url']),
    properties: jsonOf(event['properties']),
    flags: jsonOf(event['flags']),
    body: clean(body),
  }
}

type Fields = Readonly<Record<string, unknown>>

function recordIn(body: string): Fields {
  try {
    return recordOf(JSON.parse(body))
  } catch {
    return {}
  }
}

const recordOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {}

const textOf = (value: unknown) => (typeof value === 'string' ? clean(value) : null)

/** Times beyond this are no dates of DuckDB. */
const wholeOf = (value: unknown) =>
  typeof value === 'number' && Math.abs(value) <= Number.MAX_SAFE_INTEGER ? Math.round(value) : null

const jsonOf = (value: unknown) => (typeof value === 'object' && value !== null ? clean(JSON.stringify(value)) : null)

/** DuckDB takes neither a NUL nor half of a surrogate pair. A store has none if the door has checked its events. */
const clean = (text: string) => text.replaceAll(/\0|\p{Surrogate}/gu, '\uFFFD')
