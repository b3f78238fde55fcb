import type { Client, InStatement, Row } from '@libsql/client'
import type { Delivery } from './collectedEvent.ts'
import { MADE_ROOM, type PageNumbers, type Range, rangesIn } from './lossMeter.ts'

/** Creates what keeps the numbers of pages beside the events. */
export async function prepareNumbers(client: Client): Promise<void> {
  const missing = [
    // A file of an earlier version has no numbers of events, and no names of destinations.
    ...(await missingColumns(client, 'events', ['page TEXT', 'n INTEGER'])),
    ...(await missingColumns(client, 'pages', ["destination TEXT NOT NULL DEFAULT ''"])),
  ]
  await client.batch(
    [
      ...missing,
      `CREATE TABLE IF NOT EXISTS pages (
        page TEXT PRIMARY KEY,
        last INTEGER NOT NULL,
        seen_at INTEGER NOT NULL,
        app TEXT NOT NULL,
        engine TEXT NOT NULL,
        destination TEXT NOT NULL DEFAULT ''
      ) WITHOUT ROWID`,
      `CREATE TABLE IF NOT EXISTS fates (
        page TEXT NOT NULL,
        fate TEXT NOT NULL,
        first INTEGER NOT NULL,
        last INTEGER NOT NULL,
        PRIMARY KEY (page, fate, first, last)
      ) WITHOUT ROWID`,
      'CREATE INDEX IF NOT EXISTS events_by_page ON events (page, n)',
    ],
    'write',
  )
}

/** None for a table that does not exist yet. */
async function missingColumns(client: Client, table: string, columns: readonly string[]): Promise<string[]> {
  const { rows } = await client.execute(`PRAGMA table_info(${table})`)
  const known = rows.map((row) => row['name'])
  return columns
    .filter((column) => known.length > 0 && !known.includes(column.split(' ')[0] ?? ''))
    .map((column) => `ALTER TABLE ${table} ADD COLUMN ${column}`)
}

/** Writes what deliveries tell about pages, in the transaction of their events. */
export function numberChanges(deliveries: readonly Delivery[], receivedAt: number): InStatement[] {
  const { pages, fates } = toldIn(deliveries)
  return [
    {
      sql: `INSERT INTO pages (page, last, seen_at, app, engine, destination)
              SELECT value ->> '$.page', value ->> '$.last', ?, value ->> '$.app', value ->> '$.engine', value ->> '$.destination'
              FROM json_each(?) WHERE true
              ON CONFLICT(page) DO UPDATE SET last = max(last, excluded.last), seen_at = max(seen_at, excluded.seen_at)`,
      args: [receivedAt, JSON.stringify(pages)],
    },
    {
      sql: `INSERT INTO fates (page, fate, first, last)
              SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3 FROM json_each(?) WHERE true
              ON CONFLICT DO NOTHING`,
      args: [JSON.stringify(fates)],
    },
  ]
}

/** The numbers that count, of events that have one. */
const IS_NUMBERED = "typeof(page) = 'text' AND typeof(n) = 'integer' AND n BETWEEN 1 AND 999999999"

/** Keeps the numbers of the oldest events, which are about to be deleted: they have arrived. Only so many events stay. */
export const keepNumbers = (maxEvents: number): InStatement => ({
  sql: `INSERT INTO fates (page, fate, first, last)
          SELECT page, ?, min(n), max(n) FROM (
            SELECT page, n, n - row_number() OVER (PARTITION BY page ORDER BY n) AS run FROM events
            WHERE seq <= (SELECT max(seq) FROM events) - ? AND ${IS_NUMBERED})
          GROUP BY page, run
          ON CONFLICT DO NOTHING`,
  args: [MADE_ROOM, maxEvents],
})

const MAX_NAME = 128
const FATE = /^[a-z-]{1,32}$/
/** The highest number of an event that counts. */
const MAX_NUMBER = 999_999_999
const isNumber = (value: unknown): value is number =>
  Number.isInteger(value) && Number(value) >= 0 && Number(value) <= MAX_NUMBER

/** What deliveries tell about pages: the latest numbers, and the fates of others. Anybody may post, so what is not valid is left out. */
function toldIn(deliveries: readonly Delivery[]) {
  const pages: Pick<PageNumbers, 'page' | 'last' | 'app' | 'engine' | 'destination'>[] = []
  const fates: (readonly [page: string, fate: string, first: number, last: number])[] = []
  for (const { app, pages: told = {}, engine = '', destination = '' } of deliveries)
    for (const [page, { last, ...others }] of Object.entries(told)) {
      if (page.length > MAX_NAME) continue
      if (isNumber(last)) pages.push({ page, last, app: app.name ?? '', engine, destination })
      for (const [fate, text] of Object.entries(others))
        if (FATE.test(fate)) for (const [first, end] of rangesIn(text) ?? []) fates.push([page, fate, first, end])
    }
  return { pages, fates }
}

export async function readNumbers(client: Client): Promise<readonly PageNumbers[]> {
  const [pages, events, fates] = await client.batch(
    [
      'SELECT page, last, seen_at, app, engine, destination FROM pages',
      `SELECT page, json_group_array(DISTINCT n) AS numbers, max(received_at) AS seen_at, max(app ->> '$.name') AS app,
         max(body ->> '$.moment.release') AS release
       FROM events WHERE ${IS_NUMBERED} GROUP BY page`,
      'SELECT page, fate, first, last FROM fates',
    ],
    'read',
  )
  const known = new Map<string, PageNumbers & { fates: Map<string, Range[]> }>()
  const of = (row: Row) => {
    const page = String(row['page'])
    const one = known.get(page) ?? {
      ...{ page, app: '', engine: '', destination: '', release: '', last: 0, seenAt: 0, stored: [] },
      fates: new Map<string, Range[]>(),
    }
    known.set(page, one)
    return one
  }
  for (const row of events?.rows ?? [])
    Object.assign(of(row), {
      stored: JSON.parse(String(row['numbers'])) as number[],
      seenAt: Number(row['seen_at']),
      app: String(row['app'] ?? ''),
      release: String(row['release'] ?? ''),
    })
  for (const row of pages?.rows ?? [])
    Object.assign(of(row), {
      last: Number(row['last']),
      seenAt: Number(row['seen_at']),
      app: String(row['app']),
      engine: String(row['engine']),
      destination: String(row['destination']),
    })
  for (const row of fates?.rows ?? []) {
    const { fates: all } = of(row)
    const fate = String(row['fate'])
    all.set(fate, [...(all.get(fate) ?? []), [Number(row['first']), Number(row['last'])]])
  }
  return [...known.values()]
}
