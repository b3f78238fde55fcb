import { rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { sync, renameDurably } from './durably.ts'
import { type Duckdb, quoted } from './duckdb.ts'
import { PARQUET_COLUMNS, RAW_COLUMNS } from './eventRow.ts'
import { writeFileName } from './fileNames.ts'
import type { Folders, Listed } from './folders.ts'
import { MAX_LINE_BYTES } from './openFile.ts'

/** The lines of an open file as rows. One that is being written has nothing but nulls, if it is not an error. */
export async function linesOf(path: string, isBeingWritten: boolean): Promise<string> {
  const columns = { place: 'BIGINT', cursor: 'VARCHAR', ...RAW_COLUMNS }
  const list = Object.entries(columns).map(([name, type]) => `${name}: '${type}'`)
  // DuckDB takes twice as much memory for each thread, however short the lines are.
  const longest = Math.min(Math.max((await stat(path)).size, 1_000_000), MAX_LINE_BYTES)
  return `read_json(${quoted(path)}, format = 'newline_delimited', maximum_object_size = ${longest},
    ignore_errors = ${isBeingWritten}, columns = {${list.join(', ')}})`
}

/**
 * Writes a Parquet file for each hour of an open file to which nothing is appended any more, and deletes it, which is what counts: until
 * then its events are there, and not in the Parquet files with its number. So this can be done again after a crash, wherever that was.
 */
export async function closeFile(file: Listed, folders: Folders, db: Duckdb): Promise<void> {
  await db.run(`create or replace table closing as
    select *, strftime(make_timestamp(received_at * 1000), '%Y-%m-%dT%H') as hour from ${await linesOf(file.path, false)}`)
  const hours = await db.rows('select distinct hour from closing order by hour')
  const [end] = await db.rows('select arg_max(cursor, place) as cursor from closing')
  for (const { hour } of hours) {
    const name = writeFileName({ hour: String(hour), number: file.number, cursor: String(end?.['cursor']) }, 'parquet')
    await writeParquet(`select ${PARQUET_COLUMNS} from closing where hour = ${quoted(String(hour))}`, {
      db,
      work: join(folders.work, name),
      path: join(folders.hours, name),
    })
  }
  await db.run('drop table closing')
  await rm(file.path)
  await sync(dirname(file.path))
}

interface Target {
  readonly db: Duckdb
  readonly work: string
  readonly path: string
}

export async function writeParquet(select: string, { db, work, path }: Target): Promise<void> {
  await db.run(`copy (${select} order by id) to ${quoted(work)} (format parquet, compression zstd)`)
  await renameDurably(work, path)
}
