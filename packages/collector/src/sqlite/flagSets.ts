import type { SharedFlags } from '../store/sharedFlags.ts'
import type { Sqlite } from './driver.ts'

const DROP_UNUSED = `DELETE FROM flag_sets WHERE flag_set = ?1 AND NOT EXISTS (SELECT 1 FROM events WHERE flag_set = ?1)`

/**
 * The flags that many events have in common. A trigger deletes those that no event has any more, also where a collector of an older version
 * deletes the last one.
 */
const TABLES = `
CREATE TABLE flag_sets (
  flag_set INTEGER PRIMARY KEY,
  digest BLOB NOT NULL UNIQUE,
  json TEXT NOT NULL
);
ALTER TABLE events ADD COLUMN flag_set INTEGER;
CREATE INDEX events_by_flag_set ON events (flag_set) WHERE flag_set IS NOT NULL;
CREATE TRIGGER event_removed AFTER DELETE ON events WHEN old.flag_set IS NOT NULL BEGIN
  ${DROP_UNUSED.replaceAll('?1', 'old.flag_set')};
END;
`

/** Makes the table in a file that does not have it. To be called in a transaction. */
export function addFlagSets(db: Sqlite): void {
  if (!hasFlagSets(db)) db.exec(TABLES)
}

/** A file of an older version that is opened for reading has no such table. */
export const hasFlagSets = (db: Sqlite) =>
  db.prepare("SELECT 1 AS one FROM sqlite_schema WHERE name = 'flag_sets'").get() !== undefined

export interface FlagSets {
  /** The row of the flags, which is made if there is none. */
  rowOf(flags: SharedFlags): number
  /** Deletes the row if no event has it. */
  dropUnused(row: number): void
}

/** To be used in a transaction. */
export function createFlagSets(db: Sqlite): FlagSets {
  const select = db.prepare('SELECT flag_set FROM flag_sets WHERE digest = ? AND ? = 1')
  const insert = db.prepare('INSERT INTO flag_sets (digest, json) VALUES (?, ?) ON CONFLICT DO NOTHING')
  const drop = db.prepare(DROP_UNUSED)
  return {
    rowOf({ digest, json }) {
      const bytes = Buffer.from(digest, 'hex')
      // Two values: see `openSqlite`.
      const known = select.get(bytes, 1)
      if (known) return Number(known['flag_set'])
      insert.run(bytes, json)
      return Number(select.get(bytes, 1)?.['flag_set'])
    },
    dropUnused: (row) => void drop.run(row),
  }
}
