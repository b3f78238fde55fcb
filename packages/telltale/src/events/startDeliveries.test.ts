import { expect, it } from 'vitest'
import type { EventStore } from '../core/ports/eventStore.ts'
import { memoryEventStore } from '../platform/openEventStore.ts'
import { anEvent } from '../testing/anEvent.ts'
import { checkedStore } from './startDeliveries.ts'
import type { Queued } from './storedRecord.ts'

function setUp() {
  const counts: number[] = []
  const stored: EventStore<Queued> = memoryEventStore()
  return { counts, stored, store: checkedStore(stored, (count) => void counts.push(count)) }
}

const add = (event: object, ...todo: string[]) => ({ type: 'add', record: { event, todo } }) as never

it('damaged records are removed and counted once, and reading continues after a whole batch of them', async () => {
  const { counts, stored, store } = setUp()
  const damaged = ['1', '2', '3', '4', '5'].map((id) => add({ id }, 'collector', 'heap'))
  await stored.change([...damaged, add(anEvent('6'), 'collector')])
  const both = await Promise.all([store.read('collector', 2), store.read('heap', 2)])
  expect(both.map((records) => records.map(({ event }) => event.id))).toEqual([['6'], []])
  expect(counts).toEqual([2, 2, 1])
  expect(await stored.all()).toHaveLength(1)
})

it('each record is checked for its tasks: a draft waits for its identity, and an event has one', async () => {
  const { counts, store } = setUp()
  const draft = anEvent('1', { identity: undefined as never })
  await store.change([add(draft, 'hold'), add({ ...draft, id: '2' }, 'collector'), add(anEvent('3'), 'collector')])
  expect((await store.all()).map(({ event }) => event.id)).toEqual(['1', '3'])
  expect(counts).toEqual([1])
})
