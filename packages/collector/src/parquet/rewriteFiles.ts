import { join } from 'node:path'
import type { EventCopy } from '../store/store.ts'
import { writeParquet } from './closeFile.ts'
import { type Duckdb, openDuckdb, quoted } from './duckdb.ts'
import { filesIn, type Folders, type Listed } from './folders.ts'

/** Of these copies of events, the ids of those that are taken out. The same copy may be there for several people. */
export type FindGone = (copies: readonly EventCopy[]) => Promise<readonly string[]>

/**
 * Writes each Parquet file again without the events that are taken out. Files from which nothing is taken stay as they are. One of which
 * nothing is left stays without rows: a bucket that has it gets it again.
 */
export async function rewriteFiles(findGone: FindGone, folders: Folders): Promise<{ readonly removed: number }> {
  const db = await openDuckdb(folders.work)
  try {
    const files = await filesIn(folders.hours, 'parquet')
    if (files.length === 0) return { removed: 0 }
    await findSignIns(files, db)
    let removed = 0
    for (const file of files) removed += await rewrite(file, findGone, { db, folders })
    return { removed }
  } finally {
    db.close()
  }
}

interface Needs {
  readonly db: Duckdb
  readonly folders: Folders
}

/** Who has signed in in which browser, which the store may know no more: what a visitor did before is of whoever signed in. */
async function findSignIns(files: readonly Listed[], db: Duckdb): Promise<void> {
  const list = files.map(({ path }) => quoted(path)).join(', ')
  await db.run(`create table sign_ins as select distinct visitor, person from read_parquet([${list}])
    where visitor is not null and person is not null and impersonator is null`)
}

async function rewrite({ name, path }: Listed, findGone: FindGone, { db, folders }: Needs): Promise<number> {
  const copies = `select event.id, epoch_ms(received_at)::double as received_at, coalesce(event.person, sign_ins.person) as person,
      impersonator, event.visitor, accounts::varchar as accounts
    from read_parquet(${quoted(path)}) as event
    left join sign_ins on event.person is null and sign_ins.visitor = event.visitor`
  const gone = new Set<string>()
  // A piece has some 2,000 rows. SQLite looks for them in a few milliseconds, and does nothing else meanwhile: then others have their turn.
  for await (const rows of db.pieces(copies)) {
    const ids = new Set(rows.map(({ id }) => id))
    for (const id of await findGone(rows.map(copyOf))) if (ids.has(id)) gone.add(id)
    await new Promise((resolve) => void setImmediate(resolve))
  }
  if (gone.size === 0) return 0
  await db.run('create or replace table gone (id varchar)')
  const appender = await db.connection.createAppender('gone')
  for (const id of gone) {
    appender.appendVarchar(id)
    appender.endRow()
  }
  appender.closeSync()
  const select = `select * from read_parquet(${quoted(path)}) where id not in (select id from gone)`
  await writeParquet(select, { db, work: join(folders.work, name), path })
  return gone.size
}

function copyOf(row: Readonly<Record<string, unknown>>): EventCopy {
  const { id, received_at, person, impersonator, visitor, accounts } = row
  return {
    id: String(id),
    receivedAt: Number(received_at),
    ...(typeof person === 'string' && { person }),
    ...(typeof impersonator === 'string' && { impersonator }),
    ...(typeof visitor === 'string' && { visitor }),
    accounts: typeof accounts === 'string' ? accountsIn(accounts) : [],
  }
}

const accountsIn = (json: string): EventCopy['accounts'] =>
  Object.entries(JSON.parse(json) as Readonly<Record<string, unknown>>).flatMap(([kind, key]) =>
    typeof key === 'string' ? [[kind, key]] : [],
  )
