import { describe, expect, it } from 'vitest'
import { refusedBy } from './eventChange.ts'
import {
  PENDING,
  type Change,
  type ChangeResult,
  type EventRecord,
  type EventStore,
  type SharedSet,
} from './eventStore.ts'

interface Item {
  id: string
  text?: string
  flagSet?: SharedSet
}

type ItemStore = EventStore<Item>

/** The result of changes of which none is ignored. */
export const STORED: ChangeResult = { isStored: true, ignored: [] }

const record = (id: string, todo: readonly string[], text?: string): EventRecord<Item> => ({
  event: { id, ...(text !== undefined && { text }) },
  todo,
})
const add = (...records: EventRecord<Item>[]): Change<Item>[] => records.map((one) => ({ type: 'add', record: one }))
const amend = (...records: EventRecord<Item>[]): Change<Item>[] =>
  records.map((one) => ({ type: 'amend', record: one }))
const done = (task: string, ...ids: string[]): Change<Item> => ({ type: 'done', task, ids })

/** The contract of every event store. `open` returns a new, empty one. */
export function describeEventStore(name: string, open: () => ItemStore | Promise<ItemStore>): void {
  const read = async (store: ItemStore, task: string, limit = 100) =>
    (await store.read(task, limit)).map(({ event }) => event.id)
  const todos = async (store: ItemStore) => (await store.all()).map(({ event, todo }) => [event.id, ...todo])

  describe(name, () => {
    it('an event store is empty at first', async () => {
      const store = await open()
      expect(await store.change([])).toEqual(STORED)
      expect([await store.all(), await store.read('one', 10)]).toEqual([[], []])
    })

    it('the records of a task are read in the order of their ids, in any order of writing, up to a limit', async () => {
      const store = await open()
      expect(await store.change(add(record('b', ['one', 'two']), record('c', ['two'])))).toEqual(STORED)
      await store.change(add(record('a', ['one'])))
      expect(await read(store, 'one')).toEqual(['a', 'b'])
      expect(await read(store, 'two')).toEqual(['b', 'c'])
      expect(await read(store, 'two', 1)).toEqual(['b'])
      expect(await read(store, 'one', Infinity)).toEqual(['a', 'b'])
      expect((await store.all()).map(({ event }) => event.id)).toEqual(['a', 'b', 'c'])
    })

    it('an extension adds its tasks to those of the record, or adds the record', async () => {
      const store = await open()
      await store.change(add(record('a', ['one', 'two'], 'first')))
      const extend = (one: EventRecord<Item>): Change<Item> => ({ type: 'allow', record: one })
      await store.change([
        extend(record('a', ['two', 'three'], 'second')),
        extend(record('b', ['three'])),
        done('one', 'a'),
      ])
      await store.change([extend(record('c', ['four']))])
      expect(await todos(store)).toEqual([
        ['a', 'two', 'three'],
        ['b', 'three'],
        ['c', 'four'],
      ])
      expect((await store.read('two', 1))[0]?.event.text).toBe('first')
    })

    it('a record is read as it was written', async () => {
      const store = await open()
      const whole = { ...record('a', ['one'], 'Größe'), reasons: { two: 'no' } }
      await store.change(add(whole))
      expect(await store.read('one', 1)).toEqual([whole])
    })

    it('each event is read with its set of flags, which several events may share', async () => {
      const store = await open()
      const flagSet = (id: string) => ({ id, properties: { 'LDFF: plan': id } })
      const records: EventRecord<Item>[] = [
        { event: { id: '1', flagSet: flagSet('basic') }, todo: ['one'] },
        { event: { id: '2', flagSet: flagSet('pro') }, todo: ['one'] },
        { event: { id: '3' }, todo: ['one'] },
        { event: { id: '4', flagSet: flagSet('basic') }, todo: ['one'] },
      ]
      await store.change(add(record('2', [PENDING])))
      await store.change([...add(...records.slice(0, 1)), ...amend(...records.slice(1, 2))])
      await store.change(add(...records.slice(2)))
      expect(await store.read('one', 10)).toEqual(records)
      await store.change([done('one', '1', '2', '3')])
      expect(await store.all()).toEqual(records.slice(3))
    })

    it('a record that is added again is left unchanged, and the other records of that change are added', async () => {
      const store = await open()
      await store.change(add(record('a', ['one', 'two'])))
      await store.change([done('one', 'a')])
      expect(await store.change(add(record('a', ['one', 'two']), record('b', ['one'])))).toEqual(STORED)
      expect(await todos(store)).toEqual([
        ['a', 'two'],
        ['b', 'one'],
      ])
    })

    it('a record is amended only while its tasks include pending', async () => {
      const store = await open()
      await store.change(add(record('a', [PENDING], 'draft')))
      const { ignored } = await store.change(amend(record('a', [PENDING], 'identified'), record('b', ['one'])))
      expect(ignored).toEqual(['b'])
      expect(await store.all()).toEqual([record('a', [PENDING], 'identified')])
      const results = await Promise.all([
        store.change(amend(record('a', ['one'], 'complete'))),
        store.change(amend(record('a', ['one', 'two'], 'complete again'))),
      ])
      expect(await store.all()).toEqual([record('a', ['one'], 'complete')])
      expect(results.map((result) => result.ignored)).toEqual([[], ['a']])
    })

    it('a record that is amended to have no tasks is deleted', async () => {
      const store = await open()
      await store.change(add(record('a', [PENDING])))
      await store.change(amend(record('a', [])))
      expect(await store.all()).toEqual([])
    })

    it('a record is deleted with its last task', async () => {
      const store = await open()
      await store.change(add(record('a', ['one', 'two']), record('b', ['two'])))
      await store.change([done('two', 'a', 'b', 'unknown'), done('unknown', 'a')])
      expect(await todos(store)).toEqual([['a', 'one']])
      await store.change([done('one', 'a')])
      expect(await store.all()).toEqual([])
    })

    it('several changes of one record in one step are applied in order', async () => {
      const store = await open()
      await store.change([
        ...add(record('a', [PENDING]), record('b', ['one', 'two'])),
        ...amend(record('a', ['one', 'two'])),
        done('one', 'a', 'b'),
        done('two', 'b'),
      ])
      expect(await todos(store)).toEqual([['a', 'two']])
    })

    it('tasks that are done at the same time are all done', async () => {
      const store = await open()
      const tasks = ['one', 'two', 'three', 'four', 'five']
      await store.change(add(record('a', [...tasks, 'six'])))
      await Promise.all(tasks.map((task) => store.change([done(task, 'a')])))
      expect(await todos(store)).toEqual([['a', 'six']])
    })

    it('a change that is applied twice has the same effect as once', async () => {
      const store = await open()
      const changes: Change<Item>[] = [
        ...add(record('a', ['one', 'two']), record('b', [PENDING])),
        ...amend(record('b', ['one'])),
        done('one', 'a'),
        { type: 'refuse', task: 'two', ids: ['a'], reason: 'no' },
      ]
      await store.change(changes)
      const once = await store.all()
      await store.change(changes)
      expect(await store.all()).toEqual(once)
    })

    it('a record that a destination refuses is kept with the reason', async () => {
      const store = await open()
      await store.change(add(record('a', ['one', 'two'])))
      await store.change([{ type: 'refuse', task: 'one', ids: ['a'], reason: 'status 400' }])
      expect(await store.read('one', 10)).toEqual([])
      expect(await store.read(refusedBy('one'), 10)).toMatchObject([
        { event: { id: 'a' }, todo: ['two', refusedBy('one')], reasons: { one: 'status 400' } },
      ])
      await store.change([done(refusedBy('one'), 'a')])
      expect(await todos(store)).toEqual([['a', 'two']])
    })

    it('the records of a task, or all, that are damaged are discarded and counted', async () => {
      const store = await open()
      await store.change(
        add(record('a', ['one']), record('b', ['one', 'two'], 'damaged'), record('c', ['two'], 'damaged')),
      )
      const isDamaged = ({ event }: EventRecord<Item>) => event.text === 'damaged'
      expect([await store.discard('one', isDamaged), await todos(store)]).toEqual([
        1,
        [
          ['a', 'one'],
          ['c', 'two'],
        ],
      ])
      expect([await store.discard(undefined, isDamaged), await todos(store)]).toEqual([1, [['a', 'one']]])
      expect(await store.discard(undefined, isDamaged)).toBe(0)
    })

    it('a record that is removed is deleted with all its tasks', async () => {
      const store = await open()
      await store.change(add(record('a', [PENDING]), record('b', ['one', 'two']), record('c', ['one'])))
      await store.change([{ type: 'remove', ids: ['a', 'b', 'unknown'] }])
      expect(await todos(store)).toEqual([['c', 'one']])
    })
  })
}
