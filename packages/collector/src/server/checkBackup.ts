import { openSqlite, type Sqlite } from '../sqlite/driver.ts'
import { isOfThisVersion } from '../sqlite/schema.ts'

/**
 * Sees to it that a copy of a backup is a whole store of this version, and that it needs no log beside it.
 *
 * @param backup - its name for a person
 * @throws a sentence
 */
export function checkBackup(backup: string, copy: string): void {
  let db: Sqlite | undefined
  try {
    db = openSqlite(copy)
    const problem = problemOf(db)
    if (problem !== undefined) throw new Error(problem)
    // What is in its log becomes a part of the file.
    db.exec('PRAGMA journal_mode = DELETE')
  } catch (error) {
    const { message } = error as Error
    throw new Error(`${backup} cannot be put back: ${message.replace(/\.?$/, '.')} Name another backup.`, {
      cause: error,
    })
  } finally {
    db?.close()
  }
}

const TABLES = ['apps', 'events', 'numbers', 'pages', 'settings']

function problemOf(db: Sqlite): string | undefined {
  if (!isOfThisVersion(db))
    return Number(db.prepare('PRAGMA user_version').get()?.['user_version']) > 0
      ? 'it was written by another version of the collector'
      : 'it is no store of the collector'
  const there = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all()
  if (!TABLES.every((name) => there.some((table) => table['name'] === name))) return 'it is no store of the collector'
  const found = db.prepare('PRAGMA quick_check(1)').get()?.['quick_check']
  return found === 'ok' ? undefined : 'it is damaged'
}
