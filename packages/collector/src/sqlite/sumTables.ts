import type { Sqlite } from './driver.ts'

/**
 * The sums of the loss meter. Triggers note which pages have changed since they were counted, so that collectors of an older version, which
 * know nothing of the sums, may write to the file, too.
 */
const TABLES = `
CREATE TABLE uncounted (
  -- The page that has changed last has the highest number.
  seq INTEGER PRIMARY KEY,
  page TEXT NOT NULL UNIQUE
);
CREATE TRIGGER page_added AFTER INSERT ON pages BEGIN
  DELETE FROM uncounted WHERE page = new.page;
  INSERT INTO uncounted (page) VALUES (new.page);
END;
CREATE TRIGGER page_changed AFTER UPDATE ON pages BEGIN
  DELETE FROM uncounted WHERE page = new.page;
  INSERT INTO uncounted (page) VALUES (new.page);
END;
CREATE TRIGGER page_removed AFTER DELETE ON pages BEGIN
  DELETE FROM uncounted WHERE page = old.page;
  INSERT INTO uncounted (page) VALUES (old.page);
END;
CREATE TABLE cohorts (
  cohort INTEGER PRIMARY KEY,
  app TEXT NOT NULL,
  engine TEXT NOT NULL,
  destination TEXT NOT NULL,
  release TEXT NOT NULL,
  UNIQUE (app, engine, destination, release)
);
CREATE TABLE page_counts (
  page TEXT PRIMARY KEY,
  cohort INTEGER NOT NULL,
  -- Hours since 1970, as in the sums: when the page has last delivered.
  hour INTEGER NOT NULL,
  seen_at INTEGER NOT NULL,
  counts TEXT NOT NULL,
  open REAL NOT NULL,
  delivered REAL NOT NULL,
  missing TEXT NOT NULL
) WITHOUT ROWID;
CREATE INDEX page_counts_by_hour ON page_counts (hour, seen_at, cohort, open) WHERE open > 0;
CREATE INDEX page_counts_by_open ON page_counts (open) WHERE open > 0;
CREATE INDEX page_counts_by_delivered ON page_counts (delivered) WHERE delivered > 0;
-- Real numbers: a sum of integers that is too high would be an error.
CREATE TABLE loss_sums (
  cohort INTEGER NOT NULL,
  fate TEXT NOT NULL,
  hour INTEGER NOT NULL,
  count REAL NOT NULL,
  PRIMARY KEY (cohort, fate, hour)
) WITHOUT ROWID;
INSERT INTO uncounted (page) SELECT page FROM pages ORDER BY seen_at;
`

/** Makes the tables in a file that does not have them. To be called in a transaction. */
export function addSumTables(db: Sqlite): void {
  if (!hasSums(db)) db.exec(TABLES)
}

export const hasSums = (db: Sqlite) =>
  db.prepare("SELECT 1 AS one FROM sqlite_schema WHERE name = 'loss_sums'").get() !== undefined
