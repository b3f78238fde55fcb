import { createRequire } from 'node:module'

/** With libSQL, bytes are never the only value, which it would take for named ones, and are read as an `ArrayBuffer`. */
type Value = string | number | bigint | null | Uint8Array
export type Row = Readonly<Record<string, Value>>

/** What both drivers of SQLite have in common. Everything is synchronous, and throws what SQLite reports. */
export interface Sqlite {
  /** Runs statements that have no values. */
  exec(sql: string): void
  /** A statement with a `?` for each of its values. */
  prepare(sql: string): Statement
  /** Releases the file. */
  close(): void
}

export interface Statement {
  run(...values: readonly Value[]): { readonly changes: number | bigint }
  get(...values: readonly Value[]): Row | undefined
  all(...values: readonly Value[]): readonly Row[]
}

/** A module of Node 22.5 and newer. It takes half of the time that libSQL takes. */
interface NodeSqlite {
  readonly DatabaseSync: new (path: string) => Sqlite
}

/** Opens a database with the driver of Node where there is one, and with libSQL otherwise. */
export function openSqlite(path: string): Sqlite {
  const node = nodeSqlite()
  return node ? new node.DatabaseSync(path) : openLibsql(path)
}

function nodeSqlite(): NodeSqlite | undefined {
  const { emitWarning } = process
  // Node says that the module is experimental whenever it is loaded.
  process.emitWarning = () => undefined
  try {
    return (process.getBuiltinModule as (name: string) => unknown)('node:sqlite') as NodeSqlite | undefined
  } finally {
    process.emitWarning = emitWarning
  }
}

function openLibsql(path: string): Sqlite {
  // A CommonJS package with a native part. It is loaded only where it is needed.
  const Database = createRequire(import.meta.url)('libsql') as new (path: string) => Sqlite
  return new Database(path)
}

export type SqliteFailure = 'busy' | 'refused' | 'failed'

/** By the number of SQLite's result: too big, a constraint, a mismatch. */
const REFUSED = new Set([18, 19, 20])
const BUSY = new Set([5, 6])

/** Whether another process is writing, the one row cannot be stored, or the store does not work. */
export function failureOf(error: unknown): SqliteFailure {
  const { errcode, rawCode } = error as { errcode?: number; rawCode?: number }
  const result = (errcode ?? rawCode ?? 0) & 0xff
  return BUSY.has(result) ? 'busy' : REFUSED.has(result) ? 'refused' : 'failed'
}
