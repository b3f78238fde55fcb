import type { Batch, Fate } from '../store/store.ts'
import { merged, type Range } from './ranges.ts'

/** The fate of numbers whose events have arrived. No page can tell this: the name is not one of a fate. */
export const ARRIVED = '(arrived)'

/**
 * The most ranges of numbers that a store keeps of one page. Numbers in further ranges are not kept: they count as missing without a reason.
 * The numbers of a page of the library nearly always form a few ranges. A range begins only after a number with another fate, such as that
 * of an event that was dropped, so that only made-up batches reach this limit.
 */
export const MAX_RANGES = 10_000

const isNumber = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) > 0

/** What batches say about one page. */
export interface PageUpdate {
  readonly page: string
  readonly last: number
  readonly seenAt: number
  /** Something of the page has arrived. Otherwise another page has told about it, and `seenAt` counts only if nothing is known about it yet. */
  readonly delivers: boolean
  readonly app: string
  readonly engine: string
  readonly destination: string
  readonly release: string
  readonly numbers: readonly (readonly [fate: string, first: number, last: number])[]
}

type Head = { -readonly [Key in keyof Omit<PageUpdate, 'numbers'>]: PageUpdate[Key] }

/**
 * What batches say about pages, in the order of the pages, so that two collectors that write about the same pages do not wait for each
 * other. Whether an event is new or known makes no difference: it has arrived.
 *
 * @param hasArrived - false for an event that is refused
 */
export function batchNumbers(
  batches: readonly Batch[],
  hasArrived: (batch: number, event: number) => boolean,
): readonly PageUpdate[] {
  const updates = new Map<string, { readonly head: Head; readonly ranges: Map<string, Range[]> }>()

  function updateOf(page: string, batch: Batch) {
    const { app, engine, destination, release, receivedAt } = batch
    const known = updates.get(page)
    if (known) {
      known.head.seenAt = Math.max(known.head.seenAt, receivedAt)
      known.head.release ||= release
      return known
    }
    const head = { page, last: 0, delivers: false, app: app.name, engine, destination, release, seenAt: receivedAt }
    const one = { head, ranges: new Map<string, Range[]>() }
    updates.set(page, one)
    return one
  }
  function addNumbers(update: ReturnType<typeof updateOf>, { fate, first, last }: Fate): void {
    if (!isNumber(first) || !isNumber(last) || first > last) return
    const ranges = update.ranges.get(fate)
    if (ranges) ranges.push([first, last])
    else update.ranges.set(fate, [[first, last]])
    update.head.last = Math.max(update.head.last, last)
  }

  for (const [place, batch] of batches.entries()) {
    for (const [index, { page, n }] of (batch.isCopied ? [] : batch.events).entries()) {
      if (page === undefined || n === undefined || !hasArrived(place, index)) continue
      const update = updateOf(page, batch)
      addNumbers(update, { fate: ARRIVED, first: n, last: n })
      update.head.delivers = true
    }
    for (const { page, last, fates } of batch.pages) {
      const update = updateOf(page, batch)
      if (isNumber(last)) {
        update.head.last = Math.max(update.head.last, last)
        update.head.delivers = true
      }
      for (const fate of fates) addNumbers(update, fate)
    }
  }
  return [...updates.values()]
    .map(({ head, ranges }) => ({
      ...head,
      numbers: [...ranges].flatMap(([fate, all]) => merged(all).map(([first, last]) => [fate, first, last] as const)),
    }))
    .sort((one, other) => (one.page < other.page ? -1 : 1))
}
