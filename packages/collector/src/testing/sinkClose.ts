import assert from 'node:assert/strict'
import type { EventSink } from '../store/store.ts'
import { asTold, type Case } from './check.ts'
import { batchesOf, batchOf, eventsOf } from './events.ts'
import { assertAll } from './sinkCopies.ts'
import { isReadable, turn } from './reading.ts'

/** Signals, and the end of a store. */
export const sinkClose: readonly Case<EventSink>[] = [
  {
    name: 'resolves `check` while it is open, and rejects it when it is closed',
    async run({ store }) {
      await store.check()
      assert.notEqual(store.name, '')
      await store.close()
      await assert.rejects(async () => store.check())
    },
  },
  {
    name: 'leaves a batch out whose signal is aborted before',
    async run(trial) {
      const { store } = trial
      const batch = batchOf(eventsOf(1, 10))
      await assert.rejects(async () => store.append(batch, AbortSignal.abort()))
      if (isReadable(store)) {
        assert.equal(await store.count(), 0)
      }
      assertAll(await store.append(batch), asTold(trial, 'new'), 10)
    },
  },
  {
    name: 'stores the other batches when the signals of some are aborted at the same moment',
    async run(trial) {
      const { store } = trial
      const batches = batchesOf(eventsOf(1, 600), 20)
      const gone = new AbortController()
      const kept = new AbortController()
      const settling = Promise.allSettled(
        batches.map((batch, i) => store.append(batch, (i % 2 === 0 ? kept : gone).signal)),
      )
      gone.abort()
      for (const [i, result] of (await settling).entries()) {
        if (i % 2 === 0) {
          assert.equal(result.status, 'fulfilled', `Batch ${i}, whose signal was not aborted, has failed`)
        }
        if (result.status === 'fulfilled') {
          assertAll(result.value, asTold(trial, 'new'), 20)
        }
      }
      // What has become of the others cannot be told apart from outside, but all are there when they have come again.
      await Promise.all(batches.map((batch) => store.append(batch)))
      if (isReadable(store)) {
        assert.equal(await store.count(), 600)
      }
    },
  },
  {
    name: 'is not disturbed by a signal that is aborted when the batch is stored',
    async run(trial) {
      const { store } = trial
      const controller = new AbortController()
      const batch = batchOf(eventsOf(1, 10))
      assertAll(await store.append(batch, controller.signal), asTold(trial, 'new'), 10)
      controller.abort()
      assertAll(await store.append(batch), asTold(trial, 'known'), 10)
      await store.check()
    },
  },
  {
    name: 'rejects what is appended after it was closed',
    async run({ store }) {
      await store.append(batchOf(eventsOf(1, 10)))
      await store.close()
      await assert.rejects(async () => store.append(batchOf(eventsOf(11, 10))))
      await assert.rejects(async () => store.append(batchOf(eventsOf(1, 10))))
      await assert.rejects(async () => store.append(batchOf([])))
    },
  },
  {
    name: 'writes what waits when it is closed',
    needs: ['reopen'],
    async run(trial) {
      const batches = batchesOf(eventsOf(1, 2_000), 50)
      const appending = Promise.all(batches.map((batch) => trial.store.append(batch)))
      const reopening = trial.reopened(trial.store)
      for (const outcomes of await appending) {
        assertAll(outcomes, asTold(trial, 'new'), 50)
      }
      const store = await reopening
      for (const batch of batches) {
        assertAll(await store.append(batch), asTold(trial, 'known'), 50)
      }
    },
  },
  {
    name: 'has all that it has acknowledged when it is closed while batches arrive',
    needs: ['reopen'],
    async run(trial) {
      const batches = batchesOf(eventsOf(1, 3_000), 50)
      const appending: Promise<PromiseSettledResult<unknown>[]>[] = []
      const arriving = (async () => {
        for (const batch of batches) {
          appending.push(Promise.allSettled([(async () => trial.store.append(batch))()]))
          await turn()
        }
      })()
      await turn()
      await turn()
      const store = await trial.reopened(trial.store)
      await arriving
      const settled = (await Promise.all(appending)).flat()
      assert.equal(settled.length, batches.length)
      for (const [i, batch] of batches.entries()) {
        const outcomes = await store.append(batch)
        if (settled[i]?.status === 'fulfilled') {
          assertAll(outcomes, asTold(trial, 'known'), 50)
        }
      }
      if (isReadable(store)) {
        assert.equal(await store.count(), 3_000)
      }
    },
  },
]
