import type { EventReader, PageNumbers } from '../store/store.ts'
import { pageCounts } from './pageCounts.ts'
import { type LossReport, type LossTimes, ON_THE_WAY_MS, OUTSTANDING_MS } from '../store/lossReport.ts'
import { createReport, HOUR_MS } from './tally.ts'

/** Says for each number of each page whether its event is stored, and if not, why. */
export function lossReport(pages: readonly PageNumbers[], times: LossTimes): LossReport {
  const { now, onTheWayMs = ON_THE_WAY_MS, outstandingMs = OUTSTANDING_MS } = times
  const report = createReport()
  for (const page of pages) {
    const { missing, ...counts } = pageCounts(page)
    const ageMs = now - page.seenAt
    const fresh = ageMs <= onTheWayMs ? counts.open : 0
    const old = ageMs > onTheWayMs && ageMs > outstandingMs ? counts.open : 0
    const tally = { ...counts, explained: new Map(counts.explained), fresh, old }
    report.addTo(page, tally)
    report.addHour(Math.floor(page.seenAt / HOUR_MS), tally)
    const { page: id, app, engine, release } = page
    if (missing !== '') report.addPage({ page: id, app, engine, release, missing }, tally)
  }
  return report.done()
}

/**
 * What reads the report of a store: from its sums if it keeps them, and from the numbers of all pages otherwise. `undefined` for a sink
 * that cannot be read.
 */
export function lossReader(
  store: Partial<Pick<EventReader, 'loss' | 'numbers'>>,
): ((times: LossTimes) => Promise<LossReport>) | undefined {
  const { loss, numbers } = store
  if (loss) return (times) => loss.call(store, times)
  return numbers && (async (times) => lossReport(await numbers.call(store), times))
}
