import assert from 'node:assert/strict'
import type { Case } from './check.ts'
import { batchOf, START } from './events.ts'
import { fatesOf, note, numbered, pageOf, tell } from './pages.ts'
import type { ReadableSink } from './reading.ts'

/** What pages have told about the numbers that do not arrive. */
export const readerFates: readonly Case<ReadableSink>[] = [
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
]
