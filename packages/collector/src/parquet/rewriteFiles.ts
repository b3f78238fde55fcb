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
    // The sign-ins go last: if this ends in between, they still say what their visitors did.
    for (const copies of [copiesOfVisitors, copiesOfPeople])
      for (const { name, path } of files)
        removed += await rewrite({ path, copies: copies(path), findGone }, { db, work: join(folders.work, name) })
    return { removed }
  } finally {
    db.close()
  }
}

/** Who has signed in in which browser, which the store may know no more: what a visitor did before is of whoever signed in. */
async function findSignIns(files: readonly Listed[], db: Duckdb): Promise<void> {
  const list = files.map(({ path }) => quoted(path)).join(', ')
  await db.run(`create table sign_ins as select distinct visitor, person from read_parquet([${list}])
    where visitor is not null and person is not null and impersonator is null`)
}

const COLUMNS = 'visitor, impersonator, accounts::varchar as accounts, epoch_ms(received_at)::double as received_at'

const copiesOfPeople = (path: string) =>
  `select id, person, ${COLUMNS} from read_parquet(${quoted(path)}) where person is not null`

/** Once without a person, because the store may know of other sign-ins, and once for each person who has signed in. */
const copiesOfVisitors = (path: string) => `with event as (
    select id, ${COLUMNS} from read_parquet(${quoted(path)}) where person is null
  )
  select null as person, * from event
  union all by name select person, event.* from event join sign_ins using (visitor)`

interface Rewritten {
  readonly path: string
  /** The query for the copies of its events. */
  readonly copies: string
  readonly findGone: FindGone
}

async function rewrite(
  { path, copies, findGone }: Rewritten,
  { db, work }: { readonly db: Duckdb; readonly work: string },
): Promise<number> {
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
  await writeParquet(select, { db, work, path })
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
