import assert from 'node:assert/strict'
import type { EventStore, IncomingEvent, Outcome } from '../store/store.ts'
import { asTold, type Case } from './check.ts'
import { batchOf, eventOf, eventsOf, START } from './events.ts'
import { isAbout, signIn } from './peopleAbout.ts'
import { erased, ADA } from './peopleErasing.ts'
import { pageOf } from './readerNumbers.ts'
import { assertIds, readOn } from './reading.ts'
import { assertAll } from './sinkCopies.ts'

/** What a deletion deletes, and what does not come back. */
export const peopleErase: readonly Case<EventStore>[] = [
  {
    name: 'deletes all events about a person, and no other',
    async run({ store }) {
      await store.append(
        batchOf([
          eventOf(1, { visitor: 'v' }),
          eventOf(2, signIn('ada', 'v')),
          eventOf(3, { person: 'ada' }),
          eventOf(4, { person: 'bo', impersonator: 'ada' }),
          eventOf(5, { person: 'bo' }),
          eventOf(6, { visitor: 'w' }),
          eventOf(7, { person: 'Ada' }),
          eventOf(8, { accounts: [['person', 'ada']] }),
          eventOf(9, { visitor: 'ada' }),
          eventOf(10, signIn('bo', 'v')),
        ]),
      )
      assert.equal((await erased(store, ADA)).deleted, 4)
      await remain(store, [5, 6, 7, 8, 9, 10])
      await isAbout(store, ADA, [])
    },
  },
  {
    name: 'deletes the events about a visitor, and those about an account',
    async run({ store }) {
      await store.append(
        batchOf([
          eventOf(1, { visitor: '42' }),
          eventOf(2, signIn('ada', '42')),
          eventOf(3, { person: '42' }),
          eventOf(4, {
            accounts: [
              ['company', '42'],
              ['team', '7'],
            ],
          }),
          eventOf(5, { accounts: [['team', '42']] }),
        ]),
      )
      assert.equal((await erased(store, { kind: 'visitor', id: '42' })).deleted, 2)
      await remain(store, [3, 4, 5])
      assert.equal((await erased(store, { kind: 'account', accountKind: 'company', id: '42' })).deleted, 1)
      await remain(store, [3, 5])
      const late = batchOf([
        eventOf(11, { visitor: '42' }),
        eventOf(12, { person: '42' }),
        eventOf(13, { accounts: [['company', '42']] }),
        eventOf(14, { accounts: [['team', '42']] }),
      ])
      await outcomesOf(store, late, ['erased', 'new', 'erased', 'new'])
    },
  },
  {
    name: 'deletes nothing of somebody without events, and remembers the order',
    async run({ store }) {
      await store.append(batchOf([eventOf(1, { person: 'bo' })]))
      assert.equal((await erased(store, ADA)).deleted, 0)
      await outcomesOf(store, batchOf([eventOf(2, { person: 'ada' }), eventOf(3, { person: 'bo' })]), ['erased', 'new'])
      await remain(store, [1, 3])
    },
  },
  {
    name: 'stores no event any more that happened before, by a clock that is set right',
    async run({ store }) {
      const at = START + 100_000
      await erased(store, ADA, at)
      const day = 86_400_000
      for (const [i, clockAheadMs] of [0, day, -day, 400 * day, 0.5].entries()) {
        const late = batchOf(
          [at - 2, at + 2, at - 50_000, at + 50_000].map((happenedAt, j) =>
            eventOf(i * 10 + j, { person: 'ada', happenedAt: happenedAt + clockAheadMs }),
          ),
          { clockAheadMs },
        )
        await outcomesOf(store, late, ['erased', 'new', 'erased', 'new'])
      }
    },
  },
  {
    name: 'deletes by the time that a clock should have shown, and leaves what happened after',
    async run({ store }) {
      const at = START + 100_000
      const ahead = 3_600_000
      const on = (n: number, happenedAt: number): IncomingEvent => eventOf(n, { person: 'ada', happenedAt })
      await store.append(batchOf([on(1, at - 2), on(2, at + 2)]))
      await store.append(batchOf([on(3, at - 2 + ahead), on(4, at + 2 + ahead)], { clockAheadMs: ahead }))
      await store.append(batchOf([on(5, at - 2 - ahead), on(6, at + 2 - ahead)], { clockAheadMs: -ahead }))
      assert.equal((await erased(store, ADA, at)).deleted, 3)
      await remain(store, [2, 4, 6])
      await isAbout(store, ADA, [2, 4, 6])
    },
  },
  {
    name: 'deletes up to now when no time is given',
    async run({ store }) {
      await erased(store, ADA)
      const now = Date.now()
      const late = [now - 1_000_000, now + 1_000_000].map((happenedAt, n) => eventOf(n, { person: 'ada', happenedAt }))
      await outcomesOf(store, batchOf(late), ['erased', 'new'])
    },
  },
  {
    name: 'stores nothing about somebody ever again when the time is infinite',
    async run(trial) {
      const { store } = trial
      await store.append(batchOf([eventOf(1, { person: 'ada', happenedAt: Date.UTC(2200, 0) })]))
      assert.equal((await erased(store, ADA, Infinity)).before, Infinity)
      await remain(store, [])
      const times = [0, Date.now(), Date.UTC(2100, 0), 8.64e15, -8.64e15]
      const late = batchOf(times.map((happenedAt, n) => eventOf(10 + n, { person: 'ada', happenedAt })))
      assertAll(await store.append(late), 'erased', times.length)
      assertAll(await store.append({ ...late, clockAheadMs: -8.64e15 }), 'erased', times.length)
      await outcomesOf(store, batchOf([eventOf(20, { person: 'bo' })]), [asTold(trial, 'new')])
    },
  },
  {
    name: 'never brings back what was deleted when its copies come',
    async run({ store }) {
      const batch = batchOf([
        eventOf(1, { visitor: 'v' }),
        eventOf(2, signIn('ada', 'v')),
        eventOf(3, { person: 'ada', page: 'page', n: 3 }),
        eventOf(4, { person: 'bo', impersonator: 'ada' }),
      ])
      await store.append(batch)
      await erased(store, ADA)
      for (const events of [batch.events, ...batch.events.map((event) => [event])]) {
        for (const outcome of await store.append(batchOf(events))) {
          assert.ok(outcome === 'erased' || outcome === 'known', `A copy is ${JSON.stringify(outcome)}`)
        }
      }
      await remain(store, [])
      await isAbout(store, ADA, [])
    },
  },
  {
    // A proxy that repeats a request after an hour makes the clock of its page look as if it were an hour behind.
    name: 'never brings back what was deleted when a copy seems to have another clock',
    async run({ store }) {
      const events = [eventOf(1, { person: 'ada' }), eventOf(2, { person: 'bo' })]
      await store.append(batchOf(events))
      await erased(store, ADA, START + 100_000)
      await outcomesOf(store, batchOf(events, { clockAheadMs: -3_600_000 }), ['erased', 'known'])
      await remain(store, [2])
    },
  },
  {
    name: 'leaves no gap for the loss meter',
    async run({ store }) {
      const own = (n: number): IncomingEvent => eventOf(n, { person: 'ada', page: 'page', n })
      await store.append(batchOf([1, 2, 3].map(own), { pages: [{ page: 'page', last: 5, fates: [] }] }))
      const before = await pageOf(store, 'page')
      await erased(store, ADA)
      assert.deepEqual(await pageOf(store, 'page'), before)
      // What is not stored because of the deletion has arrived all the same.
      await outcomesOf(store, batchOf([4, 5].map(own)), ['erased', 'erased'])
      assert.deepEqual((await pageOf(store, 'page')).arrived, [[1, 5]])
    },
  },
  {
    name: 'leaves cursors that go on from events that are deleted',
    async run({ store }) {
      for (let i = 0; i < 10; i++) {
        await store.append(batchOf([eventOf(i, { person: i % 2 === 0 ? 'ada' : 'bo' })], { receivedAt: START + i }))
      }
      const read = await readOn(store)
      const cursor = read[4]?.cursor
      await erased(store, ADA)
      assertIds(
        idsOf(await readOn(store, { from: cursor })),
        [5, 7, 9].map((n) => eventOf(n).id),
        'From there on',
      )
      assertIds(
        idsOf(await store.newest(10, cursor)),
        [1, 3].map((n) => eventOf(n).id),
        'From there back',
      )
      await store.append(batchOf([eventOf(11)]))
      assertIds(idsOf(await readOn(store, { from: read.at(-1)?.cursor })), [eventOf(11).id], 'A new event')
    },
  },
  {
    name: 'takes no id for another one when it deletes',
    async run({ store }) {
      const ids = ["o'brien", 'o"brien', 'o%', 'obrien', 'Obrien', 'ob', 'ünï', 'u\u0308ni\u0308', '\\', '%', '_', '*']
      await store.append(batchOf(ids.map((id, n) => eventOf(n, { person: id }))))
      for (const [i, id] of ids.entries()) {
        assert.equal((await erased(store, { kind: 'person', id })).deleted, 1)
        await remain(store, ids.map((_, n) => n).slice(i + 1))
      }
      const late = eventsOf(100, ids.length, (n) => ({ person: `${ids[n - 100] ?? ''}.` }))
      assertAll(await store.append(batchOf(late)), 'new', ids.length)
    },
  },
]

const idsOf = (events: readonly { readonly id: string }[]): readonly string[] => events.map(({ id }) => id)

/** The events that are left are those with these numbers, and are counted so. */
export const remain = async (store: EventStore, ns: readonly number[]): Promise<void> => {
  assertIds(
    idsOf(await readOn(store)),
    ns.map((n) => eventOf(n).id),
    'What is left',
  )
  assertIds(
    idsOf(await store.newest(10_000)),
    ns.map((n) => eventOf(n).id),
    'What is left',
  )
  assert.equal(await store.count(), ns.length)
}

export const outcomesOf = async (
  store: EventStore,
  batch: Parameters<EventStore['append']>[0],
  expected: readonly Outcome[],
): Promise<void> => assert.deepEqual(await store.append(batch), expected)
