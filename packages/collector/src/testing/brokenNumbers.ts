import type { PageNumbers } from '../store/store.ts'
import { type BrokenStore, broken, brokenBatch, brokenOutcome } from './brokenStore.ts'
import { turn } from './reading.ts'

/** Changes what is known about each page when it is read. */
const brokenPage = (change: (page: PageNumbers) => Partial<PageNumbers>): BrokenStore['open'] =>
  broken((store) => ({
    numbers: async () => (await store.numbers()).map((page) => ({ ...page, ...change(page) })),
  }))

const everyNumber = (ranges: PageNumbers['arrived']): PageNumbers['arrived'] =>
  ranges.flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, i) => [first + i, first + i] as const))

const lastOf = (ranges: PageNumbers['arrived'] | undefined): PageNumbers['arrived'] => ranges?.slice(-1) ?? []

/** Changes what was known about pages before a batch is stored. */
const brokenMemory = (change: (page: PageNumbers) => Partial<PageNumbers>): BrokenStore['open'] =>
  brokenBatch((batch, { pages }) => {
    pages.forEach((page) => pages.set(page.page, { ...page, ...change(page) }))
    return batch
  })

export const brokenNumbers: readonly BrokenStore[] = [
  {
    fault: 'does not join numbers',
    open: brokenPage(({ arrived }) => ({ arrived: arrived.length < 9 ? everyNumber(arrived) : arrived })),
    red: ['joins the numbers that have arrived into ranges, in whatever order they come and however often'],
  },
  {
    fault: 'takes no account of capitals in pages',
    open: brokenBatch((batch) => ({
      ...batch,
      events: batch.events.map((event) => ({ ...event, page: (event.page ?? 'none').toLowerCase() })),
    })),
    red: ['keeps pages apart, and leaves out events without a number'],
  },
  {
    fault: 'has the time of the batch that came last',
    open: brokenMemory(() => ({ seenAt: 0 })),
    red: ['says where the events of a page came from, and when the last ones came'],
  },
  {
    fault: 'takes each note for a delivery',
    open: broken((store, { pages }) => ({
      async append(batch, signal) {
        const outcomes = await store.append(batch, signal)
        pages.forEach((page) => pages.set(page.page, { ...page, seenAt: batch.receivedAt }))
        return outcomes
      },
    })),
    red: ['does not take a page for alive when another page tells about it'],
  },
  {
    fault: 'has the release that came last',
    open: brokenMemory(() => ({ release: '' })),
    red: ['knows the release of a page from the first batch that has one'],
  },
  {
    fault: 'has the number of an event that it refuses',
    open: brokenOutcome((outcome, event) => (event?.id.length === 36 ? outcome : { refused: 'The id is no UUID.' })),
    red: ['has no number of an event that it refuses'],
  },
  {
    fault: 'has the last number that came last',
    open: brokenMemory(() => ({ last: 0 })),
    red: ['lets the last number of a page only grow'],
  },
  {
    fault: 'has the fates of the last range',
    open: brokenPage(({ fates }) => ({ fates: new Map([...fates].map(([fate, ranges]) => [fate, lastOf(ranges)])) })),
    red: ['keeps fates that are told twice, in parts, and in any order'],
  },
  {
    fault: 'has one fate',
    open: brokenPage(({ fates }) => ({ fates: new Map([...fates].slice(-1)) })),
    red: ['keeps fates that contradict one another, or events that have arrived'],
  },
  {
    fault: 'has the fates in an object',
    open: brokenPage(({ fates }) => {
      const object: Record<string, PageNumbers['arrived']> = {}
      // oxlint-disable-next-line telltale/plain-keys -- This is the fault.
      fates.forEach((ranges, fate) => (object[fate] = ranges))
      return { fates: new Map(Object.entries(object)) }
    }),
    red: ['keeps fates whose name is that of something else in the language'],
  },
  {
    fault: 'forgets what is told about pages that it has not seen',
    open: brokenBatch((batch, data) => ({ ...batch, pages: batch.pages.filter(({ page }) => data.pages.has(page)) })),
    red: ['keeps what another page tells about a page that has never come, until it comes'],
  },
  {
    fault: 'has a limit for ranges',
    open: brokenPage(({ fates }) => ({
      fates: new Map(
        [...fates].map(([fate, ranges]) => [fate, ranges.map(([first, last]) => [first, Math.min(last, 2 ** 20)])]),
      ),
    })),
    red: ['takes a range of 2,000,000,000 numbers as one'],
  },
  {
    fault: 'reads 5,000 pages',
    open: broken((store) => ({ numbers: async () => (await store.numbers()).slice(0, 5_000) })),
    red: ['has the numbers of 10,000 pages'],
  },
  {
    fault: 'reads what is known about a page, and writes it later',
    open: broken((store, { pages }) => ({
      async append(batch, signal) {
        const before = new Map(pages)
        await turn()
        before.forEach((page) => pages.set(page.page, page))
        pages.forEach((_, page) => before.has(page) || pages.delete(page))
        return store.append(batch, signal)
      },
    })),
    red: ['joins what two collectors are told about a page at the same moment'],
  },
]
