import type { Batch } from '../store/store.ts'
import { merged, type Range } from './ranges.ts'

/** The fate of numbers whose events have arrived. No page can tell this: the name is not one of a fate. */
export const ARRIVED = '(arrived)'

/** What batches say about one page. */
export interface PageUpdate {
  readonly page: string
  readonly last: number
  readonly seenAt: number
  /** The page itself has delivered. Otherwise `seenAt` counts only if nothing is known about the page yet. */
  readonly isOwn: boolean
  readonly app: string
  readonly engine: string
  readonly destination: string
  readonly release: string
  readonly numbers: readonly (readonly [fate: string, first: number, last: number])[]
}

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
  const updates = new Map<string, { head: Omit<PageUpdate, 'numbers'>; ranges: Map<string, Range[]> }>()

  function updateOf(page: string, batch: Batch) {
    const { app, engine, destination, release, receivedAt } = batch
    const known = updates.get(page)
    const head = { page, last: 0, isOwn: false, app: app.name, engine, destination, release, seenAt: receivedAt }
    const one = known ?? { head, ranges: new Map<string, Range[]>() }
    one.head = { ...one.head, seenAt: Math.max(one.head.seenAt, receivedAt), release: one.head.release || release }
    if (!known) updates.set(page, one)
    return one
  }
  function addRange(ranges: Map<string, Range[]>, fate: string, range: Range): void {
    const all = ranges.get(fate)
    if (all) all.push(range)
    else ranges.set(fate, [range])
  }

  for (const [place, batch] of batches.entries()) {
    for (const [index, { page, n }] of batch.events.entries())
      if (page !== undefined && n !== undefined && hasArrived(place, index))
        addRange(updateOf(page, batch).ranges, ARRIVED, [n, n])
    for (const { page, last, fates } of batch.pages) {
      const update = updateOf(page, batch)
      const { head } = update
      update.head = { ...head, last: Math.max(head.last, last ?? 0), isOwn: head.isOwn || last !== undefined }
      for (const { fate, first, last: end } of fates) addRange(update.ranges, fate, [first, end])
    }
  }
  return [...updates.values()]
    .map(({ head, ranges }) => ({
      ...head,
      numbers: [...ranges].flatMap(([fate, all]) => merged(all).map(([first, last]) => [fate, first, last] as const)),
    }))
    .sort((one, other) => (one.page < other.page ? -1 : 1))
}
