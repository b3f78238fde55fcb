import { existsSync } from 'node:fs'
import type { ColumnReader } from '../store/eventColumns.ts'
import type { Orders } from '../store/orders.ts'
import type { EventReader } from '../store/store.ts'
import { openSqlite, type Sqlite } from './driver.ts'
import { changeLimits, checkLimits, type Limits, limitsReader } from './limits.ts'
import { readOrders } from './orders.ts'
import { columnReader } from './readColumns.ts'
import { createReader } from './reader.ts'
import { isOfThisVersion } from './schema.ts'

/** What reads the file of a collector, and cannot change it. */
export interface SqliteReader extends EventReader, Required<ColumnReader> {
  /** Who was deleted, for a store that takes over the events. */
  orders(): Promise<Orders>
  close(): Promise<void>
}

/** Opens the file of a collector for reading, also while it is writing. @throws a sentence, if it is none */
export function sqliteReader(file: string): SqliteReader {
  const db = existing(file)
  db.exec('PRAGMA query_only = ON')
  return { ...createReader(db), ...columnReader(db), orders: async () => readOrders(db), close: async () => db.close() }
}

/** For how many days the file keeps events, and how many bytes of them. @throws a sentence, if it is no file of a collector */
export function sqliteRetention(file: string): Limits {
  const db = existing(file)
  try {
    return limitsReader(db)()
  } finally {
    db.close()
  }
}

/**
 * Changes how much the file keeps, also to less: collectors then delete the rest within a minute.
 *
 * @param change - `retentionDays` and `consentRetentionDays` from 1 to 3650, `Infinity` of the latter for no limit, and `maxBytes`, `Infinity` for no limit
 * @throws a sentence, if it is no file of a collector
 */
export async function changeSqliteRetention(file: string, change: Partial<Limits>): Promise<void> {
  checkLimits(change)
  const db = existing(file)
  try {
    await changeLimits(db, change)
  } finally {
    db.close()
  }
}

function existing(file: string): Sqlite {
  // SQLite would make one.
  if (!existsSync(file)) throw new Error(`There is no file ${file}. Choose the file of a collector.`)
  const db = openSqlite(file)
  try {
    if (!isOfThisVersion(db)) throw new Error(`The file ${file} is not one of this version of the collector.`)
    return db
  } catch (error) {
    db.close()
    throw error
  }
}
