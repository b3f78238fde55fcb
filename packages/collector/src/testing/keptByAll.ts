import assert from 'node:assert/strict'
import type { EventStore } from '../store/store.ts'
import { batchOf, eventWith } from './batches.ts'
import type { Check } from './check.ts'

interface Choice {
  readonly retentionDays?: number
}

const DAY = 86_400_000

/** An event of 60 days ago, of which the collector has acknowledged that it is stored. */
async function storeOld(store: EventStore): Promise<string> {
  const happenedAt = Date.now() - 60 * DAY
  const event = eventWith({ happenedAt })
  assert.deepEqual(await store.append(batchOf([event], { receivedAt: happenedAt })), ['new'])
  return event.id
}

const idsIn = async (store: EventStore) => (await store.after(undefined, 10)).map(({ id }) => id)

/**
 * How long events are kept belongs to the store: others who open it, with another choice or with none, do not delete what it keeps.
 *
 * @param createPlace - makes a place without events, and returns what opens it. A store deletes what is too old before it is closed.
 */
export function keptByAll(createPlace: () => (choice?: Choice) => Promise<EventStore>): readonly Check[] {
  const openers: readonly (readonly [string, Choice])[] = [
    ['without a choice', {}],
    ['with 31 days', { retentionDays: 31 }],
    ['with one day', { retentionDays: 1 }],
  ]
  return [
    ...openers.map(([who, choice]) => ({
      name: `who opens the store ${who} keeps what it keeps for 90 days`,
      async run() {
        const open = createPlace()
        const first = await open({ retentionDays: 90 })
        const id = await storeOld(first)
        const beside = await open(choice)
        assert.deepEqual(await idsIn(beside), [id])
        await beside.close()
        await first.close()
        const after = await open(choice)
        assert.deepEqual(await idsIn(after), [id])
        await after.close()
      },
    })),
    {
      name: 'a store that was opened with fewer days keeps events for more as soon as it is opened with more',
      async run() {
        const open = createPlace()
        const first = await open({ retentionDays: 7 })
        const second = await open({ retentionDays: 90 })
        const id = await storeOld(second)
        await Promise.all([first.close(), second.close()])
        const last = await open({ retentionDays: 7 })
        assert.deepEqual(await idsIn(last), [id])
        await last.close()
      },
    },
    {
      name: 'a new store deletes what is older than its choice',
      async run() {
        const open = createPlace()
        const first = await open({ retentionDays: 7 })
        await storeOld(first)
        await first.close()
        const last = await open()
        // A store may do so after it was opened.
        const until = performance.now() + 10_000
        while ((await last.count()) > 0 && performance.now() < until)
          await new Promise((done) => void setTimeout(done, 20))
        assert.equal(await last.count(), 0)
        await last.close()
      },
    },
  ]
}
