import type { ClientBase } from 'pg'
import { groupsFor } from '../loss/sums.ts'
import type { Groups } from '../loss/tally.ts'

/** Finds the cohort of each page, and makes those that are missing. Only one collector does so at a time. */
export async function findCohorts(
  client: ClientBase,
  schema: string,
  pages: readonly Groups[],
): Promise<(page: Groups) => number> {
  const wanted = new Map(pages.map((groups) => [keyOf(groups), groups] as const))
  const known = await find([...wanted.values()])
  const missing = [...wanted].flatMap(([key, groups]) => (known.has(key) ? [] : [groups]))
  if (missing.length > 0) {
    let count = await countAll()
    if (groupsFor(missing[0] as Groups, count + missing.length) !== missing[0]) {
      await removeUnused([...known.values()])
      count = await countAll()
    }
    const kept = missing.map((groups, index) => groupsFor(groups, count + index))
    await insert(kept)
    const made = await find(kept)
    for (const [index, groups] of missing.entries()) known.set(keyOf(groups), cohortIn(made, kept[index] ?? groups))
  }
  return (page) => cohortIn(known, page)

  async function find(all: readonly Groups[]): Promise<Map<string, number>> {
    const { rows } = await client.query<Groups & { readonly cohort: number }>(
      `select cohorts.cohort, cohorts.app, cohorts.engine, cohorts.destination, cohorts.release
       from unnest($1::text[], $2::text[], $3::text[], $4::text[]) as given (app, engine, destination, release)
       join ${schema}.cohorts on ${digest('cohorts')} = ${digest('given')} and ${names('cohorts')} = ${names('given')}`,
      columnsOf(all),
    )
    return new Map(rows.map(({ cohort, ...groups }) => [keyOf(groups), cohort]))
  }

  async function insert(all: readonly Groups[]): Promise<void> {
    await client.query(
      `insert into ${schema}.cohorts (app, engine, destination, release)
       select distinct * from unnest($1::text[], $2::text[], $3::text[], $4::text[]) as given (app, engine, destination, release)
       where not exists (select from ${schema}.cohorts where ${digest('cohorts')} = ${digest('given')} and ${names('cohorts')} = ${names('given')})`,
      columnsOf(all),
    )
  }

  async function countAll(): Promise<number> {
    const { rows } = await client.query<{ count: number }>(`select count(*)::int as count from ${schema}.cohorts`)
    return rows[0]?.count ?? 0
  }

  async function removeUnused(used: readonly number[]): Promise<void> {
    await client.query(
      `delete from ${schema}.cohorts where cohort <> all ($1)
         and not exists (select from ${schema}.page_counts where page_counts.cohort = cohorts.cohort)`,
      [used],
    )
  }
}

const COLUMNS = ['app', 'engine', 'destination', 'release']

const columns = (table: string) => COLUMNS.map((column) => `${table}.${column}`)
const names = (table: string) => `(${columns(table).join()})`
/** As in the index of the table. Other names may have the same: it finds them, and does not decide. */
const digest = (table: string) => `md5(${columns(table).join(' || chr(31) || ')})`

function cohortIn(known: ReadonlyMap<string, number>, groups: Groups): number {
  const cohort = known.get(keyOf(groups))
  // Sums of a cohort that is not there would never be seen.
  if (cohort === undefined) throw new Error('What pages have in common was not found after it was stored.')
  return cohort
}

const valuesOf = ({ app, engine, destination, release }: Groups) => [app, engine, destination, release] as const
const keyOf = (groups: Groups) => JSON.stringify(valuesOf(groups))
const columnsOf = (all: readonly Groups[]) => [0, 1, 2, 3].map((place) => all.map((groups) => valuesOf(groups)[place]))
