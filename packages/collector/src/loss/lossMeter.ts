import { common, countIn, merged, type Range, rangesText, without } from './ranges.ts'
import type { PageNumbers } from '../store/store.ts'

/** How many events are missing, and why. `expected` is the sum of all others. */
export interface Loss {
  expected: number
  stored: number
  /** Missing for a reason that a page has told, by reason. */
  explained: Record<string, number>
  /** Missing from a page that has delivered within the last minutes: they may be under way. */
  onTheWay: number
  /** Missing from a page that has ended: its browser delivers them on the next visit. */
  outstanding: number
  /** Acknowledged and not stored, or outstanding for longer than a browser keeps events. */
  unexplained: number
}

export interface LossOfPage extends Loss {
  readonly page: string
  readonly app: string
  readonly engine: string
  readonly release: string
  /** The numbers that are missing without a reason, such as `3,7-9`. */
  readonly missing: string
}

/** The sums over all pages, by what the pages have in common, and the pages on which something is missing without a reason. */
export interface LossReport extends Loss {
  readonly by: Readonly<Record<'app' | 'destination' | 'release' | 'engine' | 'hour', Readonly<Record<string, Loss>>>>
  readonly pages: readonly LossOfPage[]
}

export interface LossTimes {
  /** Milliseconds since 1970. */
  readonly now: number
  /** For how long after the last delivery of a page its events count as being on the way, in milliseconds: 10 minutes by default. */
  readonly onTheWayMs?: number
  /** After how long events of a page that has ended count as lost, in milliseconds: 30 days by default. */
  readonly outstandingMs?: number
}

/** How long a browser may keep events: some delete what a site has stored after 7 days without a visit, others keep it. */
export const OUTSTANDING_MS = 30 * 24 * 3_600_000
export const ON_THE_WAY_MS = 10 * 60_000
/** The most pages in a report. */
const MAX_PAGES = 100

/** A fate that does not explain why an event is missing. */
const DELIVERED = 'delivered'

const COUNTS = ['expected', 'stored', 'onTheWay', 'outstanding', 'unexplained'] as const
/** A sum. Pages tell the reasons and the names: they are no keys of a plain object. */
type Sum = Record<(typeof COUNTS)[number], number> & { readonly explained: Map<string, number> }

const none = (): Sum => ({ expected: 0, stored: 0, explained: new Map(), onTheWay: 0, outstanding: 0, unexplained: 0 })

/** Says for each number of each page whether its event is stored, and if not, why. */
export function lossReport(pages: readonly PageNumbers[], times: LossTimes): LossReport {
  const total = none()
  const by = { app: sums(), destination: sums(), release: sums(), engine: sums(), hour: sums() }
  const worst: LossOfPage[] = []
  for (const page of pages) {
    const { loss, missing } = lossOf(page, times)
    const hour = new Date(page.seenAt - (page.seenAt % 3_600_000)).toISOString().slice(0, 13)
    const { app, destination, engine, release } = page
    const groups = [by.app(app), by.destination(destination), by.release(release), by.engine(engine), by.hour(hour)]
    for (const sum of [total, ...groups]) add(sum, loss)
    if (missing.length === 0) continue
    worst.push({ page: page.page, app, engine, release, missing: rangesText(missing), ...lossIn(loss) })
  }
  worst.sort((one, other) => other.unexplained - one.unexplained || other.outstanding - one.outstanding)
  const groups = Object.entries(by).map(([name, { all }]) => {
    const losses = [...all].map(([one, sum]) => [one, lossIn(sum)] as const)
    return [name, Object.fromEntries(losses)] as const
  })
  return { ...lossIn(total), by: Object.fromEntries(groups) as LossReport['by'], pages: worst.slice(0, MAX_PAGES) }
}

function lossOf({ last, arrived, fates, seenAt }: PageNumbers, times: LossTimes) {
  const { now, onTheWayMs = ON_THE_WAY_MS, outstandingMs = OUTSTANDING_MS } = times
  const has = merged(arrived)
  // A number above the latest that the page has told: the batch that has told it is lost.
  let highest = Math.max(last, has.at(-1)?.[1] ?? 0)
  for (const ranges of fates.values()) for (const [, end] of ranges) highest = Math.max(highest, end)
  const absent = without([[1, highest]] satisfies Range[], has)
  const delivered = common(absent, fates.get(DELIVERED) ?? [])
  let rest = without(absent, delivered)
  const explained = new Map<string, number>()
  for (const [fate, ranges] of fates) {
    const told = common(rest, ranges)
    if (told.length > 0) explained.set(fate, countIn(told))
    rest = without(rest, told)
  }
  const ageMs = now - seenAt
  const open = countIn(rest)
  const isOld = ageMs > outstandingMs
  const loss: Sum = {
    expected: highest,
    stored: countIn(has),
    explained,
    onTheWay: ageMs <= onTheWayMs ? open : 0,
    outstanding: ageMs > onTheWayMs && !isOld ? open : 0,
    unexplained: countIn(delivered) + (isOld && ageMs > onTheWayMs ? open : 0),
  }
  return { loss, missing: merged([...delivered, ...rest]) }
}

function sums() {
  const all = new Map<string, Sum>()
  function sumOf(given: string): Sum {
    const name = given || 'unknown'
    const sum = all.get(name) ?? none()
    all.set(name, sum)
    return sum
  }
  return Object.assign(sumOf, { all })
}

const lossIn = ({ explained, ...counts }: Sum): Loss => ({ ...counts, explained: Object.fromEntries(explained) })

function add(sum: Sum, loss: Sum): void {
  for (const name of COUNTS) sum[name] += loss[name]
  for (const [reason, count] of loss.explained) sum.explained.set(reason, (sum.explained.get(reason) ?? 0) + count)
}
