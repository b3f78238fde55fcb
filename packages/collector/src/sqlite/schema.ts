import { randomBytes } from 'node:crypto'
import type { Sqlite } from './driver.ts'
import { addFlagSets, hasFlagSets } from './flagSets.ts'
import { addKeptConsents, hasKeptConsents } from './keptConsents.ts'
import { addSumTables, hasSums } from './sumTables.ts'

/** The version of the tables below, in `user_version`. */
const VERSION = 1

const TABLES = `
CREATE TABLE apps (
  app INTEGER PRIMARY KEY,
  json TEXT NOT NULL UNIQUE
);
CREATE TABLE events (
  -- Never used again, so that a reader can go on where it was.
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  id BLOB NOT NULL UNIQUE,
  received_at INTEGER NOT NULL,
  happened_at REAL NOT NULL,
  clock_ahead REAL NOT NULL,
  app INTEGER NOT NULL,
  name TEXT NOT NULL,
  person TEXT,
  impersonator TEXT,
  visitor TEXT,
  accounts TEXT,
  session TEXT,
  body TEXT NOT NULL
);
CREATE INDEX events_by_person ON events (person) WHERE person IS NOT NULL;
CREATE INDEX events_by_impersonator ON events (impersonator) WHERE impersonator IS NOT NULL;
CREATE INDEX events_by_visitor ON events (visitor) WHERE visitor IS NOT NULL;
CREATE TABLE pages (
  page TEXT PRIMARY KEY,
  last INTEGER NOT NULL,
  seen_at INTEGER NOT NULL,
  app TEXT NOT NULL,
  engine TEXT NOT NULL,
  destination TEXT NOT NULL,
  release TEXT NOT NULL
) WITHOUT ROWID;
CREATE TABLE numbers (
  page TEXT NOT NULL,
  fate TEXT NOT NULL,
  first INTEGER NOT NULL,
  last INTEGER NOT NULL,
  PRIMARY KEY (page, fate, first)
) WITHOUT ROWID;
CREATE TABLE erasures (
  number INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  kind TEXT NOT NULL,
  -- By these, later events are recognised. They do not say who it was.
  digests TEXT NOT NULL,
  before REAL NOT NULL,
  deleted INTEGER NOT NULL,
  -- Whose events are to be deleted, until they are.
  pending TEXT
);
-- Copies of deleted events may still arrive.
CREATE TABLE erased_events (
  id BLOB PRIMARY KEY,
  erased_at INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TABLE settings (
  name TEXT PRIMARY KEY,
  value BLOB NOT NULL
);
`

/** How long SQLite itself waits for another process at the start, in milliseconds, and later, when requests would wait, too. */
const START_BUSY_MS = 5000
const BUSY_MS = 50

/** @throws what is wrong and what to do, if the file is not of this version */
export function prepareSchema(db: Sqlite): void {
  db.exec(`PRAGMA busy_timeout = ${START_BUSY_MS}`)
  // Readers do not wait for writers. FULL, so that an acknowledged event also survives a power failure.
  db.exec('PRAGMA journal_mode = WAL')
  db.exec('PRAGMA synchronous = FULL')
  // Without a lock, for which another process may make it wait.
  if (versionOf(db) !== VERSION || !hasSums(db) || !hasFlagSets(db) || !hasKeptConsents(db)) makeTables(db)
  db.exec(`PRAGMA busy_timeout = ${BUSY_MS}`)
}

export const isOfThisVersion = (db: Sqlite) => versionOf(db) === VERSION

const versionOf = (db: Sqlite) => Number(db.prepare('PRAGMA user_version').get()?.['user_version'])

function makeTables(db: Sqlite): void {
  db.exec('BEGIN IMMEDIATE')
  try {
    const version = versionOf(db)
    if (version > VERSION) throw new Error('it was written by a newer version of the collector. Use that version.')
    if (version === 0) {
      if (db.prepare("SELECT 1 AS one FROM sqlite_schema WHERE type = 'table'").get())
        throw new Error('it is a database of something else. Choose another file.')
      db.exec(TABLES)
      db.prepare('INSERT INTO settings VALUES (?, ?)').run('salt', randomBytes(32))
      db.exec(`PRAGMA user_version = ${VERSION}`)
    }
    addSumTables(db)
    addFlagSets(db)
    addKeptConsents(db)
    db.exec('COMMIT')
  } catch (error) {
    db.exec('ROLLBACK')
    throw error
  }
}
