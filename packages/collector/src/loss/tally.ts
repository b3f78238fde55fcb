import type { Loss, LossOfPage, LossReport } from '../store/lossReport.ts'

/** What has become of the events of one page, or of many, at some time. */
export interface Tally {
  stored: number
  delivered: number
  /** Of all these, `fresh` belong to pages that have delivered within the last minutes, and `old` to those that have not for a long time. */
  open: number
  fresh: number
  old: number
  /** Strangers may have made up the reasons: they are no keys of a plain object. */
  readonly explained: Map<string, number>
}

/** What pages are counted by. */
export type Groups = Readonly<Record<'app' | 'destination' | 'release' | 'engine', string>>

export const noTally = (): Tally => ({ stored: 0, delivered: 0, open: 0, fresh: 0, old: 0, explained: new Map() })

const COUNTS = ['stored', 'delivered', 'open', 'fresh', 'old'] as const
/** The most pages in a report. */
export const MAX_PAGES = 100

function addTally(sum: Tally, one: Tally): void {
  for (const name of COUNTS) sum[name] += one[name]
  for (const [reason, count] of one.explained) sum.explained.set(reason, (sum.explained.get(reason) ?? 0) + count)
}

/** Adds up the pages, or groups of them, and makes the report. */
export function createReport() {
  const total = noTally()
  const by = { app: sums(), destination: sums(), release: sums(), engine: sums(), hour: sums() }
  const worst: LossOfPage[] = []
  return {
    addTo(groups: Groups, tally: Tally): void {
      for (const sum of [total, by.app(groups.app), by.destination(groups.destination)]) addTally(sum, tally)
      for (const sum of [by.release(groups.release), by.engine(groups.engine)]) addTally(sum, tally)
    },
    /** @param hour hours since 1970 */
    addHour: (hour: number, tally: Tally) =>
      addTally(by.hour(new Date(hour * HOUR_MS).toISOString().slice(0, 13)), tally),
    addPage: (page: Pick<LossOfPage, 'page' | 'app' | 'engine' | 'release' | 'missing'>, tally: Tally) =>
      void worst.push({ ...page, ...lossIn(tally) }),
    done(): LossReport {
      worst.sort(
        (one, other) =>
          other.unexplained - one.unexplained ||
          other.outstanding - one.outstanding ||
          (one.page < other.page ? -1 : 1),
      )
      const groups = Object.entries(by).map(([name, { all }]) => {
        const losses = [...all].map(([one, sum]) => [one, lossIn(sum)] as const)
        return [name, Object.fromEntries(losses)] as const
      })
      return { ...lossIn(total), by: Object.fromEntries(groups) as LossReport['by'], pages: worst.slice(0, MAX_PAGES) }
    },
  }
}

export const HOUR_MS = 3_600_000

function sums() {
  const all = new Map<string, Tally>()
  function sumOf(given: string): Tally {
    const name = given || 'unknown'
    const sum = all.get(name) ?? noTally()
    all.set(name, sum)
    return sum
  }
  return Object.assign(sumOf, { all })
}

function lossIn({ stored, delivered, open, fresh, old, explained }: Tally): Loss {
  const reasons = Object.fromEntries(explained)
  const missing = [...explained.values()].reduce((sum, count) => sum + count, delivered + open)
  return {
    ...{ expected: stored + missing, stored, explained: reasons },
    ...{ onTheWay: fresh, outstanding: open - fresh - old, unexplained: delivered + old },
  }
}
