import { ARRIVED } from '../loss/batchNumbers.ts'
import { merged, type Range } from '../loss/ranges.ts'
import type { Application, EventReader, PageNumbers, StoredEvent } from '../store/store.ts'
import { wrongCursor } from '../store/wrongCursor.ts'
import { flagsAdder } from '../store/sharedFlags.ts'
import type { Row, Sqlite } from './driver.ts'
import { hasFlagSets } from './flagSets.ts'
import { uuidOf } from './uuidBytes.ts'

/** What `eventReader` reads, of which tables. */
export const columnsIn = (db: Sqlite) => ({
  columns: `events.seq, lower(hex(events.id)) AS id, apps.json AS app, received_at, clock_ahead, body, ${hasFlagSets(db) ? 'flag_sets.json' : 'NULL'} AS flags`,
  tables: `events JOIN apps USING (app) ${hasFlagSets(db) ? 'LEFT JOIN flag_sets USING (flag_set)' : ''}`,
})

export function createReader(db: Sqlite): EventReader {
  const { columns, tables } = columnsIn(db)
  const from = `SELECT ${columns} FROM ${tables}`
  const newest = db.prepare(`${from} WHERE seq < ? ORDER BY seq DESC LIMIT ?`)
  const after = db.prepare(`${from} WHERE seq > ? ORDER BY seq LIMIT ?`)
  const count = db.prepare('SELECT count(*) AS count FROM events')
  const pages = db.prepare('SELECT * FROM pages ORDER BY page')
  const numbers = db.prepare('SELECT * FROM numbers ORDER BY page')

  return {
    newest: async (limit, before) =>
      newest.all(before === undefined ? Number.MAX_SAFE_INTEGER : placeOf(before), limit).map(eventReader()),
    after: async (cursor, limit) => after.all(cursor === undefined ? 0 : placeOf(cursor), limit).map(eventReader()),
    count: async () => Number(count.get()?.['count']),
    numbers: async () => pageNumbers(pages.all(), numbers.all()),
  }
}

export function placeOf(cursor: string): number {
  const place = /^\d{1,15}$/.test(cursor) ? Number(cursor) : NaN
  if (Number.isNaN(place)) throw wrongCursor()
  return place
}

/** Returns a function that reads the rows of one query. */
export function eventReader(): (row: Row) => StoredEvent {
  const withFlags = flagsAdder()
  return (row) => storedEvent(row, withFlags)
}

function storedEvent(row: Row, withFlags: ReturnType<typeof flagsAdder>): StoredEvent {
  return {
    cursor: String(row['seq']),
    id: uuidOf(String(row['id'])),
    app: JSON.parse(String(row['app'])) as Application,
    receivedAt: Number(row['received_at']),
    clockAheadMs: Number(row['clock_ahead']),
    body: withFlags(String(row['body']), row['flags'] as string | null),
  }
}

/** What the tables of pages and of their numbers say. */
export function pageNumbers(pages: readonly Row[], numbers: readonly Row[]): readonly PageNumbers[] {
  const rangesOf = new Map<string, Map<string, Range[]>>()
  for (const { page, fate, first, last } of numbers) {
    const ofPage = rangesOf.get(String(page)) ?? new Map<string, Range[]>()
    rangesOf.set(String(page), ofPage)
    const ranges = ofPage.get(String(fate)) ?? []
    ofPage.set(String(fate), ranges)
    ranges.push([Number(first), Number(last)])
  }
  return pages.map((row) => {
    const { [ARRIVED]: arrived = [], ...fates } = Object.fromEntries(rangesOf.get(String(row['page'])) ?? [])
    return {
      page: String(row['page']),
      app: String(row['app']),
      engine: String(row['engine']),
      destination: String(row['destination']),
      release: String(row['release']),
      last: Number(row['last']),
      seenAt: Number(row['seen_at']),
      arrived: merged(arrived),
      fates: new Map(Object.entries(fates).map(([fate, ranges]) => [fate, merged(ranges)])),
    }
  })
}
