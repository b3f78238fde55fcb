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

const linesOf = (text: string) => text.split('\n').filter((line) => line !== '')
