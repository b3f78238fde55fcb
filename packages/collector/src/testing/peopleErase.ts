import assert from 'node:assert/strict'
import type { EventCopy, EventStore, IncomingEvent } from '../store/store.ts'
import { isAbout, signIn } from './aboutSomebody.ts'
import type { Case } from './check.ts'
import { ADA, allDone, erased, outcomesOf, remain } from './erasing.ts'
import { batchesOf, batchOf, eventOf, eventsOf, START } from './events.ts'
import { pageOf } from './pages.ts'
import { assertIds, idsOf, readOn } from './reading.ts'
import { assertAll } from './sinkCopies.ts'

/** What a deletion deletes, and what it leaves. */
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
    name: 'deletes a person as whom 3,000 visitors have signed in, and whoever is ordered after that',
    async run({ store }) {
      const own = eventsOf(1, 6_000, (n) => (n % 2 === 0 ? { visitor: `v${n}` } : signIn('ada', `v${n + 1}`)))
      for (const batch of batchesOf(
        [...own, eventOf(6_001, { person: 'bo' }), eventOf(6_002, { visitor: 'w' })],
        500,
      )) {
        await store.append(batch)
      }
      const order = await store.erase(ADA)
      assert.equal((await erased(store, { kind: 'person', id: 'bo' })).deleted, 1)
      await allDone(store)
      assert.equal((await store.erasures()).find(({ id }) => id === order.id)?.deleted, 6_000)
      await remain(store, [6_002])
      const late = batchOf([eventOf(6_003, { visitor: 'v2' }), eventOf(6_004, { visitor: 'v6000' })])
      await outcomesOf(store, late, ['erased', 'erased'])
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
    name: 'tells which of many events it has deleted, and no other',
    needs: ['reopen'],
    async run({ store, reopened }) {
      const copyOf = (event: IncomingEvent): EventCopy => ({ ...event, receivedAt: Date.now() + 60_000 })
      assert.deepEqual(await store.erasedAmong([]), [])
      const events = eventsOf(1, 3_000, (n) => ({ person: n % 3 === 0 ? 'ada' : 'bo' }))
      for (const batch of batchesOf(events, 500)) {
        await store.append(batch)
      }
      const copies = [...events, ...eventsOf(5_000, 10)].map(copyOf)
      assert.deepEqual(await store.erasedAmong(copies), [])
      await erased(store, ADA)
      const own = events.filter(({ person }) => person === 'ada').map(({ id }) => id)
      const again = await reopened(store)
      assertIds(await again.erasedAmong(copies), own, 'What was deleted')
      assert.deepEqual(await again.erasedAmong(copies.filter(({ id }) => !own.includes(id))), [])
    },
  },
  {
    name: 'tells of events that it does not have whether they are about somebody whom it has deleted',
    needs: ['reopen'],
    async run({ store, reopened }) {
      const at = START + 100_000
      await erased(store, ADA, at)
      await erased(store, { kind: 'account', accountKind: 'company', id: 'acme' }, at)
      await erased(store, { kind: 'visitor', id: 'v' }, at)
      const copyOf = (n: number, who: Partial<EventCopy>, receivedAt = at - 1): EventCopy => ({
        ...{ id: eventOf(n).id, accounts: [], receivedAt },
        ...who,
      })
      const own = [
        copyOf(1, { person: 'ada' }),
        copyOf(2, { person: 'cy', impersonator: 'ada' }),
        copyOf(3, { person: 'bo', accounts: [['company', 'acme']] }),
        copyOf(4, { person: 'bo', visitor: 'v' }),
        copyOf(5, { visitor: 'v' }),
        copyOf(6, { person: 'ada' }, at),
      ]
      const others = [
        copyOf(7, { person: 'ada' }, at + 1),
        copyOf(8, { person: 'bo', impersonator: 'cy', visitor: 'w', accounts: [['company', 'ada']] }),
        copyOf(9, { visitor: 'ada' }),
        copyOf(10, { person: 'v' }),
        copyOf(11, {}),
        copyOf(12, { visitor: 'v' }, at + 1),
        copyOf(13, { person: 'bo', accounts: [['project', 'acme']] }),
      ]
      const again = await reopened(store)
      assertIds(
        await again.erasedAmong([...others, ...own]),
        own.map(({ id }) => id),
        'What is about the deleted',
      )
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
