import { createClient, type Client, type Row } from '@libsql/client'
import type { CollectedEvent, Delivery } from './collectedEvent.ts'
import { databaseUrl } from './databaseUrl.ts'
import type { PageNumbers } from './lossMeter.ts'
import { keepNumbers, numberChanges, prepareNumbers, readNumbers } from './pageNumbers.ts'

/** An event, and when and from which application it arrived. */
export interface StoredEvent {
  readonly event: CollectedEvent
  readonly app: Delivery['app']
  /** Milliseconds since 1970, by this machine's clock. */
  readonly receivedAt: number
}

export interface EventStore {
  /** Resolves with the events whose ids were new, once they are durable. */
  add(delivery: Delivery): Promise<readonly StoredEvent[]>
  /** The newest first, after skipping the newest `skip`. */
  recent(limit: number, skip?: number): Promise<readonly StoredEvent[]>
  /** All events, the oldest first, one page at a time: they may not fit into memory. */
  pages(): AsyncGenerator<readonly StoredEvent[]>
  count(): Promise<number>
  /** What is known about the numbers of all pages. */
  numbers(): Promise<readonly PageNumbers[]>
  close(): void
}

/** A delivery that waits to be written. */
interface Waiting {
  readonly delivery: Delivery
  readonly resolve: (fresh: readonly StoredEvent[]) => void
  readonly reject: (error: unknown) => void
}

/** The most deliveries in one transaction. */
const MAX_DELIVERIES_AT_ONCE = 100
/** Rows. */
const PAGE = 1000
/** The most rows in the table. The oldest are deleted first, and their ids are forgotten with them. */
const MAX_EVENTS_KEPT = 1_000_000

/** How long to wait for another process that writes to the same file, as when services were started twice in one project. */
const BUSY_MS = 2000

/** `data`: `:memory:`, the path of a file, or the URL of a libSQL database, with `authToken` if it needs one. */
export async function createEventStore(
  data: string,
  authToken?: string,
  maxEvents = MAX_EVENTS_KEPT,
): Promise<EventStore> {
  const client = createClient({
    url: await databaseUrl(data),
    intMode: 'number',
    timeout: BUSY_MS,
    ...(authToken !== undefined && { authToken }),
  })
  await prepare(client)

  let waiting: Waiting[] = []
  let isWriting = false

  /** Deliveries that arrive during a write are written together in the next one, so that they share one wait for the disk. */
  async function writeAll(): Promise<void> {
    isWriting = true
    await new Promise(setImmediate)
    while (waiting.length > 0) {
      const mine = waiting.slice(0, MAX_DELIVERIES_AT_ONCE)
      waiting = waiting.slice(MAX_DELIVERIES_AT_ONCE)
      try {
        const receivedAt = Date.now()
        const fresh = await insert(
          client,
          mine.map(({ delivery }) => delivery),
          { receivedAt, maxEvents },
        )
        for (const { delivery, resolve } of mine) {
          // `delete`, because an id may occur twice, in one request or in two.
          const events = delivery.events.filter(({ id }) => fresh.delete(id))
          resolve(events.map((event) => ({ event, app: delivery.app, receivedAt })))
        }
      } catch (error) {
        for (const { reject } of mine) reject(error)
      }
    }
    isWriting = false
  }

  return {
    add(delivery) {
      if (delivery.events.length === 0) return Promise.resolve([])
      return new Promise((resolve, reject) => {
        waiting.push({ delivery, resolve, reject })
        if (!isWriting) void writeAll()
      })
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
    numbers: () => readNumbers(client),
    async count() {
      const { rows } = await client.execute('SELECT count(*) AS n FROM events')
      return Number(rows[0]?.['n'])
    },
    close: () => client.close(),
  }
}

/** Resolves with the ids that were new. */
async function insert(
  client: Client,
  deliveries: readonly Delivery[],
  { receivedAt, maxEvents }: { receivedAt: number; maxEvents: number },
): Promise<Set<string>> {
  const rows = deliveries.flatMap(({ app, events }) => events.map((event) => ({ app, event })))
  // One transaction, so that the answer may say `accepted` as soon as it is committed.
  const [inserted] = await client.batch(
    [
      {
        sql: `INSERT INTO events (id, name, at, received_at, app, body, page, n)
              SELECT value ->> '$.event.id', value ->> '$.event.name', value ->> '$.event.at', ?, value -> 'app', value -> 'event',
                value ->> '$.event.page', value ->> '$.event.n'
              FROM json_each(?)
              WHERE true
              ON CONFLICT(id) DO NOTHING
              RETURNING id`,
        args: [receivedAt, JSON.stringify(rows)],
      },
      ...numberChanges(deliveries, receivedAt),
      keepNumbers(maxEvents),
      {
        sql: 'DELETE FROM events WHERE seq <= (SELECT max(seq) FROM events) - ?',
        args: [maxEvents],
      },
    ],
    'write',
  )
  return new Set(inserted?.rows.map((row) => String(row['id'])))
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
    // Readers do not wait for writers. FULL, so that an acknowledged event also survives a power failure.
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
    body TEXT NOT NULL,
    page TEXT,
    n INTEGER
  )`)
  await prepareNumbers(client)
}
