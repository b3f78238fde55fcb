import type { Sqlite } from './driver.ts'

/** Whether a deletion leaves the decisions about consent. A collector of an older version deletes them, too. */
export function addKeptConsents(db: Sqlite): void {
  if (!hasKeptConsents(db)) db.exec('ALTER TABLE erasures ADD COLUMN keeps_consents INTEGER NOT NULL DEFAULT 0')
}

export const hasKeptConsents = (db: Sqlite) =>
  db.prepare("SELECT 1 AS one FROM pragma_table_info('erasures') WHERE name = 'keeps_consents'").get() !== undefined
