import type { Batch, PageNumbers } from '../store/store.ts'
import { type Range, withRange } from './ranges.ts'

export type MemoryPages = Map<string, PageNumbers>

/** Records what a batch tells about pages, by its events and by its notes. */
export const recordPages = (pages: MemoryPages, batch: Batch): void => {
  for (const { page, n } of batch.isCopied ? [] : batch.events) {
    if (page !== undefined && isNumber(n)) {
      change(pages, { batch, page, delivers: true }, (facts) => ({
        last: Math.max(facts.last, n),
        arrived: withRange(facts.arrived, [n, n]),
      }))
    }
  }
  for (const { page, last = 0, fates } of batch.pages) {
    change(pages, { batch, page, delivers: last > 0 }, (facts) => {
      const told = fates.filter((fate) => isNumber(fate.first) && isNumber(fate.last) && fate.first <= fate.last)
      return {
        last: Math.max(facts.last, isNumber(last) ? last : 0, ...told.map((fate) => fate.last)),
        fates: told.reduce(
          (all, fate) => new Map(all).set(fate.fate, withRange(all.get(fate.fate) ?? [], [fate.first, fate.last])),
          facts.fates,
        ),
      }
    })
  }
}

const isNumber = (n: number | undefined): n is number => Number.isSafeInteger(n) && Number(n) > 0

interface Source {
  readonly batch: Batch
  readonly page: string
  /** Whether the page itself has sent something. Another page of its browser may tell about it, too. */
  readonly delivers: boolean
}

const change = (
  pages: MemoryPages,
  { batch: { app, engine, destination, release, receivedAt }, page, delivers }: Source,
  changed: (facts: PageNumbers) => Partial<PageNumbers>,
): void => {
  const arrived: readonly Range[] = []
  const facts = pages.get(page) ?? {
    page,
    app: app.name,
    engine,
    destination,
    release,
    last: 0,
    seenAt: receivedAt,
    arrived,
    fates: new Map<string, readonly Range[]>(),
  }
  const seenAt = delivers ? Math.max(facts.seenAt, receivedAt) : facts.seenAt
  pages.set(page, { ...facts, ...changed(facts), release: facts.release || release, seenAt })
}
