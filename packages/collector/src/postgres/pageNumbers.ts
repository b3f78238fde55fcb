import type { ClientBase } from 'pg'
import type { PageNumbers } from '../store/store.ts'
import { LOCK_CLASS } from './migrate.ts'
import type { Needs } from './needs.ts'
import { ARRIVED } from '../loss/batchNumbers.ts'
import { inTransaction } from './openPools.ts'

/** Notes that one step moves at least, if there are so many. */
const NOTES = 10_000

/**
 * Moves what batches have told about pages to one row for each page, and one for each of its fates: `append` only adds notes, which
 * costs little and never waits. Pages that were told about last are moved first, with all of their notes: anybody may send many. Resolves
 * with whether there may be more.
 */
export const compactStep = ({ pools, settings: { schema } }: Needs, notes = NOTES): Promise<boolean> =>
  inTransaction(pools.others, async (client) => {
    if (!(await isAlone(client, schema))) return false
    const { rows } = await client.query<{ taken: number }>(
      `with taken as (
         delete from ${schema}.page_note where ctid = any (array(
           select ctid from ${schema}.page_note where page in (select page from ${schema}.page_note order by ctid desc limit ${notes})
           order by ctid desc limit ${10 * notes}
         )) returning *
       ), kept as (
         insert into ${schema}.pages as known (page, last, delivers, seen_at, app, engine, destination, release)
         select page, max(last), bool_or(delivers), ${SEEN_AT}, ${firstOf('app')}, ${firstOf('engine')}, ${firstOf('destination')}, ${firstOf('release')}
         from taken group by page
         on conflict (page) do update set last = greatest(known.last, excluded.last), delivers = known.delivers or excluded.delivers,
           seen_at = case when known.delivers = excluded.delivers and known.delivers then greatest(known.seen_at, excluded.seen_at)
             when known.delivers or not excluded.delivers then known.seen_at else excluded.seen_at end,
           app = coalesce(nullif(known.app, ''), excluded.app), engine = coalesce(nullif(known.engine, ''), excluded.engine),
           destination = coalesce(nullif(known.destination, ''), excluded.destination),
           release = coalesce(nullif(known.release, ''), excluded.release)
       ), merged as (
         insert into ${schema}.numbers as known (page, fate, numbers)
         select page, fate, range_agg(part) from taken, unnest(numbers) as part where fate is not null group by page, fate
         on conflict (page, fate) do update set numbers = known.numbers + excluded.numbers
       )
       select count(*)::int as taken from taken`,
    )
    return Number(rows[0]?.taken) >= notes
  })

/** Whether no other collector works on the tables of pages, until the transaction ends. */
export async function isAlone(client: ClientBase, schema: string): Promise<boolean> {
  const { rows } = await client.query<{ is_mine: boolean }>(
    'select pg_try_advisory_xact_lock($1, hashtext($2)) as is_mine',
    [LOCK_CLASS, `${schema} pages`],
  )
  return rows[0]?.is_mine === true
}

/** When the page itself has last delivered, or when another page has first told about it. */
const SEEN_AT = 'coalesce(max(seen_at) filter (where delivers), min(seen_at))'

/** What the page has said first about itself, rather than what another page has said about it. */
const firstOf = (column: string) =>
  `coalesce((array_agg(${column} order by fate is distinct from '${ARRIVED}', seen_at) filter (where ${column} <> ''))[1], '')`

export interface PageRow {
  readonly page: string
  readonly app: string
  readonly engine: string
  readonly destination: string
  readonly release: string
  readonly last: string | null
  readonly seen_at: number
  readonly numbers: Readonly<Record<string, string>> | null
}

export async function readNumbers({ pools, settings: { schema } }: Needs): Promise<readonly PageNumbers[]> {
  // One statement: notes are moved at any moment.
  const { rows } = await pools.scans.query<PageRow>(
    `with told as (
       select page, fate, range_agg(part)::text as numbers from (
         select page, fate, numbers from ${schema}.numbers
         union all select page, fate, numbers from ${schema}.page_note where fate is not null
       ) as all_numbers, unnest(numbers) as part group by page, fate
     ), known as (
       select page, last, delivers, seen_at, app, engine, destination, release, '${ARRIVED}' as fate from ${schema}.pages
       union all select page, last, delivers, seen_at, app, engine, destination, release, fate from ${schema}.page_note
     )
     select page, max(last) as last, extract(epoch from ${SEEN_AT})::float8 * 1000 as seen_at, ${firstOf('app')} as app,
       ${firstOf('engine')} as engine, ${firstOf('destination')} as destination, ${firstOf('release')} as release,
       (select json_object_agg(fate, numbers) from told where told.page = known.page) as numbers
     from known group by page`,
  )
  return rows.map(pageIn)
}

export function pageIn({ last, seen_at, numbers, ...page }: PageRow): PageNumbers {
  const all = Object.entries(numbers ?? {}).map(([fate, text]) => [fate, rangesIn(text)] as const)
  const fates = new Map(all)
  const arrived = fates.get(ARRIVED) ?? []
  fates.delete(ARRIVED)
  const highest = Math.max(Number(last ?? 0), ...all.map(([, ranges]) => ranges.at(-1)?.[1] ?? 0))
  return { ...page, last: highest, seenAt: Math.round(seen_at), arrived, fates }
}

/** From a text such as `{[1,4),[7,8)}`: without its end, as the server writes it. */
const rangesIn = (text: string) =>
  [...text.matchAll(/\[(\d+),(\d+)\)/g)].map(([, first, end]): readonly [number, number] => [
    Number(first),
    Number(end) - 1,
  ])
