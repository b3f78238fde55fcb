import type { ClientBase } from 'pg'
import type { LossReport, LossTimes } from '../store/lossReport.ts'
import { createOutage } from '../store/outage.ts'
import {
  countsIn,
  hourOf,
  type Moments,
  momentsOf,
  MOST_PAGES,
  OPEN,
  type OpenSum,
  type Sums,
  sumsReport,
} from '../loss/sums.ts'
import type { Groups } from '../loss/tally.ts'
import { countStep } from './countPages.ts'
import type { Needs } from './needs.ts'
import { inTransaction, sqlStateOf } from './openPools.ts'
import { compactStep } from './pageNumbers.ts'

/** For how long a report waits for what is not counted, in milliseconds. */
const WAIT_MS = 400
/** Notes that are moved in one step, so that it does not take long, and the next one counts all of their pages. */
const NOTES = 400
/** Another collector may be counting. */
const PAUSE_MS = 20

/**
 * Returns what reads the report of the loss meter from the sums, after what was told until now was counted, if that does not take long and
 * the server takes writes: a standby does not.
 */
export function createLossReader(needs: Needs): (times: LossTimes) => Promise<LossReport> {
  const { log, withoutSecrets } = needs.settings
  const outage = createOutage(log, {
    failed: 'What is known about pages could not be counted. The report of losses has what was counted before.',
    worked: 'What is known about pages is counted again.',
  })

  async function count(): Promise<void> {
    try {
      if (await countUntil(performance.now() + WAIT_MS, needs)) outage.worked()
    } catch (error) {
      // Without an answer of the server, the report cannot be read, either.
      if (sqlStateOf(error) === undefined) throw error
      outage.failed(withoutSecrets((error as Error).message))
    }
  }

  return async (times) => {
    await count()
    const moments = momentsOf(times)
    return sumsReport(await readSums(moments, needs), moments)
  }
}

/** Resolves with whether something was counted. */
async function countUntil(until: number, needs: Needs): Promise<boolean> {
  let hasCounted = false
  while (performance.now() < until && (await isWaiting(needs))) {
    // Both in each turn: there may be more notes than can be moved in this time.
    const isMoreToMove = await compactStep(needs, NOTES)
    const isMoreToCount = await countStep(needs)
    hasCounted ||= isMoreToCount
    if (!isMoreToMove && !isMoreToCount) await new Promise((resolve) => void setTimeout(resolve, PAUSE_MS))
  }
  return hasCounted
}

async function isWaiting({ pools, settings: { schema } }: Needs): Promise<boolean> {
  const { rows } = await pools.others.query<{ is_waiting: boolean }>(
    `select exists(select from ${schema}.page_note) or exists(select from ${schema}.uncounted) as is_waiting`,
  )
  return rows[0]?.is_waiting === true
}

interface WorstRow {
  readonly page: string
  readonly app: string
  readonly engine: string
  readonly release: string
  readonly seen_at: number
  readonly counts: string
  readonly missing: string
}

/** All statements see the tables of one moment: otherwise pages that are counted meanwhile would be in one part, and not in another. */
const readSums = (moments: Moments, { pools, settings: { schema } }: Needs): Promise<Sums> =>
  inTransaction(pools.others, async (client) => {
    await client.query('set transaction isolation level repeatable read, read only')
    return sumsIn(client, schema, moments)
  })

async function sumsIn(client: ClientBase, schema: string, { fresh, notOld }: Moments): Promise<Sums> {
  const { rows: cohorts } = await client.query<Groups & { readonly cohort: number }>(
    `select cohort, app, engine, destination, release from ${schema}.cohorts`,
  )
  const sums = `select 0 as hour, cohort, fate, sum(count) as count from ${schema}.loss_sums group by cohort, fate
    union all select hour, 0, fate, sum(count) from ${schema}.loss_sums group by hour, fate`
  const { rows } = await client.query<{ hour: number; cohort: number; fate: string; count: number }>(sums)
  const openSince = async (moment: number): Promise<readonly OpenSum[]> => {
    const answer = await client.query<OpenSum>(
      `select cohort, hour, count from ${schema}.loss_sums where fate = '${OPEN}' and hour > $1
       union all
       select cohort, hour, sum(open) from ${schema}.page_counts where open > 0 and hour = $1 and seen_at >= $2 group by cohort, hour`,
      [hourOf(moment), moment],
    )
    return answer.rows
  }
  const worst = (column: string) =>
    `(select page from ${schema}.page_counts where ${column} > 0 order by ${column} desc limit ${MOST_PAGES})`
  const { rows: pages } = await client.query<WorstRow>(
    `select page, app, engine, release, page_counts.seen_at, counts, missing
     from ${schema}.page_counts join ${schema}.pages using (page) where page in (${worst('delivered')} union ${worst('open')})`,
  )
  const { rows: waiting } = await client.query<{ pages: number }>(
    `select count(*)::int as pages from (select page from ${schema}.page_note union select page from ${schema}.uncounted) as told`,
  )
  return {
    uncounted: waiting[0]?.pages ?? 0,
    cohorts: new Map(cohorts.map(({ cohort, ...groups }) => [cohort, groups] as const)),
    // Cohorts begin with 1, and hours with that of the first event.
    byCohort: rows.filter(({ cohort }) => cohort > 0),
    byHour: rows.filter(({ cohort }) => cohort === 0),
    openSince: { fresh: await openSince(fresh), notOld: await openSince(notOld) },
    worst: pages.map(({ seen_at, counts, ...page }) => ({ ...page, seenAt: seen_at, counts: countsIn(counts) })),
  }
}
