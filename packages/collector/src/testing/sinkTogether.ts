import assert from 'node:assert/strict'
import type { EventSink } from '../store/store.ts'
import { asTold, type Case } from './check.ts'
import { batchesOf, batchOf, eventsOf } from './events.ts'
import { assertAll, assertEachNewOnce } from './sinkCopies.ts'
import { assertIds, isReadable, readOn } from './reading.ts'

const ROUNDS = 40

/** Several collectors write to the same data, and one goes on where another has ended. */
export const sinkTogether: readonly Case<EventSink>[] = [
  {
    name: 'stores each event once when every batch is given to two collectors at the same moment',
    needs: ['createMore', 'tellsCopies'],
    async run({ store, another }) {
      const other = await another()
      const events = eventsOf(1, 2_000)
      const batches = batchesOf(events, 50)
      const answers = await Promise.all(
        batches.map((batch) => Promise.all([store.append(batch), other.append(batch), store.append(batch)])),
      )
      answers.forEach((answer) => assertEachNewOnce(answer, 50))
      for (const each of [store, other]) {
        if (isReadable(each)) {
          assertIds(
            (await readOn(each)).map(({ id }) => id),
            events.map(({ id }) => id),
            'Two collectors',
          )
          assert.equal(await each.count(), 2_000)
        }
      }
    },
  },
  {
    // Two transactions that lock the same rows in opposite order wait for each other, and the database ends one of them.
    name: 'has no deadlock between two collectors that get the same events in opposite order',
    needs: ['createMore', 'tellsCopies'],
    async run({ store, another }) {
      const other = await another()
      for (let round = 0; round < ROUNDS; round++) {
        const events = eventsOf(1 + round * 2_000, 2_000)
        const [one, two] = await Promise.all([
          store.append(batchOf(events)),
          other.append(batchOf([...events].reverse())),
        ])
        assertEachNewOnce([one, [...two].reverse()], 2_000)
      }
    },
  },
  {
    name: 'knows at one collector what another has stored',
    needs: ['createMore', 'tellsCopies'],
    async run({ store, another }) {
      const other = await another()
      const batch = batchOf(eventsOf(1, 10))
      assertAll(await store.append(batch), 'new', 10)
      assertAll(await other.append(batch), 'known', 10)
    },
  },
  {
    name: 'goes on at one collector when another is closed',
    needs: ['createMore'],
    async run(trial) {
      const other = await trial.another()
      await other.append(batchOf(eventsOf(1, 10)))
      await other.close()
      assertAll(await trial.store.append(batchOf(eventsOf(1, 10))), asTold(trial, 'known'), 10)
      assertAll(await trial.store.append(batchOf(eventsOf(11, 10))), asTold(trial, 'new'), 10)
    },
  },
  {
    name: 'has every event after it was closed and opened again, and knows it',
    needs: ['reopen'],
    async run(trial) {
      const events = eventsOf(1, 500)
      await trial.store.append(batchOf(events))
      const store = await trial.reopened(trial.store)
      assertAll(await store.append(batchOf(events)), asTold(trial, 'known'), 500)
      assertAll(await store.append(batchOf(eventsOf(501, 10))), asTold(trial, 'new'), 10)
      if (isReadable(store)) {
        assert.equal(await store.count(), 510)
        assertIds(
          (await readOn(store)).map(({ id }) => id),
          eventsOf(1, 510).map(({ id }) => id),
          'After it was opened again',
        )
      }
    },
  },
]
