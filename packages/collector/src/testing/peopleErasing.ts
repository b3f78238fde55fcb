import assert from 'node:assert/strict'
import type { EventStore, Outcome } from '../store/store.ts'
import { isAbout, signIn } from './aboutSomebody.ts'
import type { Case } from './check.ts'
import { ADA, allDone, erased, remain } from './erasing.ts'
import { batchesOf, batchOf, eventOf, eventsOf, START } from './events.ts'
import { assertIds, readOn, turn } from './reading.ts'
import { assertAll } from './sinkCopies.ts'

/** How a deletion goes on beside everything else. */
export const peopleErasing: readonly Case<EventStore>[] = [
  {
    name: 'lists the erasures, the newest first, and says of nobody whose they are',
    async run({ store }) {
      const secrets = ['ada.lovelace@example.com', '0191-visitor-0191', 'company-4711', 'Kind-of-4711']
      const [person = '', visitor = '', company = '', accountKind = ''] = secrets
      const at = START + 50_000
      await store.append(batchOf([eventOf(1, { person, visitor, accounts: [[accountKind, company]] })]))
      const orders = [
        await erased(store, { kind: 'person', id: person }, at),
        await erased(store, { kind: 'visitor', id: visitor }, Infinity),
        await erased(store, { kind: 'account', accountKind, id: company }),
      ]
      const all = await store.erasures()
      assert.deepEqual(
        all.map(({ id, kind }) => ({ id, kind })),
        orders.reverse().map(({ id, kind }) => ({ id, kind })),
      )
      assert.deepEqual(
        all.map(({ kind, status, deleted }) => [kind, status, deleted]),
        [
          ['account', 'done', 0],
          ['visitor', 'done', 0],
          ['person', 'done', 1],
        ],
      )
      assert.deepEqual(
        all.slice(1).map(({ before }) => before),
        [Infinity, at],
      )
      assert.deepEqual((await store.runningErasures?.()) ?? [], [], 'What is done is running')
      for (const secret of secrets) {
        assert.equal(JSON.stringify([all, orders]).includes(secret), false, 'An erasure says whose data were deleted')
      }
    },
  },
  {
    name: 'does no harm when it is ordered twice, at the same moment or later',
    async run({ store }) {
      await store.append(batchOf(eventsOf(1, 1_000, (n) => ({ person: n % 2 === 0 ? 'ada' : 'bo' }))))
      const before = START + 900_000
      await Promise.all([store.erase(ADA, before), store.erase(ADA, before)])
      await allDone(store)
      const deleted = (await store.erasures()).reduce((sum, erasure) => sum + erasure.deleted, 0)
      assert.equal(deleted, 500, 'Each event is deleted once')
      assert.equal((await store.erase(ADA, before)).kind, 'person')
      await allDone(store)
      await isAbout(store, ADA, [])
      assert.equal(await store.count(), 500)
    },
  },
  {
    name: 'keeps the later time of two erasures, whichever was ordered first',
    async run({ store }) {
      const [early, late] = [START + 1_000, START + 2_000]
      const people = [
        ['ada', early, late],
        ['bo', late, early],
        ['cy', Infinity, early],
        ['di', early, Infinity],
      ] as const
      for (const [i, [id, first, second]] of people.entries()) {
        await erased(store, { kind: 'person', id }, first)
        await erased(store, { kind: 'person', id }, second)
        const times = [early - 500, late - 500, late + 500]
        const events = times.map((happenedAt, j) => eventOf(i * 10 + j, { person: id, happenedAt }))
        const last = first === Infinity || second === Infinity ? 'erased' : 'new'
        assert.deepEqual(await store.append(batchOf(events)), ['erased', 'erased', last], id)
      }
    },
  },
  {
    name: 'holds at once at every collector',
    needs: ['createMore'],
    async run({ store, another }) {
      const other = await another()
      // A collector that has asked for the erasures already has to ask again.
      await other.append(batchOf([eventOf(1, { person: 'ada' }), eventOf(2, { person: 'bo' })]))
      await store.erase(ADA)
      const late = batchOf([eventOf(3, { person: 'ada' }), eventOf(4, { person: 'bo' })])
      assert.deepEqual(await other.append(late), ['erased', 'new'])
      await allDone(other)
      assertIds(
        (await readOn(other)).map(({ id }) => id),
        [2, 4].map((n) => eventOf(n).id),
        'What is left',
      )
    },
  },
  {
    name: 'leaves nothing when events arrive at two collectors meanwhile, and counts what it deletes',
    needs: ['createMore', 'tellsCopies'],
    async run({ store, another }) {
      const sinks = [store, await another()]
      const events = eventsOf(1, 4_000, (n) => ({ person: n % 2 === 0 ? 'ada' : 'bo', page: 'page', n }))
      const batches = batchesOf(events, 25)
      const outcomes: Outcome[][] = batches.map(() => [])
      const write = async (place: number): Promise<void> => {
        for (let i = place; i < batches.length; i += 2) {
          outcomes[i] = [...((await sinks[place]?.append(batches[i] ?? batchOf([]))) ?? [])]
          await turn()
        }
      }
      const writing = Promise.all([write(0), write(1)])
      while (outcomes.filter(({ length }) => length > 0).length < batches.length / 4) {
        await turn()
      }
      await store.erase(ADA, Infinity)
      await writing
      await allDone(store)
      const all = outcomes.flat()
      assertAll(
        all.filter((_, i) => i % 2 === 0),
        'new',
        2_000,
      )
      const own = all.filter((_, i) => i % 2 === 1)
      assert.equal(own.length, 2_000)
      assert.ok(
        own.every((outcome) => outcome === 'new' || outcome === 'erased'),
        'Each is stored, or not stored any more',
      )
      await isAbout(store, ADA, [])
      assert.equal(await store.count(), 2_000)
      const [erasure] = await store.erasures()
      assert.equal(erasure?.deleted, own.filter((outcome) => outcome === 'new').length, 'What was stored is deleted')
      assert.deepEqual((await store.numbers())[0]?.arrived, [[1, 4_000]])
    },
  },
  {
    name: 'deletes what visitors did who sign in as the person while the deletion goes on',
    async run({ store }) {
      const visitors = eventsOf(1, 20, (n) => ({ visitor: `v${n}` }))
      await store.append(batchOf([...visitors, ...eventsOf(100, 3_000, () => ({ person: 'ada' }))]))
      await store.erase(ADA)
      for (const { visitor = '' } of visitors) {
        await store.append(batchOf([eventOf(Number(visitor.slice(1)) + 50, signIn('ada', visitor))]))
        await turn()
      }
      await allDone(store)
      await remain(store, [])
      const [erasure] = await store.erasures()
      assert.deepEqual([erasure?.deleted, erasure?.visitors], [3_020, 20])
    },
  },
  {
    name: 'goes on with an erasure after it was closed and opened again',
    needs: ['reopen'],
    async run(trial) {
      await Promise.all(
        batchesOf(
          eventsOf(1, 6_000, (n) => ({ person: n % 2 === 0 ? 'ada' : 'bo' })),
          500,
        ).map((batch) => trial.store.append(batch)),
      )
      const { id, before } = await trial.store.erase(ADA, START + 5_000_000)
      const store = await trial.reopened(trial.store)
      assert.deepEqual(await store.append(batchOf([eventOf(7_000, { person: 'ada' })])), ['erased'])
      await allDone(store)
      const [erasure] = await store.erasures()
      assert.deepEqual(erasure, { id, before, kind: 'person', status: 'done', deleted: 3_000, visitors: 0 })
      await isAbout(store, ADA, [])
      assert.equal(await store.count(), 3_000)
    },
  },
  {
    name: 'remembers erasures after it was closed and opened again',
    needs: ['reopen'],
    async run(trial) {
      await trial.store.append(batchOf([eventOf(1, { visitor: 'v' }), eventOf(2, { person: 'ada', visitor: 'v' })]))
      await erased(trial.store, ADA, Infinity)
      const before = await trial.store.erasures()
      const store = await trial.reopened(trial.store)
      assert.deepEqual(await store.erasures(), before)
      const late = [eventOf(3, { person: 'ada' }), eventOf(4, { visitor: 'v' }), eventOf(5, { person: 'bo' })]
      assert.deepEqual(await store.append(batchOf(late)), ['erased', 'erased', 'new'])
    },
  },
  {
    name: 'rejects an erasure after it was closed',
    async run({ store }) {
      await store.close()
      await assert.rejects(async () => store.erase(ADA))
    },
  },
]
