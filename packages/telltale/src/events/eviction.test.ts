import { describe, expect, it } from 'vitest'
import { anEvent } from '../testing/anEvent.ts'
import { fakeDisk } from '../testing/fakeDisk.ts'
import { fakeHost } from '../testing/fakeHost.ts'
import { fakePlatform } from '../testing/fakePlatform.ts'
import { deliveryReports } from './deliveryReports.ts'
import { startEviction } from './eviction.ts'
import { createOutbox } from './outbox.ts'
import type { Queued } from './storedRecord.ts'
import { createEarlyChanges } from './earlyChanges.ts'
import { createUnconfirmedChanges } from './unconfirmedChanges.ts'

const TASKS = ['alive', 'dead']
const BYTES = JSON.stringify(anEvent('10', { at: 1_000 })).length
const idsFrom = (first: number, count: number) => Array.from({ length: count }, (_, index) => `${first + index}`)
const recordsFrom = (first: number, count: number, todo: readonly string[] = TASKS) =>
  idsFrom(first, count).map((id) => ({ event: anEvent(id, { at: 1_000 }), todo }))

/** Creates a page with room for this number of events, and another tab that delivers while the test allows it. */
function setUp(events: number) {
  const disk = fakeDisk()
  const platform = fakePlatform(undefined, disk)
  const host = fakeHost(platform)
  const evicted: string[] = []
  host.bus.on('progress', ({ id, reason }) => void (reason === 'over-budget' && evicted.push(id)))
  const unconfirmed = createUnconfirmedChanges(createEarlyChanges({ ...platform, appName: 'Desk', page: 'page' }), {
    ...platform,
    onUnreadable() {},
  })
  const store = platform.eventStore<Queued>('Desk')
  const reports = deliveryReports(host)
  const outbox = createOutbox({ store, unconfirmed, reports })
  const forgotten: string[] = []
  const room = { forget: (drafts: readonly { id: string }[]) => void forgotten.push(...drafts.map(({ id }) => id)) }
  const eviction = startEviction({ ...platform, outbox, room, maxBytes: events * BYTES, locks: TASKS, reports })
  let endDelivery = () => {}
  const deliver = (lock = 'dead') =>
    void fakePlatform(undefined, disk).tabs.whileAlone(lock, new AbortController().signal, async () => {
      await new Promise<void>((resolve) => (endDelivery = resolve))
    })
  const earlier = (...records: ReturnType<typeof recordsFrom>) =>
    store.change(records.map((record) => ({ type: 'add', record })))
  async function add(...records: ReturnType<typeof recordsFrom>) {
    for (const record of records) outbox.add(record)
    await platform.settle()
  }
  const left = async () => (await store.all()).map(({ event }) => event.id)
  return {
    platform,
    store,
    outbox,
    eviction,
    evicted,
    forgotten,
    earlier,
    add,
    left,
    deliver,
    endDelivery: () => endDelivery(),
  }
}

describe('eviction', () => {
  it('the events of earlier pages are measured with the first event of a page, however small it is', async () => {
    const { earlier, add, evicted, left } = setUp(50)
    await earlier(...recordsFrom(10, 60))
    await add(...recordsFrom(70, 1))
    expect(evicted).toEqual(idsFrom(10, 11))
    expect(await left()).toEqual(idsFrom(21, 50))
  })

  it('drafts are evicted like events, and the waiting room forgets them', async () => {
    const { earlier, add, evicted, forgotten, left } = setUp(50)
    await earlier(...recordsFrom(10, 30, ['hold', 'x']), ...recordsFrom(40, 30))
    await add(...recordsFrom(70, 1))
    expect([evicted, forgotten]).toEqual([idsFrom(10, 11), idsFrom(10, 11)])
    expect(await left()).toHaveLength(50)
  })

  it('each event is evicted once, and events that are added during a measurement are measured too', async () => {
    const { add, evicted, left } = setUp(50)
    await Promise.all([add(...recordsFrom(10, 60)), add(...recordsFrom(70, 20))])
    expect(evicted).toEqual(idsFrom(10, 30))
    expect(await left()).toHaveLength(50)
  })

  it.each(TASKS)(
    'no event is evicted during a delivery to %s, and the remaining events are evicted afterwards',
    async (lock) => {
      const { platform, earlier, add, store, evicted, deliver, endDelivery } = setUp(50)
      await earlier(...recordsFrom(10, 60))
      deliver(lock)
      await add(...recordsFrom(70, 1))
      await platform.clock.advance(10_000)
      expect(evicted).toEqual([])

      await store.change([{ type: 'remove', ids: ['10', '11', '12'] }])
      endDelivery()
      await platform.clock.advance(1_000)
      expect(evicted).toEqual(idsFrom(13, 8))
      expect(platform.clock.pending).toBe(0)
    },
  )

  it('events are evicted even during a delivery once as many bytes as the budget are added', async () => {
    const { platform, add, evicted, deliver } = setUp(50)
    deliver()
    await add(...recordsFrom(10, 60))
    await add(...recordsFrom(70, 49))
    await platform.clock.advance(1_000)
    expect(evicted).toEqual([])
    await add(...recordsFrom(119, 10))
    await platform.clock.advance(1_000)
    expect(evicted).toHaveLength(69)
  })

  it('nothing is evicted after a stop', async () => {
    const { platform, earlier, add, evicted, eviction, deliver, endDelivery } = setUp(50)
    deliver()
    await earlier(...recordsFrom(10, 60))
    await add(...recordsFrom(70, 1))
    eviction.stop()
    endDelivery()
    await platform.clock.advance(10_000)
    expect([evicted, platform.clock.pending]).toEqual([[], 0])
  })

  it('events that one destination has taken are evicted before events that no destination has taken, whatever their priority', async () => {
    const { earlier, add, store, evicted } = setUp(50)
    await earlier(...recordsFrom(10, 50))
    await store.change([{ type: 'done', task: 'alive', ids: idsFrom(10, 50) }])
    await add(
      ...recordsFrom(60, 10).map(({ event, todo }) => ({ event: { ...event, priority: 'low' as const }, todo })),
    )
    expect(evicted.length).toBeGreaterThan(9)
    expect(evicted).toEqual(idsFrom(10, evicted.length))
  })

  it.each([0, -1])('eviction ends when no event may be kept: room for %i events', async (events) => {
    const { add, evicted } = setUp(events)
    await add(...recordsFrom(10, 2))
    expect(evicted).toEqual(idsFrom(10, 2))
  })
})
