import assert from 'node:assert/strict'
import { type SharedFlags, shareFlags } from '../store/sharedFlags.ts'
import type { EventSink, EventStore, IncomingEvent } from '../store/store.ts'
import { asTold, type Case } from './check.ts'
import { batchOf, eventOf, idOf } from './events.ts'
import { eventually, isReadable, readOn } from './reading.ts'
import { assertAll } from './sinkCopies.ts'
import { TEXTS } from './sinkTexts.ts'

/** Flags with names and values that some store has changed once. */
const flagsOf = (version: number): Record<'properties' | 'flags', object> => ({
  properties: Object.fromEntries(TEXTS.map((text) => [`LDFF: ${text}`, { text, version }])),
  flags: Object.fromEntries(TEXTS.map((text) => [text, { property: `LDFF: ${text}`, version }])),
})

function shared(version: number): SharedFlags {
  const { properties, flags } = flagsOf(version)
  return shareFlags(properties, flags) ?? assert.fail('The flags are not long enough.')
}

const own = (n: number) => ({ id: idOf(n), properties: { total: n }, moment: { release: '1' } })

const withFlags = (n: number, flags: SharedFlags, fields: Partial<IncomingEvent> = {}) =>
  eventOf(n, { body: JSON.stringify(own(n)), flags, ...fields })

/** The body of an event with its flags. */
function whole(n: number, version: number) {
  const { properties, flags } = flagsOf(version)
  return { ...own(n), properties: { ...own(n).properties, ...properties }, flags }
}

const bodiesOf = async (store: EventStore | (EventSink & { after: EventStore['after'] })) =>
  new Map((await readOn(store as EventStore)).map(({ id, body }) => [id, JSON.parse(body) as unknown]))

export const sinkFlags: readonly Case<EventSink>[] = [
  {
    name: 'gives back the flags that events share',
    async run(trial) {
      const { store } = trial
      if (!store.sharesFlags) return
      const another = await trial.another()
      const [one, two] = [shared(1), shared(2)]
      const plain = eventOf(9)
      const batch = batchOf([withFlags(1, one), plain, withFlags(2, two), withFlags(3, one)])
      assertAll(await store.append(batch), asTold(trial, 'new'), 4)
      // In the same moment, by two collectors, with texts that are equal and are not the same object.
      await Promise.all([
        store.append(batchOf([withFlags(4, shared(3)), withFlags(5, shared(1))])),
        another.append(batchOf([withFlags(6, shared(3)), withFlags(1, shared(4))])),
      ])
      if (!isReadable(store)) return
      const bodies = await bodiesOf(store)
      const expected = [
        ...(
          [
            [1, 1],
            [2, 2],
            [3, 1],
            [4, 3],
            [5, 1],
            [6, 3],
          ] as const
        ).map(([n, version]) => [idOf(n), whole(n, version)]),
        [plain.id, JSON.parse(plain.body)],
      ] as const
      assert.deepEqual(bodies, new Map(expected as readonly (readonly [string, unknown])[]))
      const newest = await store.newest(100)
      assert.deepEqual(new Map(newest.map(({ id, body }) => [id, JSON.parse(body) as unknown])), bodies)
    },
    needs: ['createMore'],
  },
]

export const peopleFlags: readonly Case<EventStore>[] = [
  {
    name: 'keeps the flags that others share with somebody whose data are deleted, and takes them again',
    async run(trial) {
      const { store } = trial
      if (!store.sharesFlags) return
      const another = await trial.another()
      await another.append(batchOf([withFlags(1, shared(1), { person: 'erased' })]))
      await store.append(
        batchOf([withFlags(2, shared(2), { person: 'erased' }), withFlags(3, shared(2), { person: 'other' })]),
      )
      const subject = { kind: 'person', id: 'erased' } as const
      for await (const rows of store.about(subject))
        for (const { id, body } of rows) assert.deepEqual(JSON.parse(body), id === idOf(1) ? whole(1, 1) : whole(2, 2))
      const { id } = await store.erase(subject)
      await eventually(
        async () => (await store.erasures()).find((one) => one.id === id && one.status === 'done'),
        'the end of the deletion',
        trial.attempts,
      )
      // Both collectors have known the flags of somebody who is not there any more.
      await another.append(batchOf([withFlags(4, shared(1), { person: 'other' })]))
      await store.append(batchOf([withFlags(5, shared(1), { person: 'other' })]))
      assert.deepEqual(
        await bodiesOf(store),
        new Map([
          [idOf(3), whole(3, 2)],
          [idOf(4), whole(4, 1)],
          [idOf(5), whole(5, 1)],
        ]),
      )
    },
    needs: ['createMore'],
  },
]
