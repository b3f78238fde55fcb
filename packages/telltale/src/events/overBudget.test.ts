import { describe, expect, it } from 'vitest'
import type { StoredEvent } from '../core/model/event.ts'
import { bytesOf, overBudget } from './overBudget.ts'
import type { QueuedRecord } from './storedRecord.ts'

type Priority = NonNullable<StoredEvent['priority']>

const event = (id: string, priority?: Priority, text = ''): StoredEvent => ({
  id,
  name: 'a',
  at: Number(id),
  url: '',
  properties: { text },
  ...(priority && { priority }),
  epoch: 'e',
  identity: {},
})
const stored = (...events: StoredEvent[]): QueuedRecord[] => events.map((one) => ({ event: one, todo: ['collector'] }))
const held = (...events: StoredEvent[]): QueuedRecord[] => events.map((one) => ({ event: one, todo: ['hold'] }))
const ids = (records: readonly QueuedRecord[]) => records.map(({ event: { id } }) => id)
const sizeOf = (...events: StoredEvent[]) => events.reduce((sum, item) => sum + bytesOf(item), 0)

describe('the set of evicted events', () => {
  it('is empty while the events fit exactly', () => {
    const events = [event('1'), event('2')]
    expect(overBudget(stored(...events), sizeOf(...events))).toEqual([])
  })

  it('contains only the oldest event even if one event is nested too deeply to be measured', () => {
    const nested = JSON.parse('['.repeat(100_000) + ']'.repeat(100_000)) as []
    const events = [event('1'), { ...event('2'), properties: { nested } }, event('3')]
    expect(ids(overBudget(stored(...events), sizeOf(...events) - 1))).toEqual(['1'])
  })

  it('contains the oldest events, and no more than necessary', () => {
    const events = [event('1'), event('2'), event('3')]
    expect(ids(overBudget(stored(...events), sizeOf(...events) - 1))).toEqual(['1'])
    expect(ids(overBudget(stored(...events), bytesOf(event('3'))))).toEqual(['1', '2'])
  })

  it('contains the events of the lowest priority first, however new they are', () => {
    const events = [event('1', 'high'), event('2'), event('3', 'low'), event('4')]
    expect(ids(overBudget(stored(...events), sizeOf(events[0] as StoredEvent)))).toEqual(['3', '2', '4'])
  })

  it('contains events that some destination has taken before events that no destination has taken, by the same rules', () => {
    const [one, two, three, four] = [event('1', 'low'), event('2'), event('3', 'high'), event('4', 'low')]
    const kept = stored(one, two, three, four).map((record) =>
      ['2', '3'].includes(record.event.id) ? { ...record, isPartlyDone: true as const } : record,
    )
    expect(ids(overBudget(kept, bytesOf(four) + 10))).toEqual(['2', '3', '1'])
  })

  it('contains refused events that wait for nothing else before all events that may still be delivered', () => {
    const [one, two, three, four] = [event('1'), event('2', 'low'), event('3', 'high'), event('4')]
    const kept = [
      ...stored(one, two),
      { event: three, todo: ['refused:collector'] },
      { event: four, todo: ['refused:collector', 'heap'], isPartlyDone: true as const },
    ]
    expect(ids(overBudget(kept, sizeOf(one, two, four)))).toEqual(['3'])
    expect(ids(overBudget(kept, bytesOf(three)))).toEqual(['3', '4', '2'])
  })

  it('is in the order of time, whether an event waits for its identity or for a destination', () => {
    const [one, two, three, four, urgent] = [event('1'), event('2'), event('3'), event('4'), event('0', 'high')]
    const kept = [...held(two, four, urgent), ...stored(one, three)]
    const table = [
      { room: 5, given: [] },
      { room: 4, given: ['1'] },
      { room: 3, given: ['1', '2'] },
      { room: 2, given: ['1', '2', '3'] },
      { room: 1, given: ['1', '2', '3', '4'] },
    ]
    for (const { room, given } of table) {
      const maxBytes = sizeOf(...[urgent, four, three, two, one].slice(0, room))
      expect(ids(overBudget(kept, maxBytes))).toEqual(given)
    }
  })

  it('contains an event that alone is larger than the budget, and no other event because of it', () => {
    const [small, giant, last] = [event('1'), event('2', 'high', 'x'.repeat(1_000)), event('3', 'low')]
    expect(ids(overBudget(stored(small, giant, last), sizeOf(small, last)))).toEqual(['2'])
    expect(ids(overBudget(stored(small, giant, last), sizeOf(giant)))).toEqual(['3', '1'])
  })

  it('is determined by bytes and not by characters', () =>
    expect(bytesOf(event('1', undefined, 'ü'))).toBe(bytesOf(event('1')) + 2))
})

describe('a set of flags', () => {
  const large = (id: string) => ({ id, properties: { 'LDFF: text': id.repeat(1_000) } })

  it('does not count while it is the latest set', () => {
    const events = ['1', '2', '3'].map((id) => ({ ...event(id), flagSet: large('a') }))
    expect(overBudget(stored(...events), sizeOf(...events))).toEqual([])
  })

  it('counts once for all of its events when a later set is in force', () => {
    const old = ['1', '2'].map((id) => ({ ...event(id), flagSet: large('a') }))
    const events = [...old, { ...event('3'), flagSet: large('b') }]
    const bytes = sizeOf(...events) + JSON.stringify(large('a').properties).length
    expect(overBudget(stored(...events), bytes)).toEqual([])
    expect(ids(overBudget(stored(...events), bytes - 1))).toEqual(['1'])
    expect(ids(overBudget(stored(...events), sizeOf(...events)))).toEqual(['1', '2'])
  })
})
