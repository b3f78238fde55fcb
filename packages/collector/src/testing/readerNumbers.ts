import assert from 'node:assert/strict'
import type { Batch, Fate, IncomingEvent, PageNumbers } from '../store/store.ts'
import type { Case } from './check.ts'
import { batchOf, eventOf, eventsOf, noteOf, START } from './events.ts'
import type { ReadableSink } from './reading.ts'

/** What the loss meter reads: which numbers of a page have arrived, and what pages have told about the others. */
export const readerNumbers: readonly Case<ReadableSink>[] = [
  {
    name: 'joins the numbers that have arrived into ranges, in whatever order they come and however often',
    async run({ store }) {
      for (const ns of [[5, 6], [1], [3], [6, 5], [9, 8], [2], [1, 9], [12]]) {
        await store.append(batchOf(ns.map((n) => numbered('page', n))))
      }
      const page = await pageOf(store, 'page')
      assert.deepEqual(page.arrived, [
        [1, 3],
        [5, 6],
        [8, 9],
        [12, 12],
      ])
      assert.equal(page.last, 12)
    },
  },
  {
    name: 'counts a number as arrived whose event was known before',
    async run({ store }) {
      await store.append(batchOf([numbered('page', 1), numbered('page', 1)]))
      await store.append(batchOf([numbered('page', 1), numbered('page', 2)]))
      assert.deepEqual((await pageOf(store, 'page')).arrived, [[1, 2]])
    },
  },
  {
    name: 'keeps pages apart, and leaves out events without a number',
    async run({ store }) {
      await store.append(batchOf([numbered('a', 1), numbered('b', 2), eventOf(900_000), numbered('A', 3)]))
      const pages = new Map((await store.numbers()).map(({ page, arrived }) => [page, arrived]))
      assert.deepEqual(
        pages,
        new Map([
          ['a', [[1, 1]]],
          ['b', [[2, 2]]],
          ['A', [[3, 3]]],
        ]),
      )
    },
  },
  {
    name: 'says where the events of a page came from, and when the last ones came',
    async run({ store }) {
      const facts = { destination: 'events', engine: 'webkit', release: '2.1.0', app: { name: 'Invoices' } }
      await store.append(batchOf([numbered('page', 1)], { ...facts, receivedAt: START + 7 }))
      await store.append(batchOf([numbered('page', 3)], { ...facts, receivedAt: START + 9 }))
      // From a collector whose clock is behind.
      await store.append(batchOf([numbered('page', 2)], { ...facts, receivedAt: START + 8 }))
      const { arrived, fates, ...rest } = await pageOf(store, 'page')
      assert.deepEqual(rest, { page: 'page', ...facts, app: 'Invoices', last: 3, seenAt: START + 9 })
      assert.deepEqual(arrived, [[1, 3]])
      assert.equal(fates.size, 0)
    },
  },
  {
    name: 'lets the last number of a page only grow',
    async run({ store }) {
      for (const last of [4, 9, 2, 0]) {
        await store.append(noteOf('page', { last }))
      }
      assert.equal((await pageOf(store, 'page')).last, 9)
      await store.append(batchOf([numbered('page', 3)]))
      await store.append(noteOf('page', {}))
      assert.equal((await pageOf(store, 'page')).last, 9)
      await store.append(batchOf([numbered('page', 11)]))
      assert.equal((await pageOf(store, 'page')).last, 11)
    },
  },
  {
    name: 'keeps fates that are told twice, in parts, and in any order',
    async run({ store }) {
      for (const [first, last] of [
        [4, 6],
        [1, 2],
        [4, 6],
        [5, 8],
        [3, 3],
        [11, 12],
      ] as const) {
        await tell(store, 'page', [{ fate: 'filtered', first, last }])
      }
      await tell(store, 'page', [
        { fate: 'refused', first: 20, last: 20 },
        { fate: 'refused', first: 22, last: 22 },
        { fate: 'refused', first: 21, last: 21 },
      ])
      assert.deepEqual(await fatesOf(store, 'page'), {
        filtered: [
          [1, 8],
          [11, 12],
        ],
        refused: [[20, 22]],
      })
    },
  },
  {
    name: 'keeps fates that contradict one another, or events that have arrived',
    async run({ store }) {
      await store.append(batchOf([numbered('page', 2)]))
      await tell(store, 'page', [{ fate: 'filtered', first: 1, last: 3 }])
      await tell(store, 'page', [{ fate: 'over-budget', first: 2, last: 4 }])
      assert.deepEqual(await fatesOf(store, 'page'), { filtered: [[1, 3]], 'over-budget': [[2, 4]] })
      assert.deepEqual((await pageOf(store, 'page')).arrived, [[2, 2]])
    },
  },
  {
    name: 'keeps fates whose name is that of something else in the language',
    async run({ store }) {
      const names = ['__proto__', 'constructor', 'toString', 'arrived', 'last', "it's", '']
      await tell(
        store,
        'page',
        names.map((fate, i) => ({ fate, first: i + 1, last: i + 1 })),
      )
      const { fates } = await pageOf(store, 'page')
      assert.deepEqual([...fates].sort(), names.map((fate, i) => [fate, [[i + 1, i + 1]]]).sort())
    },
  },
  {
    name: 'keeps what another page tells about a page that has never come, until it comes',
    async run({ store }) {
      const batch = batchOf([numbered('new', 1)], { pages: [note('old', [{ fate: 'filtered', first: 2, last: 5 }])] })
      await store.append(batch)
      assert.deepEqual(await fatesOf(store, 'old'), { filtered: [[2, 5]] })
      const told = await pageOf(store, 'old')
      assert.deepEqual(told.arrived, [])
      // Nobody can tell about a number that was never given.
      assert.equal(told.last, 5)
      await store.append(batchOf([numbered('old', 1), numbered('old', 6)]))
      assert.deepEqual((await pageOf(store, 'old')).arrived, [
        [1, 1],
        [6, 6],
      ])
      assert.deepEqual(await fatesOf(store, 'old'), { filtered: [[2, 5]] })
      assert.equal((await pageOf(store, 'old')).last, 6)
      assert.deepEqual(await fatesOf(store, 'new'), {})
    },
  },
  {
    name: 'does not take a page for alive when another page tells about it',
    async run({ store }) {
      await store.append(batchOf([numbered('old', 1)], { receivedAt: START }))
      const pages = [note('old', [{ fate: 'filtered', first: 2, last: 2 }])]
      await store.append(batchOf([numbered('new', 1)], { pages, receivedAt: START + 60_000 }))
      assert.equal((await pageOf(store, 'old')).seenAt, START)
      assert.equal((await pageOf(store, 'new')).seenAt, START + 60_000)
    },
  },
  {
    // A page that tells about a thousand million numbers must not cost a thousand million of anything.
    name: 'takes a range of 2,000,000,000 numbers as one',
    async run({ store }) {
      await tell(store, 'page', [{ fate: 'filtered', first: 1, last: 2_000_000_000 }])
      assert.deepEqual(await fatesOf(store, 'page'), { filtered: [[1, 2_000_000_000]] })
    },
  },
  {
    name: 'has the numbers of 10,000 pages',
    async run({ store }) {
      const pages = Array.from({ length: 10_000 }, (_, i) => `page-${i}`)
      const notes = pages.map((page) => note(page, [{ fate: 'filtered', first: 2, last: 3 }]))
      await store.append(
        batchOf(
          pages.map((page, i) => eventOf(i, { page, n: 1 })),
          { pages: notes },
        ),
      )
      const all = await store.numbers()
      assert.equal(new Set(all.map(({ page }) => page)).size, 10_000)
      const wrong = all.find(({ arrived, fates, last }) => {
        const facts = JSON.stringify([arrived, [...fates], last])
        return facts !== '[[[1,1]],[["filtered",[[2,3]]]],3]'
      })
      assert.equal(wrong, undefined)
    },
  },
  {
    name: 'joins what two collectors are told about a page at the same moment',
    needs: ['createMore'],
    async run({ store, another }) {
      const sinks = [store, await another()]
      const appending = Array.from({ length: 100 }, (_, i) => {
        const batch: Batch = batchOf([numbered('page', i + 1)], {
          pages: [note('page', [{ fate: 'filtered', first: 201 + i, last: 201 + i }])],
        })
        return sinks[i % 2]?.append(batch)
      })
      await Promise.all(appending)
      assert.deepEqual((await pageOf(store, 'page')).arrived, [[1, 100]])
      assert.deepEqual(await fatesOf(store, 'page'), { filtered: [[201, 300]] })
    },
  },
  {
    name: 'has the numbers after it was closed and opened again',
    needs: ['reopen'],
    async run(trial) {
      const pages = [note('page', [{ fate: 'filtered', first: 4, last: 5 }])]
      await trial.store.append(
        batchOf(
          eventsOf(1, 3, (n) => ({ page: 'page', n })),
          { pages },
        ),
      )
      const before = await trial.store.numbers()
      const store = await trial.reopened(trial.store)
      assert.deepEqual(await store.numbers(), before)
      await store.append(batchOf([numbered('page', 6)], { pages }))
      assert.deepEqual((await pageOf(store, 'page')).arrived, [
        [1, 3],
        [6, 6],
      ])
    },
  },
]

/** The same page and number have the same id, so that this is a copy when it comes again. */
const numbered = (page: string, n: number): IncomingEvent => eventOf(page.charCodeAt(0) * 1_000 + n, { page, n })

const note = (page: string, fates: readonly Fate[]): Batch['pages'][number] => ({ page, fates })

/** Another page tells. */
const tell = async (store: ReadableSink, page: string, fates: readonly Fate[]): Promise<void> => {
  await store.append(batchOf([], { pages: [note(page, fates)] }))
}

export const pageOf = async (store: ReadableSink, page: string): Promise<PageNumbers> => {
  const found = (await store.numbers()).filter((each) => each.page === page)
  assert.equal(found.length, 1, `The page ${page} is there ${found.length} times`)
  return found[0] ?? assert.fail()
}

const fatesOf = async (store: ReadableSink, page: string): Promise<object> =>
  Object.fromEntries((await pageOf(store, page)).fates)
