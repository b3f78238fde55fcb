import { expect, it } from 'vitest'
import type { StoredEvent } from '../core/model/event.ts'
import { anEvent } from '../testing/anEvent.ts'
import { createUnsettledEvents } from './unsettledEvents.ts'
import type { CompleteRecord } from './storedRecord.ts'

const TASK = 'collector'
const record = (id: string, parts: Partial<StoredEvent> = {}, todo = [TASK]): CompleteRecord => ({
  event: { ...anEvent(id), ...(parts as object) },
  todo,
})

function setUp(...records: CompleteRecord[]) {
  const unsettled = createUnsettledEvents()
  for (const one of records) unsettled.add(one)
  const newest = (maxBytes: number, isWanted = (_event: StoredEvent) => true, task = TASK) =>
    unsettled.newest(task, { maxBytes, isWanted, sharesFlags: false }).map(({ event }) => event.id)
  return { unsettled, newest }
}

it('the events that a destination has not settled are given in order', () => {
  const { unsettled, newest } = setUp(record('1'), record('2', {}, [TASK, 'heap']), record('3'))
  unsettled.settle(TASK, ['2'])
  expect(newest(10_000)).toEqual(['1', '3'])
  expect(newest(10_000, () => true, 'heap')).toEqual(['2'])
  unsettled.remove(['1', '2'])
  expect([newest(10_000), newest(10_000, () => true, 'heap')]).toEqual([['3'], []])
})

it('the newest events are given when not all fit, by bytes and not by characters', () => {
  const sizeOf = ({ event }: CompleteRecord) => new TextEncoder().encode(JSON.stringify(event)).length + 1
  const [wide, last] = [record('2', { name: 'Größe ⛟' }), record('3')]
  const { newest } = setUp(record('1'), wide, last)
  const room = sizeOf(wide) + sizeOf(last)
  expect(newest(room)).toEqual(['2', '3'])
  expect(newest(room - 1)).toEqual(['3'])
  expect(newest(0)).toEqual([])
  expect(newest(10_000, ({ id }) => id !== '2')).toEqual(['1', '3'])
})

it('an event that alone is larger than the room is left out, and so is one that JSON cannot hold', () => {
  const nested = JSON.parse('['.repeat(100_000) + ']'.repeat(100_000)) as []
  const large = record('2', { name: 'x'.repeat(70_000) })
  const { newest } = setUp(record('1'), large, record('3', { properties: { nested } }), record('4'))
  expect(newest(64_000)).toEqual(['1', '4'])
})

it('stored events are distinguished from events that are still being stored', () => {
  const { unsettled } = setUp(record('1'), record('2'))
  unsettled.markStored([
    { type: 'add', record: record('1') },
    { type: 'add', record: record('of another page') },
    { type: 'done', task: TASK, ids: ['2'] },
  ])
  expect(unsettled.storedFor(TASK)).toEqual(['1'])
  unsettled.settle(TASK, ['1'])
  expect(unsettled.storedFor(TASK)).toEqual([])
})

it('only the latest 200 events are remembered', () => {
  const { newest } = setUp(...Array.from({ length: 201 }, (_, id) => record(`${id}`)))
  const ids = newest(1_000_000)
  expect([ids.length, ids[0]]).toEqual([200, '1'])
})
