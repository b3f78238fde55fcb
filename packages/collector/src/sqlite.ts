import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { createGroups } from './store/groups.ts'
import type { EventReader, EventStore } from './store/store.ts'
import { openSqlite, type Sqlite } from './sqlite/driver.ts'
import { createPeople } from './sqlite/people.ts'
import { createReader } from './sqlite/reader.ts'
import { startRetention } from './sqlite/retention.ts'
import { isOfThisVersion, prepareSchema } from './sqlite/schema.ts'
import { createWriter } from './sqlite/writer.ts'

export interface SqliteOptions {
  /** The path of the database, which is made with its folder if there is none, or `:memory:`. */
  readonly file: string
  /** For how many days an event is kept after it has arrived, and its copies are dropped: 31 by default. */
  readonly retentionDays?: number
  /** The most bytes of events in the file, unlimited by default. Beyond it, those that arrived first are deleted, however old they are. */
  readonly maxBytes?: number
  /** Called with what fails beside requests: deleting old events, or those of somebody. */
  readonly failed?: (error: unknown) => void
}

const DAY_MS = 24 * 3_600_000

/** @throws a sentence */
async function opened(file: string): Promise<Sqlite> {
  let db: Sqlite | undefined
  try {
    if (file !== ':memory:') await mkdir(dirname(resolve(file)), { recursive: true })
    db = openSqlite(file)
    prepareSchema(db)
    return db
  } catch (error) {
    db?.close()
    const { message } = error as Error
    // What SQLite and the system say does not say what to do.
    const reason = message.endsWith('.') ? message : `${message}. Choose another file, in a writable folder.`
    throw new Error(`Events cannot be stored in ${file}: ${reason}`, { cause: error })
  }
}

/** What reads the file of a collector, and cannot change it. */
export interface SqliteReader extends EventReader {
  close(): Promise<void>
}

/** Opens the file of a collector for reading, also while it is writing. @throws a sentence, if it is none */
export function sqliteReader(file: string): SqliteReader {
  // SQLite would make one.
  if (!existsSync(file)) throw new Error(`There is no file ${file}.`)
  const db = openSqlite(file)
  try {
    db.exec('PRAGMA query_only = ON')
    if (!isOfThisVersion(db)) throw new Error(`The file ${file} is not one of this version of the collector.`)
    return { ...createReader(db), close: async () => db.close() }
  } catch (error) {
    db.close()
    throw error
  }
}

/**
 * A store in one file of SQLite. An event that is `new` or `known` is on the disk (WAL, `synchronous = FULL`). Several processes may use
 * one file on one machine; it must not be on a network drive.
 *
 * @throws a sentence, if the file cannot be used or an option is wrong
 */
export async function sqliteStore(options: SqliteOptions): Promise<EventStore> {
  const { file, retentionDays = 31, maxBytes = Infinity, failed = () => undefined } = options
  if (!(retentionDays > 0)) throw new Error('The setting "retentionDays" must be more than 0.')
  if (!(maxBytes > 0)) throw new Error('The setting "maxBytes" must be more than 0.')
  const db = await opened(file)
  const people = createPeople(db, failed)
  const groups = createGroups(createWriter(db, people.isErased), { lanes: 1, maxEvents: 2000, maxLength: 4_000_000 })
  const retention = startRetention(db, { maxAgeMs: retentionDays * DAY_MS, maxBytes }, failed)
  const one = db.prepare('SELECT 1 AS one FROM events LIMIT 1')
  let closing: Promise<void> | undefined

  async function close(): Promise<void> {
    await Promise.all([groups.close(), people.close(), retention.stop()])
    try {
      // A copy of the file alone is then complete.
      db.exec('PRAGMA wal_checkpoint(TRUNCATE)')
    } catch {
      // The disk is full. What was acknowledged is in the file beside it, from where the next start reads it.
    } finally {
      db.close()
    }
  }

  return {
    name: 'SQLite',
    append: groups.append,
    async check() {
      if (closing) throw new Error('The store is closed.')
      one.get()
    },
    ...createReader(db),
    about: people.about,
    erase: people.erase,
    erasedAmong: people.erasedAmong,
    erasures: people.erasures,
    close: () => (closing ??= close()),
  }
}
