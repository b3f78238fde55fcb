import { closeSync, openSync, readSync, statSync } from 'node:fs'
import { failureOf, openSqlite, type Sqlite } from '../sqlite/driver.ts'

/** A file of SQLite that nothing else has open, or can open. */
export interface HeldStore {
  /** When another file has taken its place: a collector that has waited for the lock finds a version that it does not know, and does not start with it. */
  spoil(): void
  release(): void
}

/** How long a command that reads may go on, in milliseconds. */
const BUSY_MS = 1_000
/** Beyond those of every version. */
const SPOILT_VERSION = 2_147_483_647
const MAGIC = 'SQLite format 3\0'

/**
 * Takes the locks of a file that is to be replaced. The log that a killed process has left becomes a part of it. `undefined` if there is no file, or if
 * it is damaged.
 *
 * @throws a sentence, if a collector has it open, or if it is the file of something else
 */
export function holdStore(file: string): HeldStore | undefined {
  if (!statSync(file, { throwIfNoEntry: false })?.size) return undefined
  let db: Sqlite | undefined
  let isOther = false
  try {
    db = openSqlite(file)
    db.exec(`PRAGMA busy_timeout = ${BUSY_MS}`)
    isOther = isOfSomethingElse(db)
    if (!isOther) return hold(db)
  } catch (error) {
    if (failureOf(error) === 'busy') {
      db?.close()
      throw new Error(`A collector has ${file} open. End it, and start it again afterwards.`, { cause: error })
    }
    // Its pages may be damaged, which is why it is replaced.
    isOther = !beginsLikeDatabase(file)
  }
  db?.close()
  if (isOther) throw new Error(`${file} is the file of something else. Move it away, or set --store to another file.`)
  return undefined
}

function hold(db: Sqlite): HeldStore {
  // SQLite does it only when no other connection is there.
  db.exec('PRAGMA journal_mode = DELETE')
  // From here on, it writes nothing beside the file, where the new one will be.
  db.exec('PRAGMA journal_mode = MEMORY')
  db.exec('BEGIN EXCLUSIVE')
  return {
    spoil() {
      db.exec(`PRAGMA user_version = ${SPOILT_VERSION}`)
      db.exec('COMMIT')
    },
    release: () => db.close(),
  }
}

function isOfSomethingElse(db: Sqlite): boolean {
  const tables = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all()
  return tables.length > 0 && !tables.some(({ name }) => name === 'events')
}

function beginsLikeDatabase(path: string): boolean {
  const file = openSync(path, 'r')
  try {
    const bytes = Buffer.alloc(MAGIC.length)
    readSync(file, bytes, 0, bytes.length, 0)
    return bytes.toString('latin1') === MAGIC
  } finally {
    closeSync(file)
  }
}
