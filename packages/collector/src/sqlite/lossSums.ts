import type { LossReport, LossTimes } from '../store/lossReport.ts'
import type { Outage } from '../store/outage.ts'
import { countsIn, hourOf, type Moments, momentsOf, MOST_PAGES, OPEN, sumsReport } from '../loss/sums.ts'
import type { Groups } from '../loss/tally.ts'
import { pageCounter } from './countPages.ts'
import type { Row, Sqlite } from './driver.ts'

export interface LossSums {
  loss(times: LossTimes): Promise<LossReport>
  stop(): Promise<void>
}

/** How often pages are counted that have changed, in milliseconds. */
const EVERY_MS = 5000
/** For how long a report waits for pages that have changed, in milliseconds. */
const WAIT_MS = 200

/** Keeps the sums of the loss meter, and reads them. */
export function createLossSums(db: Sqlite, outage: Outage): LossSums {
  const countSome = pageCounter(db)
  const read = sumsReader(db)
  let counting: Promise<void> | undefined
  let isStopped = false

  async function countAll(): Promise<void> {
    while (!isStopped && (await countSome())) await new Promise((resolve) => void setImmediate(resolve))
  }

  const count = () =>
    (counting ??= countAll()
      .then(outage.worked, (error: { readonly code?: unknown }) => outage.failed(error.code ?? 'unknown'))
      .finally(() => (counting = undefined)))

  const timer = setInterval(() => void count(), EVERY_MS)
  timer.unref()
  return {
    async loss(times) {
      let timeout: NodeJS.Timeout | undefined
      const late = new Promise<void>((resolve) => (timeout = setTimeout(resolve, WAIT_MS)))
      // What is being counted may have begun before the last batch.
      await Promise.race([(async () => void (await count(), await count()))(), late])
      clearTimeout(timeout)
      const moments = momentsOf(times)
      return sumsReport(read(moments), moments)
    },
    async stop() {
      isStopped = true
      clearInterval(timer)
      await counting
    },
  }
}

function sumsReader(db: Sqlite) {
  const uncounted = db.prepare('SELECT count(*) AS count FROM uncounted')
  const cohorts = db.prepare('SELECT * FROM cohorts')
  const byCohort = db.prepare('SELECT cohort, fate, total(count) AS count FROM loss_sums GROUP BY cohort, fate')
  const byHour = db.prepare('SELECT hour, fate, total(count) AS count FROM loss_sums GROUP BY hour, fate')
  const openSince = db.prepare(`
    SELECT cohort, hour, count FROM loss_sums WHERE fate = '${OPEN}' AND hour > ?
    UNION ALL
    SELECT cohort, hour, total(open) AS count FROM page_counts WHERE open > 0 AND hour = ? AND seen_at >= ? GROUP BY cohort, hour`)
  const worst = (column: string) =>
    `SELECT * FROM (SELECT page FROM page_counts WHERE ${column} > 0 ORDER BY ${column} DESC LIMIT ${MOST_PAGES})`
  const worstPages = db.prepare(`
    SELECT page_counts.page, pages.app, pages.engine, pages.release, page_counts.seen_at, counts, missing
    FROM page_counts JOIN pages USING (page) WHERE page IN (${worst('delivered')} UNION ${worst('open')})`)

  const openIn = (moment: number) => {
    const hour = hourOf(moment)
    return openSince
      .all(hour, hour, moment)
      .map((row) => ({ cohort: Number(row['cohort']), hour: Number(row['hour']), count: Number(row['count']) }))
  }
  return ({ fresh, notOld }: Moments) => ({
    // First: what another process counts meanwhile is then in the sums.
    uncounted: Number(uncounted.get()?.['count']),
    cohorts: new Map(cohorts.all().map((row) => [Number(row['cohort']), groupsIn(row)])),
    byCohort: byCohort.all().map((row) => ({ ...fateIn(row), cohort: Number(row['cohort']) })),
    byHour: byHour.all().map((row) => ({ ...fateIn(row), hour: Number(row['hour']) })),
    openSince: { fresh: openIn(fresh), notOld: openIn(notOld) },
    worst: worstPages.all().map((row) => ({
      ...groupsIn(row),
      page: String(row['page']),
      seenAt: Number(row['seen_at']),
      counts: countsIn(row['counts']),
      missing: String(row['missing']),
    })),
  })
}

const fateIn = (row: Row) => ({ fate: String(row['fate']), count: Number(row['count']) })

const groupsIn = (row: Row): Groups => ({
  app: String(row['app']),
  engine: String(row['engine']),
  destination: String(row['destination'] ?? ''),
  release: String(row['release']),
})
