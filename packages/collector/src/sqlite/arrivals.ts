import type { Sqlite } from './driver.ts'

/**
 * An index for files whose events have not all arrived in the order in which they were stored: those that were copied from another store
 * arrived there. The retention of other files needs none.
 */
export const addArrivals = (db: Sqlite): void =>
  db.exec('CREATE INDEX IF NOT EXISTS events_by_arrival ON events (received_at)')

export const hasArrivals = (db: Sqlite): boolean =>
  db.prepare("SELECT 1 AS one FROM sqlite_schema WHERE name = 'events_by_arrival'").get() !== undefined
