import assert from 'node:assert/strict'
import type { EventStore, IncomingEvent } from '../store/store.ts'
import { aboutAll, isAbout, signIn } from './aboutSomebody.ts'
import { asTold, type Case } from './check.ts'
import { ADA, allDone, erased, outcomesOf, remain } from './erasing.ts'
import { batchOf, eventOf, START } from './events.ts'
import { eventually } from './reading.ts'
import { assertAll } from './sinkCopies.ts'

/** What arrives after a deletion. */
export const peopleLate: readonly Case<EventStore>[] = [
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
    // The person goes on to use the application, from a browser of which it was not known yet whose it is.
    name: 'deletes what a visitor did before, when the person signs in after the deletion',
    async run(trial) {
      const { store } = trial
      const at = START + 100_000
      const of = (n: number, happenedAt: number): IncomingEvent => eventOf(n, { visitor: 'v', happenedAt })
      await store.append(batchOf([of(1, at - 500), of(2, at + 500), eventOf(3, { visitor: 'w' })]))
      await erased(store, ADA, at)
      await remain(store, [1, 2, 3])
      const later = eventOf(4, { ...signIn('ada', 'v'), happenedAt: at + 1_000 })
      await outcomesOf(store, batchOf([later]), [asTold(trial, 'new')])
      await eventually(async () => ((await store.count()) === 3 ? true : undefined), 'The deletion', trial.attempts)
      await remain(store, [2, 3, 4])
      await outcomesOf(store, batchOf([of(5, at - 400), of(6, at + 600)]), ['erased', asTold(trial, 'new')])
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
    name: 'stores no late event of a visitor who had signed in as the person',
    async run({ store }) {
      await store.append(batchOf([eventOf(1, signIn('ada', 'v'))]))
      await erased(store, ADA)
      await outcomesOf(store, batchOf([eventOf(2, { visitor: 'v' }), eventOf(3, { visitor: 'w' })]), ['erased', 'new'])
      await isAbout(store, ADA, [])
      await isAbout(store, { kind: 'visitor', id: 'v' }, [])
    },
  },
  {
    name: 'deletes what a visitor did when a late sign-in says who it was',
    async run({ store, attempts }) {
      await store.append(batchOf([eventOf(1, { visitor: 'v' }), eventOf(2, { visitor: 'w' })]))
      await erased(store, ADA)
      await outcomesOf(store, batchOf([eventOf(3, signIn('ada', 'v'))]), ['erased'])
      const isGone = async () => ((await store.count()) === 1 ? true : undefined)
      await eventually(isGone, 'The deletion of what the visitor did', attempts)
      await remain(store, [2])
      await outcomesOf(store, batchOf([eventOf(4, { visitor: 'v' })]), ['erased'])
    },
  },
  {
    // Copies elsewhere are looked through again when the number changes.
    name: 'counts the visitors who have signed in as the person, and those of late sign-ins, each once',
    needs: ['reopen'],
    async run({ store, attempts, reopened }) {
      const count = (number: number, of = store) =>
        eventually(
          async () => (await of.erasures())[1]?.visitors === number || undefined,
          `${number} visitors`,
          attempts,
        )
      await store.append(batchOf([eventOf(1, signIn('ada', 'v')), eventOf(2, signIn('ada', 'w')), eventOf(3)]))
      const order = await erased(store, ADA)
      assert.equal(order.visitors, 2)
      await erased(store, { kind: 'visitor', id: 'x' })
      assert.equal((await store.erasures())[0]?.visitors, 0)
      await store.append(batchOf([eventOf(4, signIn('ada', 'y')), eventOf(5, signIn('ada', 'w'))]))
      await store.append(batchOf([eventOf(6, signIn('ada', 'y')), eventOf(7, signIn('bo', 'z'))]))
      await count(3)
      await allDone(store)
      await count(3, await reopened(store))
    },
  },
  {
    name: 'has nothing about the person when a late event says which visitor it was',
    async run({ store, attempts }) {
      await store.append(batchOf([eventOf(1, { visitor: 'v' })]))
      await erased(store, ADA)
      await outcomesOf(store, batchOf([eventOf(2, signIn('ada', 'v'))]), ['erased'])
      // The store may forget which visitor it was, or delete the events of the visitor in its own time.
      await eventually(
        async () => ((await aboutAll(store, ADA)).length === 0 ? true : undefined),
        'The end of what is known about somebody whose data were deleted',
        // A few seconds are enough for one event, and a store that never deletes it is noticed soon.
        attempts ?? 200,
      )
    },
  },
]
