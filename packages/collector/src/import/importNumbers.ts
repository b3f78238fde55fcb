import { ARRIVED } from '../loss/batchNumbers.ts'
import type { Batch, EventSink, PageNumbers } from '../store/store.ts'

const SLICE = 500

/** Tells a store what another one knows about the numbers of pages. To be told twice does no harm. */
export async function importNumbers(pages: readonly PageNumbers[], target: Pick<EventSink, 'append'>): Promise<void> {
  for (let from = 0; from < pages.length; from += SLICE)
    await Promise.all(pages.slice(from, from + SLICE).map((page) => target.append(batchOf(page))))
}

const batchOf = ({ page, app, engine, destination, release, last, seenAt, arrived, fates }: PageNumbers): Batch => ({
  app: { name: app },
  ...{ engine, destination, release, receivedAt: seenAt, clockAheadMs: 0, events: [] },
  pages: [
    {
      page,
      last,
      fates: [[ARRIVED, arrived] as const, ...fates].flatMap(([fate, ranges]) =>
        ranges.map(([first, end]) => ({ fate, first, last: end })),
      ),
    },
  ],
})
