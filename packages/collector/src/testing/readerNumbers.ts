import assert from 'node:assert/strict'
import type { Batch, IncomingEvent } from '../store/store.ts'
import { type Case, isRefused } from './check.ts'
import { batchOf, eventOf, eventsOf, noteOf, START } from './events.ts'
import { fatesOf, note, numbered, pageOf } from './pages.ts'
import type { ReadableSink } from './reading.ts'

/** What the door lets not pass, and a store may refuse or store. */
const REFUSABLE: readonly Partial<IncomingEvent>[] = [{ id: 'event-1' }, { happenedAt: NaN }, { person: 'a\u0000b' }]

/** What the loss meter reads: which numbers of a page have arrived, and when. */
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
    name: 'knows the release of a page from the first batch that has one',
    async run({ store }) {
      for (const [index, release] of ['', '2.1.0', '', '2.2.0'].entries()) {
        await store.append(batchOf([numbered('page', index + 1)], { release }))
        assert.equal((await pageOf(store, 'page')).release, index === 0 ? '' : '2.1.0', `After "${release}"`)
      }
    },
  },
  {
    name: 'has no number of an event that it refuses',
    async run({ store }) {
      for (const [index, fields] of REFUSABLE.entries()) {
        const page = `page-${index}`
        const events = eventsOf(index * 10 + 1, 3, (n) => ({ page, n: n % 10, ...(n % 10 === 2 && fields) }))
        const outcomes = await store.append(batchOf(events))
        const expected = isRefused(outcomes[1]) ? [1, 3].map((n) => [n, n]) : [[1, 3]]
        assert.deepEqual((await pageOf(store, page)).arrived, expected, JSON.stringify(outcomes[1]))
      }
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
