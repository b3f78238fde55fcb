import { runProgram, succeed } from './runProgram.ts'

// The judge of what is stored: programs of SQLite and of PostgreSQL, and not a collector.

/** The ids of the events in a file, as often as they are there. Only while a collector has the file open, or when none will start again. */
export function idsInFile(file: string): readonly string[] {
  return linesOf(succeed('sqlite3', [file, "SELECT body ->> 'id' FROM events"]))
}

/** All that a file says about its events, as text. */
export const textInFile = (file: string): string => succeed('sqlite3', [file, 'SELECT body FROM events'])

/** What SQLite finds wrong with a file: `ok` if nothing. */
export const faultsOf = (file: string): string => runProgram('sqlite3', [file, 'PRAGMA integrity_check']).out.trim()

/** The ids of the events in a database. */
export const idsInDatabase = (url: string): readonly string[] =>
  psql(url, "SELECT body::json ->> 'id' FROM telltale.event")

/** The lines of what `psql` answers. */
export const psql = (url: string, sql: string): readonly string[] =>
  linesOf(succeed('psql', [url, '-qAt', '-v', 'ON_ERROR_STOP=1', '-c', sql]))

/** How many of these ids are not those of the list, and how many of the list are not there. */
export function compare(ids: readonly string[], expected: Iterable<string>) {
  const wanted = new Set(expected)
  const there = new Set(ids)
  return {
    missing: [...wanted].filter((id) => !there.has(id)).length,
    others: [...there].filter((id) => !wanted.has(id)).length,
    twice: ids.length - there.size,
  }
}

/** What `compare` says of the same ids. */
export const THE_SAME = { missing: 0, others: 0, twice: 0 }

const linesOf = (text: string) => text.split('\n').filter((line) => line !== '')
