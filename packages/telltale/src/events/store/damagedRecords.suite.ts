import { describe, expect, it } from 'vitest'
import type { StoredEvent } from '../../core/model/event.ts'
import type { EventStore } from '../../core/ports/eventStore.ts'
import { countEvents } from './countEvents.ts'
import { type Queued, type QueuedRecord, soundReader } from './storedRecord.ts'
import { anEvent } from '../../testing/fakeHost.ts'

const TASK = 'collector'
const sound = (id: string) => ({ event: anEvent(id), todo: [TASK] })

/** Values of each type that a database can keep, of which none is a valid id, list of tasks, or field of an event. */
const VALUES: readonly [string, unknown][] = [
  ['null', null],
  ['true', true],
  ['a number', 5],
  ['a bigint', 5n],
  ['an empty text', ''],
  ['an empty list', []],
  ['a list of lists', [[TASK]]],
  ['an object', { length: 1, 0: TASK }],
  ['an object that is no text', { toString: 1, valueOf: 1 }],
  ['a date', new Date(0)],
  ['a regular expression', /x/],
  ['a map', new Map([[TASK, TASK]])],
  ['a set', new Set([TASK])],
  ['bytes', new Uint8Array([1, 2])],
  ['a buffer', new ArrayBuffer(2)],
  ['an error', new Error('x')],
]

/** Values that IndexedDB takes as a key, beside texts. The texts of the sound events sort after the first three. */
const KEYS: readonly [string, unknown][] = [
  ['zero', 0],
  ['minus infinity', -Infinity],
  ['a date', new Date(0)],
  ['an empty text', ''],
  ['bytes', new Uint8Array([1, 2])],
  ['an empty buffer', new ArrayBuffer(0)],
  ['an empty list', []],
  ['a list of numbers', [1, 2]],
  ['a list of a text', ['b']],
  ['a list of the ids of sound events', ['a', 'c']],
  ['a list of lists', [[], [new Date(0), ['x']]]],
]

const FIELDS = [
  'name',
  'at',
  'url',
  'epoch',
  'properties',
  'identity',
  'flagSet',
  'question',
  'tokenDigest',
  'shown',
  'flagsUser',
  'destinations',
]
/** What stands in the field of a sound event and fits it, among the values. */
const FITTING = new Set([
  ...['name an empty text', 'url an empty text', 'epoch an empty text', 'at a number'],
  ...['an empty list', 'a list of a text', 'a list of the ids of sound events'].map((list) => `destinations ${list}`),
])
const OBJECTS = [
  'an object',
  'an object that is no text',
  'a date',
  'a regular expression',
  'a map',
  'a set',
  'bytes',
  'a buffer',
  'an error',
]
/** Their contents do not matter: an event has them as they are. */
const isFitting = (field: string, value: string) =>
  FITTING.has(`${field} ${value}`) ||
  (['properties', 'identity', 'shown', 'flagsUser'].includes(field) && OBJECTS.includes(value)) ||
  (['question', 'tokenDigest', 'flagSet'].includes(field) && value === 'an empty text')

interface Damage {
  title: string
  /** The damaged record, given an id that places it among the sound ones. */
  record(id: string): unknown
}

const DAMAGES: readonly Damage[] = [
  ...KEYS.map(([title, key]): Damage => {
    return { title: `has ${title} as its id`, record: () => ({ event: { ...anEvent('x'), id: key }, todo: [TASK] }) }
  }),
  ...VALUES.map(([title, value]): Damage => {
    return { title: `has ${title} as its list of tasks`, record: (id) => ({ ...sound(id), todo: value }) }
  }),
  ...VALUES.map(([title, value]): Damage => {
    return { title: `has ${title} after its task`, record: (id) => ({ ...sound(id), todo: [TASK, value] }) }
  }).filter(({ title }) => !title.includes('an empty text')),
  ...VALUES.map(([title, value]): Damage => {
    return { title: `has ${title} before its task`, record: (id) => ({ ...sound(id), todo: [value, TASK] }) }
  }).filter(({ title }) => !title.includes('an empty text')),
  ...VALUES.flatMap(([title, value]) =>
    FIELDS.filter((field) => !isFitting(field, title)).map((field): Damage => {
      return {
        title: `has ${title} as the ${field} of its event`,
        record: (id) => ({ event: { ...anEvent(id), [field]: value }, todo: [TASK] }),
      }
    }),
  ),
  { title: 'has a list as its event', record: (id) => ({ event: Object.assign([], anEvent(id)), todo: [TASK] }) },
  { title: 'has no tasks', record: (id) => ({ event: anEvent(id) }) },
  { title: 'has a list as its reasons', record: (id) => ({ ...sound(id), reasons: ['no'] }) },
]

interface Opened {
  store: EventStore<Queued>
  /** Writes a record as another script may. */
  put(record: unknown): Promise<unknown>
}

/** Damaged records of every shape are removed and counted, and hold back no other. `open` returns a new, empty store. */
export function describeDamagedRecords(name: string, open: () => Promise<Opened>): void {
  const all: readonly StoredEvent[] = ['a', 'b', 'c'].map((id) => anEvent(id))

  describe(name, () => {
    it.each(DAMAGES)('a record that $title is removed, counted once, and holds back no other', async ({ record }) => {
      for (const id of ['0', 'bb', 'd']) {
        for (const limit of [1, 2, 50, Infinity]) {
          const { store, put } = await open()
          for (const event of all) await put({ event, todo: [TASK] })
          await put(record(id))
          const counts: number[] = []
          const read = soundReader(store, (count) => counts.push(count))
          const idsOf = (records: readonly QueuedRecord[]) => records.map(({ event }) => event.id)
          const ids = idsOf(await read(TASK, limit))
          expect(ids, `the first ${limit}, with ${id}`).toEqual(['a', 'b', 'c'].slice(0, limit))
          expect(await countEvents({ all: () => read(undefined, Infinity) }, [TASK])).toEqual({
            waiting: { pending: 0, unread: { [TASK]: 3 } },
            refused: {},
          })
          expect(idsOf(await read(TASK, Infinity))).toEqual(['a', 'b', 'c'])
          expect([counts, await store.all()]).toEqual([[1], all.map((event) => ({ event, todo: [TASK] }))])
        }
      }
    })

    it('damaged records that cannot be removed are counted once, and hold back no other', async () => {
      const { store, put } = await open()
      for (const { record } of DAMAGES) await put(record(`0 ${Math.random()}`))
      for (const event of all) await put({ event, todo: [TASK] })
      const counts: number[] = []
      const read = soundReader({ ...store, discard: async () => 0 }, (count) => counts.push(count))
      for (let round = 0; round < 2; round += 1)
        expect((await read(TASK, 2)).map(({ event }) => event.id)).toEqual(['a', 'b'])
      const total = counts.reduce((sum, count) => sum + count, 0)
      expect([total > 0, total <= DAMAGES.length]).toEqual([true, true])
    })
  })
}
