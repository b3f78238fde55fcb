import type { PageCounts } from './pageCounts.ts'
import { type LossReport, type LossTimes, ON_THE_WAY_MS, OUTSTANDING_MS } from '../store/lossReport.ts'
import { createReport, type Groups, HOUR_MS, MAX_PAGES, noTally, type Tally } from './tally.ts'

/**
 * How many numbers have a fate.
 *
 * A store adds these counts up over pages, and keeps the sums. There is one sum for each fate, each cohort (pages of the same application,
 * engine, destination and release) and each hour in which pages have last delivered. A report reads the sums, so that it takes equally long
 * for any number of pages.
 */
export type Count = readonly [fate: string, count: number]

/** The fates of numbers that are no reasons. No page can tell them. */
const STORED = '(stored)'
const DELIVERED = '(delivered)'
export const OPEN = '(open)'

/** Reads the counts of a page as a store keeps them, or none. */
export const countsIn = (text: unknown): readonly Count[] => JSON.parse(String(text)) as readonly Count[]

export const countsOf = ({ stored, delivered, open, explained }: PageCounts): readonly Count[] =>
  [[STORED, stored] as const, [DELIVERED, delivered] as const, [OPEN, open] as const, ...explained].filter(
    ([, count]) => count > 0,
  )

export interface SumChange {
  readonly cohort: number
  /** Hours since 1970. */
  readonly hour: number
  readonly fate: string
  count: number
}

/** Collects by how much sums change. */
export function createChanges() {
  const all = new Map<string, SumChange>()
  return {
    add(
      { cohort, hour }: { readonly cohort: number; readonly hour: number },
      counts: readonly Count[],
      factor: 1 | -1,
    ) {
      for (const [fate, count] of counts) {
        const key = `${cohort} ${hour} ${fate}`
        const known = all.get(key)
        if (known) known.count += factor * count
        else all.set(key, { cohort, hour, fate, count: factor * count })
      }
    },
    /** In an order that is the same for all collectors, so that two do not wait for each other. */
    all: (): readonly SumChange[] =>
      [...all]
        .filter(([, { count }]) => count !== 0)
        .sort(([one], [other]) => (one < other ? -1 : 1))
        .map(([, one]) => one),
  }
}

export interface CohortSum {
  readonly cohort: number
  readonly fate: string
  readonly count: number
}

export interface HourSum {
  readonly hour: number
  readonly fate: string
  readonly count: number
}

/** The open numbers of pages of a cohort and an hour. */
export interface OpenSum {
  readonly cohort: number
  readonly hour: number
  readonly count: number
}

export interface CountedPage extends Pick<Groups, 'app' | 'engine' | 'release'> {
  readonly page: string
  readonly seenAt: number
  readonly counts: readonly Count[]
  readonly missing: string
}

/** What a store has to read for a report. */
export interface Sums {
  readonly cohorts: ReadonlyMap<number, Groups>
  readonly byCohort: readonly CohortSum[]
  readonly byHour: readonly HourSum[]
  /** Of pages that have delivered since these moments. */
  readonly openSince: Readonly<Record<keyof Moments, readonly OpenSum[]>>
  /** Those with the most numbers that are missing without a reason, in any order. */
  readonly worst: readonly CountedPage[]
  /** How many pages have changed since they were counted. */
  readonly uncounted: number
}

/** In milliseconds since 1970. */
export interface Moments {
  /** What is open of pages that have delivered since then is on the way. */
  readonly fresh: number
  /** What is open of pages that have not delivered since then is lost. */
  readonly notOld: number
}

/** How many of the worst pages a store has to read, by what was delivered and by what is open. */
export const MOST_PAGES = MAX_PAGES

export function momentsOf({ now, onTheWayMs = ON_THE_WAY_MS, outstandingMs = OUTSTANDING_MS }: LossTimes): Moments {
  const before = (ms: number) => Math.max(0, now - ms)
  return { fresh: before(onTheWayMs), notOld: before(Math.max(onTheWayMs, outstandingMs)) }
}

export function sumsReport({ uncounted, ...sums }: Sums, moments: Moments): LossReport {
  const { cohorts, byCohort, byHour, openSince, worst } = sums
  const report = createReport()
  const ofCohort = talliesBy(byCohort, openSince, (one: { readonly cohort: number }) => one.cohort)
  const ofHour = talliesBy(byHour, openSince, (one: { readonly hour: number }) => one.hour)
  for (const [cohort, tally] of ofCohort) {
    const groups = cohorts.get(cohort)
    if (groups) report.addTo(groups, tally)
  }
  for (const [hour, tally] of ofHour) report.addHour(hour, tally)
  for (const { page, app, engine, release, seenAt, counts, missing } of worst) {
    const tally = tallyOf(counts)
    tally.fresh = seenAt >= moments.fresh ? tally.open : 0
    tally.old = seenAt < moments.notOld ? tally.open : 0
    report.addPage({ page, app, engine, release, missing }, tally)
  }
  return { ...report.done(), ...(uncounted > 0 && { uncountedPages: uncounted }) }
}

function talliesBy<Key>(
  sums: readonly (Key & { readonly fate: string; readonly count: number })[],
  { fresh, notOld }: Readonly<Record<keyof Moments, readonly (Key & { readonly count: number })[]>>,
  keyOf: (one: Key) => number,
): ReadonlyMap<number, Tally> {
  const counts = new Map<number, Count[]>()
  for (const one of sums) {
    const known = counts.get(keyOf(one))
    if (known) known.push([one.fate, one.count])
    else counts.set(keyOf(one), [[one.fate, one.count]])
  }
  const tallies = new Map([...counts].map(([key, all]) => [key, tallyOf(all)] as const))
  for (const tally of tallies.values()) tally.old = tally.open
  for (const one of fresh) {
    const tally = tallies.get(keyOf(one))
    if (tally) tally.fresh += one.count
  }
  for (const one of notOld) {
    const tally = tallies.get(keyOf(one))
    if (tally) tally.old -= one.count
  }
  return tallies
}

function tallyOf(counts: readonly Count[]): Tally {
  const tally = noTally()
  for (const [fate, count] of counts) {
    if (fate === STORED) tally.stored += count
    else if (fate === DELIVERED) tally.delivered += count
    else if (fate === OPEN) tally.open += count
    else tally.explained.set(fate, (tally.explained.get(fate) ?? 0) + count)
  }
  return tally
}

export const hourOf = (seenAt: number) => Math.floor(seenAt / HOUR_MS)

/** The most cohorts that are kept apart, and the most applications: strangers may make up the names. */
const MAX_COHORTS = 10_000
const MAX_APPS = 20_000
const OTHERS = '(others)'

/** What a new cohort is called when there are already so many. */
export function groupsFor(groups: Groups, known: number): Groups {
  if (known < MAX_COHORTS) return groups
  return { ...groups, destination: OTHERS, release: OTHERS, ...(known >= MAX_APPS && { app: OTHERS }) }
}
