import { openSqlite } from '../sqlite/driver.ts'

/** More than the events that can arrive in a millisecond. */
const PLACES_BY_MS = 100

/**
 * Gives the events that will arrive in a copy of a store places that none has had: not in the store that it takes the place of, which may be lost,
 * nor after an earlier copy was put back. Readers that go on where they were, such as the outlets to Parquet files and to Kafka, would otherwise
 * take new events for those that they have.
 */
export function beginAnew(copy: string, now = Date.now()): void {
  const db = openSqlite(copy)
  try {
    const place = now * PLACES_BY_MS
    const moved = db.prepare("UPDATE sqlite_sequence SET seq = max(seq, ?) WHERE name = 'events'").run(place)
    // There has never been an event.
    if (Number(moved.changes) === 0)
      db.prepare("INSERT INTO sqlite_sequence (name, seq) VALUES ('events', ?)").run(place)
  } finally {
    db.close()
  }
}
