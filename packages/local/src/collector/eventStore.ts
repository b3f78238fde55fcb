import { createClient, type Client, type Row } from '@libsql/client'
import type { CollectedEvent, Delivery } from './collectedEvent.ts'
import { databaseUrl } from './databaseUrl.ts'

/** An event with what is known about its arrival. */
export interface StoredEvent {
  readonly event: CollectedEvent
  readonly app: Delivery['app']
  /** Milliseconds since 1970, by this machine's clock. */
  readonly receivedAt: number
}

export interface EventStore {
  /** Resolves when the events are durable, with those whose id was not known yet. */
  add(delivery: Delivery): Promise<readonly StoredEvent[]>
  /** The newest first, without the newest `skip`. */
  recent(limit: number, skip?: number): Promise<readonly StoredEvent[]>
  /** All of them, the oldest first, a page at a time: there may be more than fit into memory. */
  pages(): AsyncGenerator<readonly StoredEvent[]>
  count(): Promise<number>
  close(): void
}

/** Rows. */
const PAGE = 1000
/** Rows. The oldest go first; with them goes the memory of their ids. */
const MAX_EVENTS_KEPT = 1_000_000

/** `data`: `:memory:`, the path of a file, or the URL of a libSQL database, to which `authToken` may give access. */
export async function eventStore(data: string, authToken?: string): Promise<EventStore> {
  const client = createClient({
    url: await databaseUrl(data),
    intMode: 'number',
    ...(authToken !== undefined && { authToken }),
  })
  await prepare(client)

  return {
    async add({ app, events }) {
      if (events.length === 0) return []
      const receivedAt = Date.now()
      const rows = JSON.stringify(
        events.map((event) => ({ id: event.id, name: event.name, at: event.at, body: event })),
      )
      // One transaction: the answer may say `accepted` as soon as it is over.
      const [inserted] = await client.batch(
        [
          {
            sql: `INSERT OR IGNORE INTO events (id, name, at, received_at, app, body)
                  SELECT value ->> 'id', value ->> 'name', value ->> 'at', ?, ?, value -> 'body' FROM json_each(?)
                  RETURNING id`,
            args: [receivedAt, JSON.stringify(app), rows],
          },
          {
            sql: 'DELETE FROM events WHERE seq <= (SELECT max(seq) FROM events) - ?',
            args: [MAX_EVENTS_KEPT],
          },
        ],
        'write',
      )
      const fresh = new Set(inserted?.rows.map((row) => String(row['id'])))
      // `delete`, as one request may carry an id twice.
      return events.filter(({ id }) => fresh.delete(id)).map((event) => ({ event, app, receivedAt }))
    },
    async recent(limit, skip = 0) {
      const { rows } = await client.execute({
        sql: 'SELECT body, app, received_at FROM events ORDER BY seq DESC LIMIT ? OFFSET ?',
        args: [limit, skip],
      })
      return rows.map(stored)
    },
    async *pages() {
      const sql = 'SELECT seq, body, app, received_at FROM events WHERE seq > ? ORDER BY seq LIMIT ?'
      for (let last = 0; ;) {
        const { rows } = await client.execute({ sql, args: [last, PAGE] })
        const [end] = rows.slice(-1)
        if (end === undefined) return
        yield rows.map(stored)
        last = Number(end['seq'])
      }
    },
    async count() {
      const { rows } = await client.execute('SELECT count(*) AS n FROM events')
      return Number(rows[0]?.['n'])
    },
    close: () => client.close(),
  }
}

function stored(row: Row): StoredEvent {
  return {
    event: JSON.parse(String(row['body'])) as CollectedEvent,
    app: JSON.parse(String(row['app'])) as Delivery['app'],
    receivedAt: Number(row['received_at']),
  }
}

async function prepare(client: Client): Promise<void> {
  if (client.protocol === 'file') {
    // Readers do not wait for writers; FULL, so that an answered event also survives a loss of power.
    await client.execute('PRAGMA journal_mode = WAL')
    await client.execute('PRAGMA synchronous = FULL')
  }
  await client.execute(`CREATE TABLE IF NOT EXISTS events (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    at REAL NOT NULL,
    received_at INTEGER NOT NULL,
    app TEXT NOT NULL,
    body TEXT NOT NULL
  )`)
}
