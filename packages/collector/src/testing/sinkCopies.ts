import assert from 'node:assert/strict'
import type { EventSink, Outcome } from '../store/store.ts'
import { asTold, type Case, type Trial } from './check.ts'
import { batchOf, eventOf, eventsOf, idOf, noteOf, uuid7 } from './events.ts'
import { assertIds, isReadable, readOn } from './reading.ts'

/** Every event is stored once, and its outcome says so. */
export const sinkCopies: readonly Case<EventSink>[] = [
  {
    name: 'tells the outcome of each event in the order of the batch',
    async run(trial) {
      const { store } = trial
      await stores(trial, [1, 4, 7], ['new', 'new', 'new'])
      // The ids are not in their own order, so that a store that sorts them has to put the outcomes back.
      await stores(trial, [9, 4, 2, 7, 8, 1, 3], ['new', 'known', 'new', 'known', 'new', 'known', 'new'])
      await holds(store, [1, 2, 3, 4, 7, 8, 9])
    },
  },
  {
    name: 'stores an event once that is twice in a batch',
    async run(trial) {
      await stores(trial, [3, 1, 3, 2, 1, 3], ['new', 'new', 'known', 'new', 'known', 'known'])
      await holds(trial.store, [1, 2, 3])
    },
  },
  {
    name: 'keeps the first of two different events with the same id',
    async run(trial) {
      const { store } = trial
      const first = eventOf(1, { body: '{"first":true}' })
      await store.append(batchOf([first, eventOf(1, { body: '{"first":false}' })]))
      await store.append(batchOf([eventOf(1, { name: 'Another', body: '{"first":0}' })], { receivedAt: 5 }))
      if (isReadable(store)) {
        const [stored] = await readOn(store)
        assert.equal(stored?.body, first.body)
        assert.equal(stored.receivedAt, batchOf([]).receivedAt)
      }
    },
  },
  {
    name: 'stores an event once that comes in many batches at the same moment',
    needs: ['tellsCopies'],
    async run({ store }) {
      const events = eventsOf(1, 50)
      const all = await Promise.all(Array.from({ length: 20 }, () => store.append(batchOf(events))))
      assertEachNewOnce(all, 50)
      await holds(
        store,
        events.map((_, i) => i + 1),
      )
    },
  },
  {
    name: 'takes ids of every version and time',
    async run(trial) {
      const { store } = trial
      const ids = [
        '00000000-0000-0000-0000-000000000000',
        'ffffffff-ffff-ffff-ffff-ffffffffffff',
        '9b2f8c1e-5d3a-4e7b-8a6f-0c1d2e3f4a5b',
        'f47ac10b-58cc-1372-8567-0e02b2c3d479',
        uuid7(0, 1),
        uuid7(2 ** 48 - 1, 1),
        uuid7(Date.UTC(1999, 11, 31), 1),
        uuid7(Date.UTC(2099, 0, 1), 1),
        idOf(1),
      ]
      const batch = batchOf(ids.map((id, i) => eventOf(i, { id })))
      assert.deepEqual(await store.append(batch), told(trial, Array<Outcome>(ids.length).fill('new')))
      assert.deepEqual(await store.append(batch), told(trial, Array<Outcome>(ids.length).fill('known')))
      if (isReadable(store)) {
        assertIds(
          (await readOn(store)).map(({ id }) => id),
          ids,
          'ids',
        )
      }
    },
  },
  {
    name: 'takes a batch without events',
    async run({ store }) {
      assert.deepEqual(await store.append(batchOf([])), [])
      assert.deepEqual(await store.append(noteOf('page', { last: 3 })), [])
    },
  },
  {
    name: 'takes a batch of 10,000 events',
    async run(trial) {
      const { store } = trial
      const batch = batchOf(eventsOf(1, 10_000))
      assertAll(await store.append(batch), asTold(trial, 'new'), 10_000)
      assertAll(await store.append(batch), asTold(trial, 'known'), 10_000)
      if (isReadable(store)) {
        assert.equal(await store.count(), 10_000)
      }
    },
  },
]

const told = (trial: Trial<EventSink>, expected: readonly Outcome[]): readonly Outcome[] =>
  expected.map((outcome) => asTold(trial, outcome))

const stores = async (trial: Trial<EventSink>, ns: readonly number[], expected: readonly Outcome[]): Promise<void> =>
  assert.deepEqual(await trial.store.append(batchOf(ns.map((n) => eventOf(n)))), told(trial, expected))

const holds = async (store: EventSink, ns: readonly number[]): Promise<void> => {
  if (isReadable(store)) {
    assertIds(
      (await readOn(store)).map(({ id }) => id),
      ns.map(idOf),
      'The store',
    )
    assert.equal(await store.count(), ns.length)
  }
}

export const assertAll = (outcomes: readonly Outcome[], expected: Outcome, count: number): void => {
  const other = outcomes.find((outcome) => outcome !== expected)
  assert.equal(other, undefined, `An outcome is not \`${String(expected)}\`: ${JSON.stringify(other)}`)
  assert.equal(outcomes.length, count)
}

/** Each event is `new` in one of the answers, and `known` in all others. */
export const assertEachNewOnce = (answers: readonly (readonly Outcome[])[], count: number): void => {
  for (const answer of answers) {
    assert.equal(answer.length, count)
  }
  for (let i = 0; i < count; i++) {
    const outcomes = answers.map((answer) => answer[i])
    const known = outcomes.filter((outcome) => outcome === 'known').length
    assert.equal(outcomes.filter((outcome) => outcome === 'new').length, 1, `Event ${i}: ${JSON.stringify(outcomes)}`)
    assert.equal(known, answers.length - 1, `Event ${i}: ${JSON.stringify(outcomes)}`)
  }
}
