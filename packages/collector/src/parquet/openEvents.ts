import type { DuckDBType, Json } from '@duckdb/node-api'
import { linesOf } from './closeFile.ts'
import { type CopiedStore, copyStore } from './copyStore.ts'
import { type Duckdb, openDuckdb, quoted } from './duckdb.ts'
import { PARQUET_COLUMNS, RAW_COLUMNS } from './eventRow.ts'
import { filesIn, foldersIn } from './folders.ts'
import { neededColumns } from './neededColumns.ts'
import { VIEWS } from './views.ts'

export interface EventsSource {
  /** What is not in the files yet is read from the store: everything if there is no folder. */
  readonly store?: CopiedStore
  /** Of an outlet, which may be writing to it. */
  readonly folder?: string
  /** Only these columns of the store have to be there, and the heavy ones of events with these names. All of them when absent. */
  readonly only?: { readonly columns: ReadonlySet<string>; readonly heavyOf: readonly string[] }
}

export interface Answer {
  readonly columns: readonly string[]
  readonly rows: readonly (readonly unknown[])[]
}

export interface Events {
  /** Answers one statement that reads. It can read the events, and nothing else of the machine. @throws a sentence */
  query(sql: string): Promise<Answer>
  close(): void
}

/** Opens the events as they are now, each of them once. Those that arrive later are not in them. */
export async function openEvents(source: EventsSource): Promise<Events> {
  return openOnly(source)
}

/** Answers one query over the events as they are now. Of the store, only the columns are read that the query names. @throws a sentence */
export async function queryEvents(sql: string, source: EventsSource): Promise<Answer> {
  const columns = source.store && (await neededColumns(sql, async (db) => void (await prepare(db, {}))))
  const events = await openOnly(source, columns)
  try {
    return await events.query(sql)
  } finally {
    events.close()
  }
}

async function openOnly(source: EventsSource, columns?: ReadonlySet<string>): Promise<Events> {
  const db = await openDuckdb()
  try {
    await prepare(db, source, columns)
  } catch (error) {
    db.close()
    throw error
  }
  return { query: (sql) => answer(sql, db), close: db.close }
}

async function prepare(db: Duckdb, source: EventsSource, columns?: ReadonlySet<string>): Promise<void> {
  const files = await fill(db, source, columns)
  for (const [name, sql] of Object.entries(VIEWS)) await db.run(`create view ${name} as ${sql}`)
  await db.run(`set allowed_paths = [${files.map(quoted).join(', ')}]`)
  await db.run('set enable_external_access = false')
  await db.run('set lock_configuration = true')
}

const RAW_TABLE = Object.entries(RAW_COLUMNS)
  .map(([name, type]) => `${name} ${type}`)
  .join(', ')

/** Makes `events`. Returns the Parquet files that it reads. */
export async function fill(
  db: Duckdb,
  { store, folder, only }: EventsSource,
  columns = only?.columns,
): Promise<readonly string[]> {
  await db.run(`create table raw (place BIGINT, cursor VARCHAR, ${RAW_TABLE})`)
  const { files, cursor } = folder === undefined ? { files: [], cursor: undefined } : await readFolder(folder, db)
  if (store) await copyStore(store, { cursor, columns, heavyOf: only?.heavyOf }, db)
  await db.run(`create table recent as select ${PARQUET_COLUMNS} from raw`)
  await db.run('drop table raw')
  const names = Object.keys(RAW_COLUMNS).join(', ')
  const closed = `select ${names} from read_parquet([${files.map(quoted).join(', ')}]) union all `
  await db.run(`create view events as ${files.length > 0 ? closed : ''}select ${names} from recent`)
  return files
}

interface Snapshot {
  readonly files: readonly string[]
  /** Of the last event that is in a file. */
  readonly cursor: string | undefined
}

/** How often the outlet may close a file in the middle of this. */
const ATTEMPTS = 5

/**
 * Reads what is open first, and then looks which files are closed: those with a lower number that were not open. What is closed after that
 * has been read here, or is read from the store.
 */
async function readFolder(folder: string, db: Duckdb): Promise<Snapshot> {
  const { open, hours, root } = foldersIn(folder)
  for (let attempt = 1; ; attempt += 1) {
    const opened = await filesIn(open, 'ndjson')
    const last = opened.at(-1)
    if (!last) throw new Error(`No outlet has written to ${root}. Set --folder to the folder of one.`)
    try {
      let { cursor } = last
      for (const { path } of opened) {
        // A line that is being written has no place yet: it is read from the store.
        await db.run(
          `create or replace table one as select * from ${await linesOf(path, true)} where place is not null`,
        )
        await db.run('insert into raw by name select * from one')
        const [end] = await db.rows('select arg_max(cursor, place) as cursor from one')
        if (typeof end?.['cursor'] === 'string') cursor = end['cursor']
      }
      const openNumbers = new Set(opened.map(({ number }) => number))
      const closed = (await filesIn(hours, 'parquet')).filter(
        ({ number }) => number < last.number && !openNumbers.has(number),
      )
      return { files: closed.map(({ path }) => path), cursor }
    } catch (error) {
      const now = await filesIn(open, 'ndjson')
      if (attempt === ATTEMPTS || opened.every(({ name }) => now.some((one) => one.name === name))) throw error
      await db.run('delete from raw')
    }
  }
}

const ONE_STATEMENT = 'A query is one statement.'

async function answer(sql: string, { connection, package: { StatementType } }: Duckdb): Promise<Answer> {
  const statements = await connection.extractStatements(sql).catch(oneSentence)
  if (statements.count !== 1) throw new Error(ONE_STATEMENT)
  const prepared = await statements.prepare(0).catch(oneSentence)
  if (prepared.statementType !== StatementType.SELECT && prepared.statementType !== StatementType.EXPLAIN)
    throw new Error('A query only reads: it begins with select, with, from, describe, summarize or explain.')
  if (prepared.parameterCount > 0) throw new Error('A query has no parameters: write their values into it.')
  const result = await prepared.runAndReadAll().catch(oneSentence)
  const types = result.columnTypes()
  return {
    columns: result.deduplicatedColumnNames(),
    rows: result.getRowsJson().map((row) => row.map((value, i) => plain(value, types[i]))),
  }
}

/** A number for a number that is exact as one, and a value for its JSON. */
function plain(value: Json, type: DuckDBType | undefined): unknown {
  if (typeof value !== 'string') return value
  if (type?.alias === 'JSON') return JSON.parse(value)
  const isWhole = type !== undefined && /^U?(BIG|HUGE)INT$/.test(String(type))
  return isWhole && Number.isSafeInteger(Number(value)) ? Number(value) : value
}

/** The first line of what DuckDB says is a sentence. The others draw the place. */
function oneSentence(error: unknown): never {
  const lines = (error as Error).message.split('\n').map((line) => line.trim())
  const first = (lines[0] ?? '').replace(/^Failed to extract statements: /, '')
  // DuckDB has nothing to say about a text without a statement.
  if (first === 'Error in native callback') throw new Error(ONE_STATEMENT)
  throw new Error(/[.!?]$/.test(first) ? first : `${first}.`)
}
