import assert from 'node:assert/strict'
import type { StoredEvent } from '../store/store.ts'
import { asTold, type Case } from './check.ts'
import { batchesOf, batchOf, eventsOf, START } from './events.ts'
import { assertIds, followed, type ReadableSink, readOn } from './reading.ts'
import { assertAll } from './sinkCopies.ts'

const idsOf = (events: readonly { readonly id: string }[]): readonly string[] => events.map(({ id }) => id)

/** Events are read in parts, while others arrive. */
export const readerCursors: readonly Case<ReadableSink>[] = [
  {
    name: 'is empty before the first event',
    async run({ store }) {
      assert.deepEqual(
        [await store.newest(10), await store.after(undefined, 10), await store.count(), await store.numbers()],
        [[], [], 0, []],
      )
    },
  },
  {
    name: 'counts each event once',
    async run({ store }) {
      await store.append(batchOf(eventsOf(1, 20)))
      await store.append(batchOf(eventsOf(11, 20)))
      assert.equal(await store.count(), 30)
    },
  },
  {
    name: 'gives the newest batch first',
    async run({ store }) {
      for (const [i, batch] of batchesOf(eventsOf(1, 30), 10).entries()) {
        await store.append(batch)
        const newest = await store.newest(10)
        assertIds(idsOf(newest), idsOf(batch.events), `After batch ${i}`)
      }
      const all = await store.newest(100)
      const times = all.map(({ receivedAt }) => receivedAt)
      assert.deepEqual(
        times,
        [...times].sort((a, b) => b - a),
      )
      assert.deepEqual(idsOf(await store.newest(7)), idsOf(all.slice(0, 7)))
      assert.deepEqual(await store.newest(10, all.at(-1)?.cursor), [])
    },
  },
  {
    name: 'reads back 3,000 events that arrived in the same millisecond, without a gap and without a double',
    async run({ store }) {
      const events = eventsOf(1, 3_000)
      for (const { events: some } of batchesOf(events, 100)) {
        await store.append(batchOf(some))
      }
      assertIds(idsOf(await backwards(store, 70)), idsOf(events), 'From the newest back')
      assertIds(idsOf(await readOn(store, { limit: 70 })), idsOf(events), 'From the start on')
    },
  },
  {
    name: 'reads back without a gap and without a double while events arrive',
    async run({ store }) {
      const events = eventsOf(1, 3_000)
      for (const batch of batchesOf(events, 100)) {
        await store.append(batch)
      }
      let place = 5_000
      const read = await backwards(store, 70, async () => {
        await store.append(batchOf(eventsOf(place, 20), { receivedAt: START + 1_000_000 + place }))
        place += 20
      })
      assertIds(idsOf(read), idsOf(events), 'From the newest back')
    },
  },
  {
    name: 'reads on without a gap while two collectors write',
    needs: ['createMore'],
    async run(trial) {
      const { store } = trial
      const other = await trial.another()
      const events = eventsOf(1, 4_000)
      const batches = batchesOf(events, 20)
      const write = async (sink: ReadableSink, remainder: number): Promise<void> => {
        const own = batches.filter((_, i) => i % 2 === remainder)
        // Several requests at a time, some larger than others: those that begin first are not those that end first.
        for (let i = 0; i < own.length; i += 5) {
          const answers = await Promise.all(own.slice(i, i + 5).map((batch) => sink.append(batch)))
          assertAll(answers.flat(), asTold(trial, 'new'), answers.flat().length)
        }
      }
      const writing = Promise.all([write(store, 0), write(other, 1)])
      const reader = await trial.another()
      const [here, there] = await Promise.all([followed(store, writing), followed(reader, writing)])
      await writing
      assertIds(idsOf(here), idsOf(events), 'Read at a collector that writes')
      assertIds(idsOf(there), idsOf(events), 'Read at another one')
    },
  },
  {
    name: 'reads on to events whose collector has a clock that is behind',
    async run({ store }) {
      await store.append(batchOf(eventsOf(1, 10), { receivedAt: START + 5_000 }))
      const [last] = (await readOn(store)).slice(-1)
      await store.append(batchOf(eventsOf(11, 10), { receivedAt: START }))
      assertIds(idsOf(await readOn(store, { from: last?.cursor })), idsOf(eventsOf(11, 10)), 'After the first batch')
    },
  },
  {
    name: 'gives cursors to `newest` that `after` goes on from',
    async run({ store }) {
      await store.append(batchOf(eventsOf(1, 10)))
      const [newest] = await store.newest(1)
      assert.deepEqual(await store.after(newest?.cursor, 10), [])
      await store.append(batchOf(eventsOf(11, 5)))
      assertIds(idsOf(await store.after(newest?.cursor, 10)), idsOf(eventsOf(11, 5)), 'After the newest')
    },
  },
  {
    name: 'gives no event anew when copies arrive',
    async run({ store }) {
      await store.append(batchOf(eventsOf(1, 10)))
      const [last] = (await readOn(store)).slice(-1)
      await store.append(batchOf(eventsOf(1, 10), { receivedAt: START + 2_000_000 }))
      assert.deepEqual(await store.after(last?.cursor, 100), [])
      assertIds(idsOf(await store.newest(100)), idsOf(eventsOf(1, 10)), 'The newest')
    },
  },
  {
    name: 'goes on from a cursor after it was closed and opened again',
    needs: ['reopen'],
    async run(trial) {
      await trial.store.append(batchOf(eventsOf(1, 10)))
      const read = await readOn(trial.store)
      const store = await trial.reopened(trial.store)
      assert.deepEqual(await store.after(read.at(-1)?.cursor, 10), [])
      assertIds(idsOf(await readOn(store, { from: read[4]?.cursor })), idsOf(read.slice(5)), 'From the middle')
      await store.append(batchOf(eventsOf(11, 5)))
      assertIds(idsOf(await readOn(store, { from: read.at(-1)?.cursor })), idsOf(eventsOf(11, 5)), 'New events')
    },
  },
]

/** All events from the newest back. */
const backwards = async (
  store: ReadableSink,
  limit: number,
  inBetween: () => Promise<void> = async () => undefined,
): Promise<readonly StoredEvent[]> => {
  const all: StoredEvent[] = []
  for (;;) {
    const next = await store.newest(limit, all.at(-1)?.cursor)
    if (next.length === 0) {
      return all
    }
    assert.ok(next.length <= limit, '`newest` gave more events than its limit')
    all.push(...next)
    await inBetween()
  }
}
