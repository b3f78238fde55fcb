import { ARRIVED } from '../loss/batchNumbers.ts'
import { merged, type Range } from '../loss/ranges.ts'
import type { Application, EventReader, PageNumbers, StoredEvent } from '../store/store.ts'
import { wrongCursor } from '../store/wrongCursor.ts'
import type { Row, Sqlite } from './driver.ts'

export const COLUMNS = 'events.seq, lower(hex(events.id)) AS id, apps.json AS app, received_at, body'

export function createReader(db: Sqlite): EventReader {
  const from = `SELECT ${COLUMNS} FROM events JOIN apps USING (app)`
  const newest = db.prepare(`${from} WHERE seq < ? ORDER BY seq DESC LIMIT ?`)
  const after = db.prepare(`${from} WHERE seq > ? ORDER BY seq LIMIT ?`)
  const count = db.prepare('SELECT count(*) AS count FROM events')
  const pages = db.prepare('SELECT * FROM pages ORDER BY page')
  const numbers = db.prepare('SELECT * FROM numbers ORDER BY page')

  return {
    newest: async (limit, before) =>
      newest.all(before === undefined ? Number.MAX_SAFE_INTEGER : placeOf(before), limit).map(storedEvent),
    after: async (cursor, limit) => after.all(cursor === undefined ? 0 : placeOf(cursor), limit).map(storedEvent),
    count: async () => Number(count.get()?.['count']),
    numbers: async () => pageNumbers(pages.all(), numbers.all()),
  }
}

function placeOf(cursor: string): number {
  const place = /^\d{1,15}$/.test(cursor) ? Number(cursor) : NaN
  if (Number.isNaN(place)) throw wrongCursor()
  return place
}

export function storedEvent(row: Row): StoredEvent {
  const hex = String(row['id'])
  return {
    cursor: String(row['seq']),
    id: [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-'),
    app: JSON.parse(String(row['app'])) as Application,
    receivedAt: Number(row['received_at']),
    body: String(row['body']),
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
