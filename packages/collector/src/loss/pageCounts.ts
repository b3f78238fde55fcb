import type { PageNumbers } from '../store/store.ts'
import { common, countIn, merged, type Range, rangesText, without } from './ranges.ts'

/** What has become of the numbers of one page, whatever time it is. */
export interface PageCounts {
  /** Stored, or deleted since. */
  readonly stored: number
  /** Missing for a reason that pages have told, by reason. */
  readonly explained: ReadonlyMap<string, number>
  /** Missing although the page was told that they are stored. */
  readonly delivered: number
  /** Missing, and nobody has told why. They may still come. */
  readonly open: number
  /** The numbers that are delivered or open. */
  readonly missing: string
}

/** A fate that does not explain why an event is missing. */
const DELIVERED = 'delivered'
/** The most reasons of a page, which anybody may invent. Others count as one. */
const MAX_REASONS = 50
const OTHER = 'other'
/** The most ranges of missing numbers that are named. */
const MAX_MISSING = 100

/** Counts what has become of the numbers of a page. */
export function pageCounts({ last, arrived, fates }: Pick<PageNumbers, 'last' | 'arrived' | 'fates'>): PageCounts {
  const has = merged(arrived)
  // A number above the latest that the page has told: the batch that has told it is lost.
  let highest = Math.max(last, has.at(-1)?.[1] ?? 0)
  for (const ranges of fates.values()) for (const [, end] of ranges) highest = Math.max(highest, end)
  const absent = without([[1, highest]] satisfies Range[], has)
  const delivered = common(absent, fates.get(DELIVERED) ?? [])
  let rest = without(absent, delivered)
  const explained = new Map<string, number>()
  // Of several reasons, the first by name counts, in whatever order they were told.
  for (const fate of [...fates.keys()].sort()) {
    const told = common(rest, fates.get(fate) ?? [])
    if (told.length === 0) continue
    const reason = explained.size < MAX_REASONS ? fate : OTHER
    explained.set(reason, (explained.get(reason) ?? 0) + countIn(told))
    rest = without(rest, told)
  }
  const missing = merged([...delivered, ...rest])
  return {
    ...{ stored: countIn(has), explained, delivered: countIn(delivered), open: countIn(rest) },
    missing: missing.length > MAX_MISSING ? `${rangesText(missing.slice(0, MAX_MISSING))},…` : rangesText(missing),
  }
}
