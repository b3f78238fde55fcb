import { join } from 'node:path'
import { writeParquet } from './closeFile.ts'
import { type Duckdb, openDuckdb, quoted } from './duckdb.ts'
import { filesIn, type Folders, type Listed } from './folders.ts'

/** Of these ids, those that stay. */
export type Keep = (ids: readonly string[]) => Iterable<string> | Promise<Iterable<string>>

/**
 * Writes each Parquet file again without the events that are not kept. Files from which nothing is taken stay as they are. One of which
 * nothing is left stays without rows: a bucket that has it gets it again.
 */
export async function rewriteFiles(keep: Keep, folders: Folders): Promise<{ readonly removed: number }> {
  const db = await openDuckdb(folders.work)
  try {
    let removed = 0
    for (const file of await filesIn(folders.hours, 'parquet')) removed += await rewrite(file, keep, { db, folders })
    return { removed }
  } finally {
    db.close()
  }
}

interface Needs {
  readonly db: Duckdb
  readonly folders: Folders
}

async function rewrite({ name, path }: Listed, keep: Keep, { db, folders }: Needs): Promise<number> {
  const ids = (await db.rows(`select id from read_parquet(${quoted(path)})`)).map(({ id }) => String(id))
  const kept = new Set(await keep(ids))
  const gone = ids.filter((id) => !kept.has(id))
  if (gone.length === 0) return 0
  await db.run('create or replace table gone (id varchar)')
  const appender = await db.connection.createAppender('gone')
  for (const id of gone) {
    appender.appendVarchar(id)
    appender.endRow()
  }
  appender.closeSync()
  const select = `select * from read_parquet(${quoted(path)}) where id not in (select id from gone)`
  await writeParquet(select, { db, work: join(folders.work, name), path })
  return gone.length
}
