import { describe, expect, it } from 'vitest'
import type { StoredEvent } from '../../core/model/event.ts'
import { bytesOf, newestWithin, startEviction } from './budget.ts'
import { deliveryReports } from '../reports/deliveryReports.ts'
import { createInMemoryRecords } from './inMemoryRecords.ts'
import { createOwnCopies } from './ownCopies.ts'
import { createOutbox } from './outbox.ts'
import { teller } from './state.ts'
import type { Queued, QueuedRecord } from './storedRecord.ts'
import { eventReports } from '../reports/eventReports.ts'
import { createLocalCopies } from './localCopies.ts'
import { PENDING } from '../../core/ports/eventStore.ts'
import { fakeDisk } from '../../testing/fakeDisk.ts'
import { anEvent, fakeHost } from '../../testing/fakeHost.ts'
import { fakePlatform } from '../../testing/fakePlatform.ts'

const event = (id: string, text = ''): StoredEvent => anEvent(id, { at: Number(id), properties: { text } })
const stored = (...events: StoredEvent[]): QueuedRecord[] => events.map((one) => ({ event: one, todo: ['collector'] }))
const sizeOf = (...events: StoredEvent[]) => events.reduce((sum, item) => sum + bytesOf(item) + 1, 0)
/** The ids of the records that are kept within a budget. */
const keptOf = (events: StoredEvent[], maxBytes: number) =>
  newestWithin(maxBytes, stored(...events), { sharesFlags: true, isStored: true }).map(({ event: { id } }) => id)

describe('the events within a budget', () => {
  it('the events within a budget are all events while they fit exactly', () => {
    const events = [event('1'), event('2')]
    expect(keptOf(events, sizeOf(...events))).toEqual(['1', '2'])
  })

  it('the events within a budget are the newest, and as many as fit', () => {
    const events = [event('1'), event('2'), event('3')]
    expect(keptOf(events, sizeOf(...events) - 1)).toEqual(['2', '3'])
    expect(keptOf(events, sizeOf(event('3')))).toEqual(['3'])
    expect(keptOf(events, 0)).toEqual([])
  })

  it('the events within a budget include an event that is nested too deeply to be measured', () => {
    const nested = JSON.parse('['.repeat(100_000) + ']'.repeat(100_000)) as []
    const events = [event('1'), { ...event('2'), properties: { nested } }, event('3')]
    expect(keptOf(events, sizeOf(...events) - 1)).toEqual(['2', '3'])
  })

  it('the events within a budget do not include an event that alone is larger than the budget, and no other event is left out because of it', () => {
    const [small, giant, last] = [event('1'), event('2', 'x'.repeat(1_000)), event('3')]
    expect(keptOf([small, giant, last], sizeOf(small, last))).toEqual(['1', '3'])
  })

  it('the events within a budget are measured in bytes and not in characters', () =>
    expect(bytesOf(event('1', 'ü'))).toBe(bytesOf(event('1')) + 2))
})

describe('a set of flags', () => {
  const large = (id: string) => ({ id, properties: { 'LDFF: text': id.repeat(1_000) }, flags: {} })

  it('a set of flags does not count while it is the latest set', () => {
    const events = ['1', '2', '3'].map((id) => ({ ...event(id), flagSet: large('a') }))
    expect(keptOf(events, sizeOf(...events))).toEqual(['1', '2', '3'])
  })

  it('a set of flags counts once for all of its events when a later set is in force', () => {
    const old = ['1', '2'].map((id) => ({ ...event(id), flagSet: large('a') }))
    const events = [...old, { ...event('3'), flagSet: large('b') }]
    const bytes = sizeOf(...events) + JSON.stringify(large('a').properties).length + '{}'.length
    expect(keptOf(events, bytes)).toEqual(['1', '2', '3'])
    expect(keptOf(events, bytes - 1)).toEqual(['2', '3'])
    expect(keptOf(events, sizeOf(...events))).toEqual(['3'])
  })
})

describe('a request that outlives its page', () => {
  const moment = { release: 'r'.repeat(500), environment: 'production' }
  const events = ['1', '2', '3', '4'].map((id) => ({ ...event(id), moment }))
  const numbered = sizeOf(...events.map((one) => ({ ...one, moment: 1 }) as never))
  const sent = (maxBytes: number, batchSize?: number) =>
    newestWithin(maxBytes, stored(...events), { sharesFlags: true, batchSize }).length

  it('a moment counts once for all events of a batch', () => {
    const bytes = numbered + JSON.stringify(moment).length
    expect(sent(bytes)).toBe(4)
    expect(sent(bytes - 1)).toBe(3)
  })

  it('a moment counts once for each batch', () => {
    const bytes = numbered + 2 * JSON.stringify(moment).length
    expect(sent(bytes, 2)).toBe(4)
    expect(sent(bytes - 1, 2)).toBe(3)
  })

  it('a moment counts with each event where events are sent whole, and where they are stored', () => {
    const bytes = sizeOf(...events)
    for (const how of [{ sharesFlags: false }, { sharesFlags: true, isStored: true }])
      for (const [left, count] of [[bytes, 4] as const, [bytes - 1, 3] as const])
        expect(newestWithin(left, stored(...events), how).length).toBe(count)
  })

  it.each([
    ['of 10 flags count once', 10, (flags: object) => JSON.stringify(flags).length],
    ['of 1,000 flags, which it goes without, do not count', 1_000, () => 0],
  ])('the details %s', (_, count, bytesOfDetails) => {
    const flags = Object.fromEntries(Array.from({ length: count }, (_unused, n) => [`flag-${n}`, { variation: n }]))
    const flagSet = { id: 'a', properties: { 'LDFF: a': true }, flags }
    const all = ['1', '2'].map((id) => ({ ...event(id), flagSet }))
    const bytes = sizeOf(...all) + JSON.stringify(flagSet.properties).length + bytesOfDetails(flags)
    expect(newestWithin(bytes, stored(...all), { sharesFlags: true }).length).toBe(2)
    expect(newestWithin(bytes - 1, stored(...all), { sharesFlags: true }).length).toBe(1)
  })
})

const BYTES = JSON.stringify(anEvent('10', { at: 1_000 })).length + 1
const idsFrom = (first: number, count: number) => Array.from({ length: count }, (_, index) => `${first + index}`)
const recordsFrom = (first: number, count: number, todo: readonly string[] = ['collector']) =>
  idsFrom(first, count).map((id) => ({ event: anEvent(id, { at: 1_000 }), todo }))

/** Creates a page with room for this number of events. */
function setUp(events: number) {
  const platform = fakePlatform(undefined, fakeDisk())
  const host = fakeHost(platform)
  const evicted: string[] = []
  host.bus.on('progress', ({ id, reason }) => void (reason === 'over-budget' && evicted.push(id)))
  const ownCopies = createOwnCopies({ ...platform, store: 'Desk', page: 'page' })
  const inMemory = createInMemoryRecords(ownCopies, eventReports(host))
  const localCopies = createLocalCopies(ownCopies, { ...platform, onUnreadable() {} })
  const store = platform.eventStore<Queued>('Desk')
  const reports = deliveryReports(host)
  const tell = teller(inMemory.byId)
  const outbox = createOutbox({ inMemory, store, localCopies, tell, reports })
  const eviction = startEviction({
    ...platform,
    outbox,
    maxBytes: events * BYTES,
    names: ['collector'],
    reports,
  })
  const earlier = (...records: ReturnType<typeof recordsFrom>) =>
    store.change(records.map((record) => ({ type: 'add', record })))
  async function add(...records: ReturnType<typeof recordsFrom>) {
    for (const record of records) inMemory.add(record)
    await platform.settle()
  }
  const left = async () => (await store.all()).map(({ event: { id } }) => id)
  /** The drafts that the recorder would complete. */
  const pending = () =>
    [...inMemory.byId.values()].flatMap(({ record }) => (record.todo.includes(PENDING) ? record.event.id : []))
  return { eviction, evicted, earlier, add, left, pending }
}

describe('eviction', () => {
  it('it is noted what is given up before it is removed: the page may end in between', async () => {
    const platform = fakePlatform(undefined, fakeDisk())
    const noted: string[] = []
    const reports = deliveryReports(
      fakeHost(platform),
      (_fate, events) => void noted.push(...events.map(({ n }) => `${n}`)),
    )
    const records = recordsFrom(10, 3)
    const never = new Promise<never>(() => {})
    startEviction({
      clock: platform.clock,
      outbox: {
        all: async () => records,
        done: never as never,
        ready: never,
        remove: () => never,
        onChanged: (listener) => (listener([{ type: 'add', record: records[0] as never }]), () => {}),
      },
      maxBytes: 2 * BYTES,
      names: ['collector'],
      reports,
    })
    await platform.settle()
    expect(noted).toHaveLength(1)
  })

  it('the events of earlier pages are measured with the first event of a page, however small it is', async () => {
    const { earlier, add, evicted, left } = setUp(50)
    await earlier(...recordsFrom(10, 60))
    await add(...recordsFrom(70, 1))
    expect(evicted).toEqual(idsFrom(10, 11))
    expect(await left()).toEqual(idsFrom(21, 50))
  })

  it('drafts are evicted like events, and are no longer pending', async () => {
    const { add, evicted, left, pending } = setUp(50)
    await add(...recordsFrom(10, 30, [PENDING]))
    expect(pending()).toEqual(idsFrom(10, 30))
    await add(...recordsFrom(40, 31))
    expect(evicted).toEqual(idsFrom(10, 11))
    expect(pending()).toEqual(idsFrom(21, 19))
    expect(await left()).toHaveLength(50)
  })

  it('each event is evicted once, and events that are added during a measurement are measured too', async () => {
    const { add, evicted, left } = setUp(50)
    await Promise.all([add(...recordsFrom(10, 60)), add(...recordsFrom(70, 20))])
    expect(evicted).toEqual(idsFrom(10, 30))
    expect(await left()).toHaveLength(50)
  })

  it('nothing is evicted after a stop', async () => {
    const { earlier, add, evicted, eviction } = setUp(50)
    await earlier(...recordsFrom(10, 60))
    const added = add(...recordsFrom(70, 1))
    eviction.stop()
    await added
    expect(evicted).toEqual([])
  })

  it.each([0, -1])('eviction ends when no event may be kept: room for %i events', async (events) => {
    const { add, evicted } = setUp(events)
    await add(...recordsFrom(10, 2))
    expect(evicted).toEqual(idsFrom(10, 2))
  })
})
