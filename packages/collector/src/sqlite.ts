import { randomBytes } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import type { Log } from './collectorOptions.ts'
import { createGroups } from './store/groups.ts'
import { createOutage } from './store/outage.ts'
import type { Orders } from './store/orders.ts'
import type { Batch, EventStore } from './store/store.ts'
import { openSqlite, type Sqlite } from './sqlite/driver.ts'
import { checkLimits, takeLimits } from './sqlite/limits.ts'
import { createLossSums } from './sqlite/lossSums.ts'
import { takeOrders } from './sqlite/orders.ts'
import { createPeople } from './sqlite/people.ts'
import { createReader } from './sqlite/reader.ts'
import { startRetention } from './sqlite/retention.ts'
import { rememberFile } from './sqlite/sameFile.ts'
import { prepareSchema } from './sqlite/schema.ts'
import { createWriter, inTransaction } from './sqlite/writer.ts'

export { changeSqliteRetention, sqliteReader, sqliteRetention, type SqliteReader } from './sqlite/existingFile.ts'
export { openSqlite, type Sqlite }
export type { Orders }

export interface SqliteOptions {
  /** The path of the database, which is made with its folder if there is none, or `:memory:`. */
  readonly file: string
  /**
   * For how many days an event is kept after it has arrived, and its copies are dropped, from 1 to 3650. It belongs to the file: the longest
   * that it was opened with counts, 31 if it never was. `changeSqliteRetention` shortens it.
   */
  readonly retentionDays?: number
  /**
   * For how many days the decisions about consent are kept, with the sign-ins that say whose they are, if it is longer than other events: from 1
   * to 3650. It belongs to the file, too: the longest that it was opened with counts, and a file that had no limit when it was made has none.
   */
  readonly consentRetentionDays?: number
  /**
   * The most bytes of events in the file. Beyond it, those that arrived first are deleted, however old they are, and the decisions about consent
   * when nothing else is left. It belongs to the file, too:
   * the most that it was opened with counts, and a file that had no limit when it was made has none.
   */
  readonly maxBytes?: number
  /** For an operator: what fails beside requests, and which setting is not used. */
  readonly log?: Log
}

/** @throws a sentence */
async function opened({ file, log = () => undefined, ...chosen }: SqliteOptions): Promise<Sqlite> {
  let db: Sqlite | undefined
  try {
    if (file !== ':memory:') await mkdir(dirname(resolve(file)), { recursive: true })
    db = openSqlite(file)
    prepareSchema(db)
    await takeLimits(db, chosen, log)
    return db
  } catch (error) {
    db?.close()
    const { message } = error as Error
    // What SQLite and the system say does not say what to do.
    const reason = message.endsWith('.') ? message : `${message}. Choose another file, in a writable folder.`
    throw new Error(`Events cannot be stored in ${file}: ${reason}`, { cause: error })
  }
}

/**
 * Takes over from another store who was deleted, so that a collector that has the file open stores no events about them. Makes the file if there
 * is none. Resolves with how many deletions were not known.
 *
 * @throws a sentence, if the file has events or deletions, and the other store is not one that it has taken over before
 */
export async function takeSqliteOrders(options: SqliteOptions, orders: Orders): Promise<number> {
  const db = await opened(options)
  try {
    return await takeOrders(db, orders)
  } finally {
    db.close()
  }
}

/** What a check of the store writes, in bytes. */
const PROBE_BYTES = 16 * 1024

/**
 * A store in one file of SQLite. An event that is `new` or `known` is on the disk (WAL, `synchronous = FULL`). Several processes may use
 * one file on one machine; it must not be on a network drive.
 *
 * @throws a sentence, if the file cannot be used or an option is wrong
 */
export async function sqliteStore(options: SqliteOptions): Promise<EventStore> {
  const { log = () => undefined } = options
  checkLimits(options)
  const db = await opened(options)
  const failed = (message: string) => (error: unknown) =>
    log('error', message, { reason: (error as { code?: unknown }).code ?? 'unknown' })
  const people = createPeople(db, failed('Events about somebody could not be deleted yet. It is tried again.'))
  const checkFile = rememberFile(options.file)
  const writeBatches = createWriter(db, people.isErased)
  async function write(batches: readonly Batch[]) {
    const outcomes = await writeBatches(batches)
    // Before they are acknowledged: a backup may have been put in the place of the file.
    checkFile()
    return outcomes
  }
  const groups = createGroups(write, { lanes: 1, maxEvents: 2000, maxLength: 4_000_000 })
  const retention = startRetention(db, failed('Old events could not be deleted. It is tried again.'))
  const counting = createOutage(log, {
    failed: 'What is known about pages could not be counted yet. It is tried again.',
    worked: 'What is known about pages is counted again.',
  })
  const sums = createLossSums(db, counting)
  const probe = db.prepare('INSERT INTO settings VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value')
  const one = db.prepare('SELECT 1 AS one FROM events LIMIT 1')
  let closing: Promise<void> | undefined

  async function close(): Promise<void> {
    await Promise.all([groups.close(), people.close(), retention.stop(), sums.stop()])
    try {
      checkFile()
      // A copy of the file alone is then complete.
      db.exec('PRAGMA wal_checkpoint(TRUNCATE)')
    } catch {
      // The disk is full, or the file is another one. What was acknowledged is in the file beside it, from where the next start reads it.
    } finally {
      db.close()
    }
  }

  return {
    name: 'SQLite',
    sharesFlags: true,
    append: groups.append,
    async check() {
      if (closing) throw new Error('The store is closed.')
      one.get()
      checkFile()
      // As much as a batch may have: a disk that is nearly full takes a byte.
      await inTransaction(db, () => probe.run('probe', randomBytes(PROBE_BYTES)))
    },
    ...createReader(db),
    loss: sums.loss,
    about: people.about,
    consents: people.consents,
    erase: people.erase,
    erasedAmong: people.erasedAmong,
    erasures: people.erasures,
    runningErasures: people.runningErasures,
    close: () => (closing ??= close()),
  }
}
