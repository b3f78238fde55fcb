import type { ClientBase } from 'pg'
import { pageCounts } from '../loss/pageCounts.ts'
import { countsIn, countsOf, createChanges, hourOf, type SumChange } from '../loss/sums.ts'
import { MAX_RANGES } from '../loss/batchNumbers.ts'
import { findCohorts } from './cohorts.ts'
import type { Needs } from './needs.ts'
import { inTransaction } from './openPools.ts'
import { isAlone, pageIn, type PageRow } from './pageNumbers.ts'

/** Pages that one step counts, and bytes of their numbers, as the server keeps them. */
const PAGES = 500
const BYTES = 500_000
/** Ten thousand ranges have more, also when the server has compressed them. */
const SUSPICIOUS_BYTES = 10_000

interface Uncounted extends Omit<PageRow, 'seen_at'> {
  /** Null if the page was deleted. */
  readonly seen_at: number | null
  readonly cohort: number | null
  readonly hour: number | null
  readonly counts: string | null
}

interface Counted {
  readonly page: string
  readonly cohort: number
  readonly hour: number
  readonly seenAt: number
  readonly counts: string
  readonly open: number
  readonly delivered: number
  readonly missing: string
}

/**
 * Counts some of the pages that have changed since they were counted, those that have changed last first. Resolves with whether there may be
 * more. One collector does it at a time.
 */
export async function countStep(needs: Needs): Promise<boolean> {
  const { pools, settings } = needs
  // Nearly always there is nothing to do: a transaction would be five statements.
  if (!(await isUncounted(needs))) return false
  return inTransaction(pools.others, (client) => countSome(client, settings.schema))
}

async function isUncounted({ pools, settings: { schema } }: Needs): Promise<boolean> {
  const { rows } = await pools.others.query<{ is_there: boolean }>(
    `select exists(select from ${schema}.uncounted) as is_there`,
  )
  return rows[0]?.is_there === true
}

async function countSome(client: ClientBase, schema: string): Promise<boolean> {
  if (!(await isAlone(client, schema))) return false
  const pages = await takePages(client, schema)
  const { rows } = await client.query<Uncounted>(
    `select page, app, engine, destination, release, last, extract(epoch from pages.seen_at)::float8 * 1000 as seen_at,
         page_counts.cohort, page_counts.hour, page_counts.counts,
         (select json_object_agg(fate, numbers) from ${schema}.numbers where numbers.page = taken.page) as numbers
       from unnest($1::text[]) as taken (page) left join ${schema}.pages using (page) left join ${schema}.page_counts using (page)`,
    [pages],
  )
  const changes = createChanges()
  for (const { cohort, hour, counts } of rows)
    if (cohort !== null && hour !== null) changes.add({ cohort, hour }, countsIn(counts), -1)
  const there = rows.flatMap(({ seen_at, ...row }) => (seen_at === null ? [] : [pageIn({ ...row, seen_at })]))
  const cohortOf = await findCohorts(client, schema, there)
  const counted = there.map((numbered): Counted => {
    const place = { cohort: cohortOf(numbered), hour: hourOf(numbered.seenAt) }
    const { open, delivered, missing, ...others } = pageCounts(numbered)
    const counts = countsOf({ open, delivered, missing, ...others })
    changes.add(place, counts, 1)
    const { page, seenAt } = numbered
    return { page, ...place, seenAt, counts: JSON.stringify(counts), open, delivered, missing }
  })
  const gone = rows.filter(({ seen_at }) => seen_at === null).map(({ page }) => page)
  if (gone.length > 0) await client.query(`delete from ${schema}.page_counts where page = any ($1)`, [gone])
  await keepCounts(client, schema, counted)
  await changeSums(client, schema, changes.all())
  return pages.length > 0
}

/** Takes pages from those that are not counted. What has changed them is committed, and seen by the next statement. */
async function takePages(client: ClientBase, schema: string): Promise<readonly string[]> {
  const { rows } = await client.query<{ page: string; bytes: number }>(
    `select page, (select coalesce(sum(pg_column_size(numbers)), 0)::int from ${schema}.numbers where numbers.page = uncounted.page) as bytes
     from ${schema}.uncounted order by seq desc limit ${PAGES}`,
  )
  const pages: string[] = []
  let bytes = 0
  for (const row of rows) {
    if (bytes > BYTES) break
    bytes += row.bytes
    pages.push(row.page)
  }
  if (pages.length === 0) return pages
  await client.query(`delete from ${schema}.uncounted where page = any ($1)`, [pages])
  // Strangers may have told any number of ranges.
  await client.query(
    `update ${schema}.numbers set numbers = (
       select range_agg(part) from (select part from unnest(numbers) as part limit ${MAX_RANGES}) as first_ones
     ) where page = any ($1) and pg_column_size(numbers) > ${SUSPICIOUS_BYTES} and (select count(*) from unnest(numbers)) > ${MAX_RANGES}`,
    [pages],
  )
  return pages
}

async function keepCounts(client: ClientBase, schema: string, counted: readonly Counted[]): Promise<void> {
  await client.query(
    `insert into ${schema}.page_counts (page, cohort, hour, seen_at, counts, open, delivered, missing)
     select * from unnest($1::text[], $2::int[], $3::int[], $4::float8[], $5::text[], $6::float8[], $7::float8[], $8::text[])
     on conflict (page) do update set cohort = excluded.cohort, hour = excluded.hour, seen_at = excluded.seen_at, counts = excluded.counts,
       open = excluded.open, delivered = excluded.delivered, missing = excluded.missing`,
    [
      counted.map(({ page }) => page),
      counted.map(({ cohort }) => cohort),
      counted.map(({ hour }) => hour),
      counted.map(({ seenAt }) => seenAt),
      counted.map(({ counts }) => counts),
      counted.map(({ open }) => open),
      counted.map(({ delivered }) => delivered),
      counted.map(({ missing }) => missing),
    ],
  )
}

async function changeSums(client: ClientBase, schema: string, changes: readonly SumChange[]): Promise<void> {
  const values = [
    changes.map(({ cohort }) => cohort),
    changes.map(({ fate }) => fate),
    changes.map(({ hour }) => hour),
    changes.map(({ count }) => count),
  ]
  await client.query(
    `insert into ${schema}.loss_sums as known (cohort, fate, hour, count)
     select * from unnest($1::int[], $2::text[], $3::int[], $4::float8[])
     on conflict (cohort, fate, hour) do update set count = known.count + excluded.count`,
    values,
  )
  await client.query(
    `delete from ${schema}.loss_sums using unnest($1::int[], $2::text[], $3::int[], $4::float8[]) as change (cohort, fate, hour, count)
     where loss_sums.cohort = change.cohort and loss_sums.fate = change.fate and loss_sums.hour = change.hour
       and change.count < 0 and loss_sums.count = 0`,
    values,
  )
}
