import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { createGroups } from './store/groups.ts'
import type { EventStore } from './store/store.ts'
import { openSqlite } from './sqlite/driver.ts'
import { createPeople } from './sqlite/people.ts'
import { createReader } from './sqlite/reader.ts'
import { startRetention } from './sqlite/retention.ts'
import { prepareSchema } from './sqlite/schema.ts'
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

/**
 * A store in one file of SQLite. An event that is `new` or `known` is on the disk (WAL, `synchronous = FULL`). Several processes may use
 * one file on one machine; it must not be on a network drive.
 *
 * @throws a sentence, if the file cannot be used
 */
export async function sqliteStore(options: SqliteOptions): Promise<EventStore> {
  const { file, retentionDays = 31, maxBytes = Infinity, failed = () => undefined } = options
  if (file !== ':memory:') await mkdir(dirname(file), { recursive: true })
  const db = openSqlite(file)
  try {
    prepareSchema(db, file)
  } catch (error) {
    db.close()
    throw error
  }
  const people = createPeople(db, failed)
  const groups = createGroups(createWriter(db, people.isErased), { lanes: 1, maxEvents: 2000, maxLength: 4_000_000 })
  const retention = startRetention(db, { maxAgeMs: retentionDays * DAY_MS, maxBytes }, failed)
  const one = db.prepare('SELECT 1 AS one')
  let closing: Promise<void> | undefined

  async function close(): Promise<void> {
    await Promise.all([groups.close(), people.close(), retention.stop()])
    db.close()
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
    erasures: people.erasures,
    close: () => (closing ??= close()),
  }
}
