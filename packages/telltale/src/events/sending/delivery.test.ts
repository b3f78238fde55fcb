import { describe, expect, it } from 'vitest'
import type { AnalyticsEvent } from '../../core/model/event.ts'
import type { EventStore, Storable } from '../../core/ports/eventStore.ts'
import { startDelivery } from './delivery.ts'
import { deliveryReports } from '../reports/deliveryReports.ts'
import type { DeliveryContext, DeliveryPart, DeliveryResult, RunningDestination } from '../destinations/destination.ts'
import { createInMemoryRecords } from '../store/inMemoryRecords.ts'
import { createOwnCopies } from '../store/ownCopies.ts'
import { createOutbox } from '../store/outbox.ts'
import { teller } from '../store/state.ts'
import type { Queued } from '../store/storedRecord.ts'
import { eventReports } from '../reports/eventReports.ts'
import { createLocalCopies } from '../store/localCopies.ts'
import { fakeDisk, type FakeDisk } from '../../testing/fakeDisk.ts'
import { anEvent, fakeHost } from '../../testing/fakeHost.ts'
import { fakePlatform } from '../../testing/fakePlatform.ts'
import { fakeTabs, type FakeTabs } from '../../testing/fakeTabs.ts'

type Answer = DeliveryResult | Promise<DeliveryResult>
const DELIVERED: DeliveryResult = { outcome: 'delivered' }
const DELIVERED_PART: DeliveryPart['result'] = { outcome: 'delivered' }
const ROOM = 10_000

/** Creates a destination that gives the prepared answers in order, and `delivered` when none are left. */
function setUp({
  answers = [],
  disk = fakeDisk(),
  tabs = fakeTabs(disk),
  ...more
}: { answers?: Answer[]; disk?: FakeDisk; tabs?: FakeTabs } & Partial<RunningDestination> = {}) {
  const platform = { ...fakePlatform(undefined, disk), tabs }
  const store = platform.eventStore<Queued>('Desk')
  const batches: { ids: string; at: number; keepalive: boolean }[] = []
  const failed: string[] = []
  const host = fakeHost(platform)
  host.bus.on('problem', ({ message, isError }) => void (isError || failed.push(message)))
  const start = platform.clock.now()
  const reports = deliveryReports(host)
  const page = platform.random.uuid()
  const ownCopies = createOwnCopies({ ...platform, store: 'Desk', page })
  const inMemory = createInMemoryRecords(ownCopies, eventReports(host))
  const localCopies = createLocalCopies(ownCopies, { ...platform, onUnreadable() {} })
  const tell = teller(inMemory.byId)
  const outbox = createOutbox({ inMemory, store, localCopies, tell, reports })
  const destination: RunningDestination = {
    name: 'collector',
    type: 'acknowledging',
    async deliver(batch, { keepalive }: DeliveryContext) {
      batches.push({ ids: batch.map(({ id }) => id).join(), at: platform.clock.now() - start, keepalive })
      return answers.shift() ?? DELIVERED
    },
    stop() {},
    ...more,
  }
  const { name } = destination
  const delivery = startDelivery(destination, { ...platform, outbox, lock: `deliver:${name}`, reports })
  const add = (...ids: string[]) => ids.forEach((id) => inMemory.add({ event: anEvent(id), todo: [name] }))
  async function append(...ids: string[]) {
    add(...ids)
    await platform.settle()
    return ids.map((id) => anEvent(id))
  }
  const waiting = async () => (await store.read(name, 1_000)).map(({ event }) => event.id)
  const refused = async () => (await store.read(`refused:${name}`, 1_000)).map(({ reasons }) => reasons?.[name])
  return { platform, store, outbox, delivery, add, append, batches, failed, waiting, refused }
}

describe('a delivery', () => {
  it('a delivery waits for further events, and sends them in one batch', async () => {
    const { platform, append, batches, delivery } = setUp()
    await append('1')
    await platform.clock.advance(100)
    await append('2')
    await platform.clock.advance(150)
    expect(batches).toEqual([{ ids: '1,2', at: 250, keepalive: true }])
    delivery.stop()
  })

  it('a delivery sends a steady flow of events in at most sixty requests a minute, and a single event after a quarter of a second', async () => {
    const { platform, append, batches, delivery } = setUp()
    for (let event = 0; event < 300; event += 1) {
      await append(`${event}`)
      await platform.clock.advance(200)
    }
    expect(batches[0]?.at).toBe(250)
    expect(batches.length).toBeGreaterThan(50)
    expect(batches.length).toBeLessThanOrEqual(60)
    await platform.clock.advance(5_000)
    expect(batches.flatMap(({ ids }) => ids.split(','))).toHaveLength(300)
    const before = platform.clock.now()
    const sent = batches.length
    await append('alone')
    await platform.clock.advance(250)
    expect([batches.length, platform.clock.now() - before]).toEqual([sent + 1, 250])
    delivery.stop()
  })

  it('a delivery sends events without delay after the clock was set back', async () => {
    const { platform, append, batches, delivery } = setUp()
    await append('1')
    await platform.clock.advance(250)
    const { now } = platform.clock
    platform.clock.now = () => now() - 3_600_000
    await append('2')
    await platform.clock.advance(1_000)
    expect(batches.map(({ ids }) => ids)).toEqual(['1', '2'])
    delivery.stop()
  })

  it('a delivery removes an event from the outbox once it is delivered', async () => {
    const { platform, append, store, delivery } = setUp()
    await append('1')
    await platform.clock.advance(250)
    expect(await store.all()).toEqual([])
    delivery.stop()
  })

  it('a delivery sends in batches of fifty', async () => {
    const { platform, append, batches, delivery } = setUp()
    await append(...Array.from({ length: 120 }, (_, index) => `${index}`))
    await platform.clock.advance(250)
    expect(batches.map(({ ids }) => ids.split(',').length)).toEqual([50, 50, 20])
    delivery.stop()
  })

  it('a delivery sends in the batches that its destination asks for, one after the other, and at an exit at once', async () => {
    const { platform, append, add, batches, delivery } = setUp({ batchSize: 2 })
    await append('1', '2', '3')
    await platform.clock.advance(250)
    expect(batches.map(({ ids }) => ids)).toEqual(['1,2', '3'])
    add('4', '5', '6', '7', '8')
    delivery.handOver(ROOM, true)
    expect(batches.slice(2)).toMatchObject([
      { ids: '4,5', keepalive: true },
      { ids: '6,7', keepalive: true },
      { ids: '8', keepalive: true },
    ])
    delivery.stop()
  })

  it('a delivery waits longer after each failure, and starts again with the shortest wait after a success', async () => {
    const retry: DeliveryResult = { outcome: 'retry' }
    const { platform, append, batches, delivery } = setUp({ answers: [retry, retry, retry, DELIVERED, retry] })
    await append('1')
    await platform.clock.advance(10_000)
    await append('2')
    await platform.clock.advance(10_000)
    // The fake platform's random number is 0.5: each wait is shortened by a quarter.
    expect(batches.map(({ at }) => at)).toEqual([250, 1_000, 2_500, 5_500, 10_250, 11_000])
    delivery.stop()
  })

  it('a delivery ends a wait early when the page or the network is back', async () => {
    const { platform, append, batches, delivery } = setUp({ answers: [{ outcome: 'retry' }] })
    await append('1')
    await platform.clock.advance(350)
    delivery.retryNow()
    await platform.settle()
    expect(batches.map(({ at }) => at)).toEqual([250, 350])
    delivery.stop()
  })

  it('a delivery keeps a wait that the destination has asked for, however often the page becomes visible', async () => {
    const { platform, append, batches, delivery } = setUp({ answers: [{ outcome: 'retry', afterMs: 60_000 }] })
    await append('1')
    for (let second = 0; second < 60; second += 1) {
      await platform.clock.advance(1_000)
      delivery.retryNow()
    }
    expect(batches).toHaveLength(1)
    await platform.clock.advance(250)
    delivery.retryNow()
    await platform.settle()
    expect(batches.map(({ at }) => at)).toEqual([250, 60_250])
    delivery.stop()
  })

  it('a delivery ends its own wait early after the clock was set back', async () => {
    const { platform, append, batches, delivery } = setUp({ answers: [{ outcome: 'retry' }] })
    await append('1')
    await platform.clock.advance(350)
    const { now } = platform.clock
    platform.clock.now = () => now() - 3_600_000
    delivery.retryNow()
    await platform.settle()
    expect(batches).toHaveLength(2)
    delivery.stop()
  })

  it('a delivery tries again when the application’s own destination gives an invalid wait time', async () => {
    const { platform, append, batches, delivery } = setUp({ answers: [{ outcome: 'retry', afterMs: NaN }] })
    await append('1')
    await platform.clock.advance(10_000)
    expect(batches).toHaveLength(2)
    delivery.stop()
  })

  it('a delivery leaves room for other requests that outlive the page', async () => {
    const { platform, append, batches, delivery } = setUp()
    const fits = 10_000
    platform.transport.keepaliveRoom = () => 16 * 1024 + fits
    await append('x'.repeat(fits / 2))
    await platform.clock.advance(250)
    await append('y'.repeat(fits / 2 - 300))
    await platform.clock.advance(1_000)
    expect(batches.map(({ keepalive }) => keepalive)).toEqual([false, true])
    delivery.stop()
  })

  it('a delivery continues and reports a problem when whenReady of the application’s own destination throws', async () => {
    const whenReady = () => Promise.reject(new Error('no script'))
    const { platform, append, batches, failed, delivery } = setUp({ whenReady })
    await append('1')
    await platform.clock.advance(250)
    expect(batches.map(({ ids }) => ids)).toEqual(['1'])
    expect(failed).toEqual(['has failed (Error: no script): its events are kept (T66)'])
    delivery.stop()
  })

  it('a delivery keeps its wait when more events are added, so that a server that is down is left alone', async () => {
    const { platform, append, batches, delivery } = setUp({ answers: [{ outcome: 'retry', afterMs: 60_000 }] })
    await append('1')
    await platform.clock.advance(1_000)
    await append('2')
    await platform.clock.advance(30_000)
    expect(batches).toHaveLength(1)
    delivery.stop()
  })

  it('a delivery halves a refused batch until the refused event is alone, and continues after it', async () => {
    const no: DeliveryResult = { outcome: 'refused', reason: 'status 400' }
    const { platform, append, batches, refused, delivery } = setUp({ answers: [no, DELIVERED, no, no] })
    await append('1', '2', '3', '4')
    await platform.clock.advance(250)
    expect(batches.map(({ ids }) => ids)).toEqual(['1,2,3,4', '1,2', '3,4', '3', '4'])
    expect(await refused()).toEqual(['status 400'])
    delivery.stop()
  })

  it('a delivery leaves a collector that refuses everything alone for longer and longer, and delivers all that is left when it works', async () => {
    const at: number[] = []
    const taken: string[] = []
    let isBroken = true
    const ids = Array.from({ length: 400 }, (_, index) => `${1_000 + index}`)
    const page = setUp({
      async deliver(batch) {
        at.push(page.platform.clock.now())
        if (isBroken) return { outcome: 'refused', reason: 'status 400' }
        taken.push(...batch.map(({ id }) => id))
        return DELIVERED
      },
    })
    const { platform, append, refused, delivery } = page
    await append(...ids)
    for (let second = 0; second < 60; second += 1) await platform.clock.advance(1_000)
    expect(at.length).toBeLessThanOrEqual(40)
    const requests = at.length
    for (let minute = 0; minute < 60; minute += 1) await platform.clock.advance(60_000)
    expect(at.length - requests).toBeLessThanOrEqual(240)
    const left = ids.length - (await refused()).length
    isBroken = false
    for (let minute = 0; minute < 2; minute += 1) await platform.clock.advance(60_000)
    expect(new Set(taken).size).toBeGreaterThanOrEqual(left)
    delivery.stop()
  })

  it('a delivery tries smaller batches when one is too large, and refuses an event that is too large alone', async () => {
    const large: DeliveryResult = { outcome: 'too-large' }
    const { platform, append, batches, refused, delivery } = setUp({ answers: [large, large] })
    await append('1', '2', '3', '4')
    await platform.clock.advance(250)
    expect(batches.map(({ ids }) => ids)).toEqual(['1,2,3,4', '1,2', '1', '2,3', '4'])
    expect(await refused()).toEqual([])
    const alone = setUp({ answers: [large] })
    await alone.append('1')
    await alone.platform.clock.advance(250)
    expect(await alone.refused()).toEqual(['too large'])
    alone.delivery.stop()
    delivery.stop()
  })

  it('a delivery tries larger batches again step by step', async () => {
    const limit = 10
    const sizes: number[] = []
    const { platform, append, delivery } = setUp({
      async deliver(batch) {
        sizes.push(batch.length)
        return batch.length > limit ? { outcome: 'too-large' } : DELIVERED
      },
    })
    await append(...Array.from({ length: 60 }, (_, index) => `${index}`))
    await platform.clock.advance(1_000)
    expect(sizes.slice(0, 8)).toEqual([50, 25, 13, 7, 14, 7, 14, 7])
    delivery.stop()
  })

  it('a delivery skips events that are not for its destination, and delivers the events after them', async () => {
    const { platform, append, batches, waiting, delivery } = setUp({ accepts: ({ id }) => id !== '2' })
    await append('1', '2', '3')
    delivery.handOver(ROOM, true)
    await platform.clock.advance(1_000)
    expect(batches.map(({ ids }) => ids)).toEqual(['1,3'])
    expect(await waiting()).toEqual([])
    delivery.stop()
  })

  it('a delivery hands nothing over to a script in the page at an exit, because a script does not confirm events', async () => {
    const { add, batches, delivery } = setUp({ type: 'in-page' })
    add('1')
    delivery.handOver(ROOM, true)
    expect(batches).toEqual([])
    delivery.stop()
  })

  it('a delivery waits until its destination is ready, and does not wait for other destinations', async () => {
    let open = () => {}
    const whenReady = () => new Promise<void>((resolve) => (open = resolve))
    const { platform, append, batches, delivery } = setUp({ whenReady })
    await append('1')
    await platform.clock.advance(60_000)
    expect(batches).toEqual([])
    open()
    await platform.settle()
    expect(batches).toHaveLength(1)
    delivery.stop()
  })

  it('a delivery tries again later when another tab is delivering', async () => {
    const disk = fakeDisk()
    const { platform, append, batches, delivery } = setUp({ disk })
    let end = () => {}
    const other = fakePlatform(undefined, disk)
    void other.tabs.whileAlone(
      'deliver:collector',
      new AbortController().signal,
      () => new Promise((resolve) => (end = resolve)),
    )
    await append('1')
    await platform.clock.advance(5_000)
    expect(batches).toEqual([])
    end()
    await platform.clock.advance(1_000)
    expect(batches).toHaveLength(1)
    delivery.stop()
  })
})

describe('a page that may exit', () => {
  it('a page that may exit continues a delivery that it interrupted when it was about to be left, if it stays open', async () => {
    const answers: Answer[] = [new Promise(() => {})]
    const { platform, append, batches, delivery } = setUp({ answers })
    await append('1')
    await platform.clock.advance(250)
    platform.tabs.almostLeave()
    await platform.clock.advance(2_000)
    expect(batches.map(({ ids }) => ids)).toEqual(['1', '1'])
    delivery.stop()
  })

  it('a page that may exit sends undelivered events at once, and only once', async () => {
    const { platform, append, batches, delivery } = setUp({ answers: [new Promise(() => {})] })
    await append('1', '2')
    delivery.handOver(ROOM, true)
    expect(batches).toEqual([{ ids: '1,2', at: 0, keepalive: true }])
    delivery.handOver(ROOM, true)
    expect(batches).toHaveLength(1)
    await platform.settle()
    delivery.stop()
  })

  it('a page that may exit does not send delivered events', async () => {
    const { platform, append, batches, delivery } = setUp()
    await append('1')
    await platform.clock.advance(250)
    delivery.handOver(ROOM, true)
    expect(batches).toHaveLength(1)
    delivery.stop()
  })

  it('a page that may exit does not send events that another tab has delivered, but sends events that are not stored yet', async () => {
    const { platform, add, append, store, batches, delivery } = setUp()
    await append('1')
    await store.change([{ type: 'done', task: 'collector', ids: ['1'] }])
    await platform.clock.advance(1_000)
    add('2')
    delivery.handOver(ROOM, true)
    expect(batches.map(({ ids }) => ids)).toEqual(['2'])
    delivery.stop()
  })

  it('a page that may exit does not send events whose request outlives the page, and sends a larger batch again', async () => {
    const small = setUp({ answers: [new Promise(() => {})] })
    await small.append('1')
    await small.platform.clock.advance(250)
    small.delivery.handOver(ROOM, true)
    expect(small.batches).toEqual([{ ids: '1', at: 250, keepalive: true }])

    const large = setUp({ answers: [new Promise(() => {})] })
    await large.append(...Array.from({ length: 50 }, (_, id) => `${id}`.padStart(400, '0')))
    await large.platform.clock.advance(250)
    large.delivery.handOver(10 * ROOM, true)
    expect(large.batches.map(({ keepalive }) => keepalive)).toEqual([false, true])
    for (const { delivery } of [small, large]) delivery.stop()
  })

  it('a page that may exit sends, in order, events whose earlier request failed', async () => {
    const { platform, append, batches, delivery } = setUp({ answers: [{ outcome: 'retry' }] })
    await append('1')
    await platform.clock.advance(250)
    await append('2')
    delivery.handOver(ROOM, true)
    expect(batches.map(({ ids }) => ids)).toEqual(['1', '1,2'])
    delivery.stop()
  })

  it('a page that may exit sends requests of a compressing destination with keepalive only at its exit', async () => {
    const { platform, append, batches, delivery } = setUp({ compresses: true, answers: [new Promise(() => {})] })
    await append('1')
    await platform.clock.advance(250)
    delivery.handOver(ROOM, true)
    expect(batches.map(({ keepalive }) => keepalive)).toEqual([false, true])
    delivery.stop()
  })

  it('a page that may exit waits for the answer if it stays open, and sends again only the events that did not arrive', async () => {
    let answer = (_result: DeliveryResult) => {}
    const { platform, append, batches, delivery } = setUp({ answers: [new Promise((resolve) => (answer = resolve))] })
    await append('1')
    delivery.handOver(ROOM, true)
    await append('2')
    await platform.clock.advance(5_000)
    expect(batches.map(({ ids }) => ids)).toEqual(['1'])
    answer(DELIVERED)
    await platform.settle()
    expect(batches.map(({ ids }) => ids)).toEqual(['1', '2'])
    delivery.stop()
  })

  it('a page that may exit sends events again when an answer does not come in time', async () => {
    const { platform, append, batches, delivery } = setUp({ answers: [new Promise(() => {})] })
    await append('1')
    delivery.handOver(ROOM, true)
    await platform.clock.advance(20_000)
    expect(batches.map(({ ids }) => ids)).toEqual(['1', '1'])
    expect(platform.clock.pending).toBe(0)
    delivery.stop()
  })

  it('a page that may exit does not block the delivery of other tabs while it waits for an answer', async () => {
    const disk = fakeDisk()
    const one = setUp({ answers: [new Promise(() => {})], disk })
    await one.append('1')
    one.delivery.handOver(ROOM, true)
    await one.platform.clock.advance(1_000)
    const two = setUp({ disk })
    await two.platform.clock.advance(1_000)
    expect(two.batches.map(({ ids }) => ids)).toEqual(['1'])
    one.delivery.stop()
    two.delivery.stop()
  })

  it('a page that may exit sends again the events that did not arrive the first time', async () => {
    const { platform, append, batches, delivery } = setUp({
      answers: [{ outcome: 'retry' }, new Promise(() => {})],
    })
    await append('1')
    delivery.handOver(ROOM, true)
    await platform.settle()
    delivery.handOver(ROOM, true)
    expect(batches.map(({ ids }) => ids)).toEqual(['1', '1'])
    delivery.stop()
  })
})

it('a page that may exit sends its events without the one for which the destination fails while it takes others', async () => {
  const taken: string[] = []
  const { platform, add, append, delivery } = setUp({
    async deliver(batch) {
      const ids = batch.map(({ id }) => id)
      if (ids.includes('bad')) return { outcome: 'retry' }
      taken.push(...ids)
      return DELIVERED
    },
  })
  await append('1', 'bad')
  for (let second = 0; second < 20; second += 1) await platform.clock.advance(1_000)
  add('2', '3')
  delivery.handOver(ROOM, true)
  await platform.settle()
  expect(taken).toEqual(['1', '2', '3'])
  delivery.stop()
})

describe('a delivery that is stopped', () => {
  it('a delivery that is stopped leaves no timer and delivers no further events', async () => {
    const { platform, append, waiting, batches, delivery } = setUp({ answers: [{ outcome: 'retry' }] })
    await append('1')
    await platform.clock.advance(250)
    delivery.stop()
    await platform.settle()
    expect(platform.clock.pending).toBe(0)
    await append('2')
    await platform.clock.advance(10_000)
    expect(batches).toHaveLength(1)
    expect(await waiting()).toHaveLength(2)
  })
})

describe('a delivery whose page is left', () => {
  it.each<DeliveryResult>([DELIVERED, { outcome: 'refused', reason: 'status 400' }, { outcome: 'too-large' }])(
    'a delivery whose page is left leaves a batch to the next page when its answer comes after the page is left: $outcome',
    async (late) => {
      let answer = (_result: DeliveryResult) => {}
      const { platform, append, waiting, batches, refused, delivery } = setUp({
        answers: [new Promise((resolve) => (answer = resolve))],
      })
      await append('1')
      await platform.clock.advance(250)
      platform.tabs.leave()
      answer(late)
      await platform.clock.advance(1_000)
      expect([batches.length, await refused()]).toEqual([1, []])
      expect(await waiting()).toHaveLength(1)
      delivery.stop()
    },
  )
})

describe('a destination of the application that breaks', () => {
  it.each<[string, () => Answer]>([
    ['throws', () => JSON.parse('no')],
    ['rejects', () => Promise.reject(new Error('out of order'))],
    ['answers nothing', () => undefined as unknown as Answer],
  ])(
    'a destination of the application that breaks and %s is asked again at growing intervals, and each failure is reported',
    async (_title, breakOnce) => {
      const answers: (() => Answer)[] = [breakOnce, breakOnce]
      const delivered: string[] = []
      const { platform, append, delivery, failed } = setUp({
        deliver(batch) {
          const answer = answers.shift()
          if (answer) return answer() as Promise<DeliveryResult>
          delivered.push(...batch.map(({ id }) => id))
          return Promise.resolve(DELIVERED)
        },
      })
      await append('1')
      await platform.clock.advance(1_000)
      expect([failed.length, delivered]).toEqual([2, []])
      await platform.clock.advance(1_000)
      expect(delivered).toEqual([])
      await platform.clock.advance(1_000)
      expect(delivered).toEqual(['1'])
      delivery.stop()
    },
  )

  it.each([null, true, {}])(
    'a destination of the application that breaks and returns an invalid list of misattributed events has still taken the batch: %s',
    async (misattributed) => {
      const { platform, append, waiting, delivery } = setUp({
        deliver: async () => ({ outcome: 'delivered', misattributed }) as unknown as DeliveryResult,
      })
      await append('1')
      await platform.clock.advance(1_000)
      expect(await waiting()).toEqual([])
      delivery.stop()
    },
  )

  it('a destination of the application that breaks in its accepts callback gets the event, and no error reaches the page', async () => {
    const { platform, append, batches, delivery, failed } = setUp({ accepts: () => JSON.parse('no') })
    await append('1')
    await platform.clock.advance(1_000)
    expect(batches).toMatchObject([{ ids: '1' }])
    expect(failed[0]).toMatch('SyntaxError')
    delivery.stop()
  })
})

describe('a destination that throws', () => {
  /** A destination that throws for batches with one of these events, and records what it has taken. */
  function setUpPoison(poison: readonly string[]) {
    const state = { isBroken: false, calls: 0, delivered: [] as string[] }
    const page = setUp({
      async deliver(batch) {
        state.calls += 1
        const ids = batch.map(({ id }) => id)
        if (state.isBroken || ids.some((id) => poison.includes(id))) throw new RangeError('too deep')
        state.delivered.push(...ids)
        return DELIVERED
      },
    })
    return { ...page, state }
  }
  /** Waits longer than one advance of the clock: a batch that is halved many times needs more turns. */
  async function settleAll({ settle }: { settle(): Promise<void> }) {
    for (let turn = 0; turn < 20; turn += 1) await settle()
  }
  const range = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, index) => `${from + index}`.padStart(2, '0'))

  it('a destination that throws for one event of a batch gets each other event once, and that event is refused with the error as the reason', async () => {
    const { platform, append, waiting, refused, state, delivery } = setUpPoison(['03'])
    await append(...range(1, 50))
    await platform.clock.advance(250)
    await settleAll(platform)
    expect([...state.delivered].sort()).toEqual(
      range(1, 50)
        .filter((id) => id !== '03')
        .sort(),
    )
    expect(await refused()).toEqual(['RangeError: too deep'])
    expect(await waiting()).toEqual([])
    delivery.stop()
  })

  it('a destination that throws for ten events in a row gets the events after them', async () => {
    const { platform, append, refused, state, delivery } = setUpPoison(range(1, 10))
    await append(...range(1, 60))
    for (let minute = 0; minute < 60; minute += 1) await platform.clock.advance(60_000)
    expect([...state.delivered].sort()).toEqual(range(11, 60).sort())
    expect(await refused()).toHaveLength(10)
    delivery.stop()
  })

  it.each([
    [10, 10, 'before'],
    [40, 5, 'before'],
    [60, 40, 'before'],
    [40, 5, 'after'],
    [40, 5, 'among'],
    [200, 5, 'before'],
  ] as const)(
    'a destination that throws for %i events gets %i others that were tracked %s them within a minute',
    async (bad, good, place) => {
      const ids = range(100, 99 + bad + good)
      const isGood = (_: string, index: number) =>
        place === 'after'
          ? index < good
          : place === 'before'
            ? index >= bad
            : index % Math.floor(ids.length / good) === Math.floor(ids.length / good / 2)
      const wanted = ids.filter(isGood)
      const { platform, append, state, delivery } = setUpPoison(ids.filter((id) => !wanted.includes(id)))
      await append(...ids)
      for (let second = 0; second < 60; second += 1) await platform.clock.advance(1_000)
      expect([...state.delivered].sort()).toEqual(wanted)
      delivery.stop()
    },
  )

  it('a destination that throws for every event is asked at growing intervals, and gets all events when it works again', async () => {
    const { platform, append, refused, state, delivery } = setUpPoison([])
    state.isBroken = true
    await append(...range(1, 60))
    const passMinutes = async (minutes: number) => {
      for (let minute = 0; minute < minutes; minute += 1) await platform.clock.advance(60_000)
    }
    await passMinutes(10)
    const { calls } = state
    await passMinutes(10)
    expect(state.calls - calls).toBeLessThanOrEqual(30)
    expect(await refused()).toEqual([])
    state.isBroken = false
    await platform.clock.advance(120_000)
    expect(state.delivered).toEqual(range(1, 60))
    delivery.stop()
  })

  it('a destination that throws for its only event keeps that event waiting until it has taken another', async () => {
    const { platform, append, refused, state, delivery } = setUpPoison(['1'])
    await append('1')
    await platform.clock.advance(600_000)
    expect(await refused()).toEqual([])
    await append('2')
    await platform.clock.advance(120_000)
    expect([state.delivered, await refused()]).toEqual([['2'], ['RangeError: too deep']])
    delivery.stop()
  })

  it('a destination that throws once for an event gets that event when it is asked again', async () => {
    let isOver = false
    const taken: string[] = []
    const { platform, append, refused, delivery } = setUp({
      async deliver(batch) {
        const ids = batch.map(({ id }) => id)
        if (ids.includes('1') && !isOver) {
          isOver = ids.length === 1
          throw new Error('a moment')
        }
        taken.push(...ids)
        return DELIVERED
      },
    })
    await append('1', '2', '3')
    await platform.clock.advance(250)
    expect([taken.sort(), await refused()]).toEqual([['1', '2', '3'], []])
    delivery.stop()
  })

  it('a destination that throws or answers an unknown outcome gets the batch again', async () => {
    const { platform, append, waiting, failed, delivery } = setUp({
      answers: Array.from({ length: 99 }, () => ({ outcome: 'ok' }) as unknown as DeliveryResult),
    })
    await append('1')
    await platform.clock.advance(1_000)
    expect(await waiting()).toHaveLength(1)
    expect(failed[0]).toContain('outcome')
    delivery.stop()
  })
})

describe('a destination that wants every event later', () => {
  it.each([
    [1, 0],
    [2, 0],
    [50, 0],
    [120, 0],
    [1_000, 0],
    [1, 1_000],
    [120, 300],
  ])(
    'a destination that wants every event later gets seven requests within a minute, fewer and fewer from then on, and each event once when it works again: %i events, and one more every %i ms',
    async (count, everyMs) => {
      const taken: string[] = []
      let isDown = true
      let requests = 0
      const { platform, append, delivery } = setUp({
        async deliver(batch) {
          requests += 1
          if (isDown) return { outcome: 'retry' }
          taken.push(...batch.map(({ id }) => id))
          return DELIVERED
        },
      })
      let next = 1_000
      const ids = () => Array.from({ length: next - 1_000 }, (_, index) => `${1_000 + index}`)
      await append(...Array.from({ length: count }, () => `${next++}`))
      for (let ms = 0; ms < 60_000; ms += everyMs || 60_000) {
        if (everyMs > 0) await append(`${next++}`)
        await platform.clock.advance(everyMs || 60_000)
      }
      expect(requests).toBe(7)
      await platform.clock.advance(600_000)
      const hour = requests
      await platform.clock.advance(3_600_000)
      expect(requests - hour).toBeLessThanOrEqual(81) // three quarters of a minute, by the fake random number
      isDown = false
      const before = requests
      // More than one advance: many batches need more turns.
      for (let second = 0; second < 60; second += 1) await platform.clock.advance(1_000)
      expect([...taken].sort()).toEqual(ids())
      expect(requests - before).toBeLessThanOrEqual(ids().length / 50 + 15)
      delivery.stop()
    },
  )
})

describe('a destination that splits a batch', () => {
  /**
   * Delivers the events of one project. The events of the other project, whose ids begin with a B, get the prepared
   * answer.
   */
  function setUpSplit(answerB: (ids: string[]) => DeliveryPart['result']) {
    const sent: string[] = []
    const page = setUp({
      async deliver(batch) {
        const [b, a] = [true, false].map((isB) => batch.filter(({ id }) => id.startsWith('B') === isB))
        const idsOf = (events: readonly AnalyticsEvent[] = []) => events.map(({ id }) => id)
        sent.push(...[idsOf(a), idsOf(b)].map((ids) => ids.join()).filter(Boolean))
        const parts = [
          { events: a ?? [], result: DELIVERED as DeliveryPart['result'] },
          { events: b ?? [], result: answerB(idsOf(b)) },
        ]
        return { outcome: 'split', parts: parts.filter(({ events }) => events.length > 0) }
      },
    })
    return { ...page, sent }
  }

  it('a destination that splits a batch gets only the part again that it wants later', async () => {
    const answers: DeliveryPart['result'][] = [{ outcome: 'retry' }, { outcome: 'retry' }]
    const { platform, append, waiting, sent, refused, delivery } = setUpSplit(() => answers.shift() ?? DELIVERED_PART)
    await append('A1', 'B1', 'A2', 'B2')
    await platform.clock.advance(20_000)
    // In halves, since one of them may be the cause.
    expect(sent).toEqual(['A1,A2', 'B1,B2', 'B1', 'B2', 'B1'])
    expect(await refused()).toEqual([])
    expect(await waiting()).toEqual([])
    delivery.stop()
  })

  it('a destination that splits a batch keeps getting the events of one part while it wants the other part later', async () => {
    const { platform, append, sent, delivery } = setUpSplit(() => ({ outcome: 'retry' }))
    await append('A1', 'B1')
    await platform.clock.advance(1_000)
    await append('A2')
    await platform.clock.advance(70_000)
    expect(sent.filter((ids) => ids.startsWith('A'))).toEqual(['A1', 'A2'])
    delivery.stop()
  })

  it('a destination that splits a batch and refuses one event of a part does not lose the other events of that part', async () => {
    const { platform, append, sent, refused, delivery } = setUpSplit((ids) =>
      ids.includes('B2') ? { outcome: 'refused', reason: 'no' } : DELIVERED_PART,
    )
    await append('A1', 'B1', 'A2', 'B2', 'B3')
    await platform.clock.advance(20_000)
    expect(await refused()).toEqual(['no'])
    for (const id of ['A1', 'A2', 'B1', 'B3'])
      expect(sent.filter((ids) => ids.split(',').includes(id)).at(-1)).not.toContain('B2')
    expect(sent.filter((ids) => ids.startsWith('A'))).toEqual(['A1,A2'])
    delivery.stop()
  })

  it('a destination that splits a batch and refuses an event of one part while it wants the other part later does not get the refused event again', async () => {
    let isDown = true
    const sent: string[] = []
    const { platform, append, refused, delivery } = setUp({
      async deliver(batch) {
        const parts = batch.map((event): DeliveryPart => {
          sent.push(event.id)
          const isB = event.id.startsWith('B')
          return {
            events: [event],
            result: isB ? { outcome: 'refused', reason: 'no' } : isDown ? { outcome: 'retry' } : DELIVERED_PART,
          }
        })
        return { outcome: 'split', parts }
      },
    })
    await append('A', 'B')
    await platform.clock.advance(60_000)
    isDown = false
    await platform.clock.advance(60_000)
    expect(sent.filter((id) => id === 'B')).toHaveLength(1)
    expect(await refused()).toEqual(['no'])
    delivery.stop()
  })

  it('a destination that splits a batch and leaves an event out of all parts gets that event again', async () => {
    const answers: DeliveryResult[] = []
    const { platform, append, batches, delivery } = setUp({ answers })
    const [first] = await append('1', '2')
    answers.push({ outcome: 'split', parts: [{ events: [first as AnalyticsEvent], result: DELIVERED_PART }] })
    await platform.clock.advance(0)
    await platform.clock.advance(10_000)
    expect(batches.map(({ ids }) => ids)).toEqual(['1,2', '2'])
    delivery.stop()
  })

  it.each([[undefined], ['all'], [[null]], [[{ events: 'all', result: DELIVERED }]]])(
    'a destination that splits a batch and returns no valid parts gets the batch again: %j',
    async (parts) => {
      const { platform, append, waiting, failed, delivery } = setUp({
        answers: [{ outcome: 'split', parts } as unknown as DeliveryResult],
      })
      await append('1')
      await platform.clock.advance(250)
      expect(await waiting()).toHaveLength(1)
      expect(failed).toHaveLength(1)
      delivery.stop()
    },
  )

  it('a destination that splits a batch at an exit does not get the events again that it has taken', async () => {
    const { platform, append, sent, delivery } = setUpSplit(() => ({ outcome: 'retry' }))
    await append('A1', 'B1')
    delivery.handOver(ROOM, true)
    await platform.clock.advance(1_000)
    expect(sent.slice(0, 3)).toEqual(['A1', 'B1', 'B1'])
    delivery.stop()
  })
})

describe('a script in the page', () => {
  /**
   * A page whose database applies a change only some microtasks after the request. Once the page is gone, nothing of it
   * reaches the disk or the script.
   */
  function openInPage(disk: FakeDisk, handedOver: string[]) {
    const page = { isGone: false }
    const NEVER = new Promise<never>(() => {})
    const slow: FakeDisk = {
      ...disk,
      storage: {
        ...disk.storage,
        set: (key, value) => page.isGone || disk.storage.set(key, value),
        remove: (key) => void (page.isGone || disk.storage.remove(key)),
      },
      eventStore<Event extends Storable>(name: string): EventStore<Event> {
        const store = disk.eventStore<Event>(name)
        return {
          ...store,
          async change(changes) {
            for (let turn = 0; turn < 20; turn += 1) await Promise.resolve()
            return page.isGone ? NEVER : store.change(changes)
          },
        }
      },
    }
    const tabs = fakeTabs(disk)
    const set = setUp({
      disk: slow,
      tabs,
      name: 'script',
      type: 'in-page',
      async deliver(batch) {
        if (page.isGone) return NEVER
        handedOver.push(...batch.map(({ id }) => id))
        return DELIVERED
      },
    })
    function end() {
      page.isGone = true
      tabs.leave()
      set.delivery.stop()
    }
    return { ...set, end }
  }

  it('a script in the page gets each event once, at whatever moment the page is left during a handover', async () => {
    const handedOver: string[] = []
    const tracked: string[] = []
    let disk = fakeDisk()
    for (let round = 0; round < 200; round += 1) {
      if (round % 50 === 0) disk = fakeDisk()
      const first = openInPage(disk, handedOver)
      await first.outbox.ready
      const ids = Array.from({ length: 10 }, (_, index) => `${round}-${index}`)
      tracked.push(...ids)
      first.add(...ids)
      for (let turn = 0; turn < round % 100; turn += 1) await Promise.resolve()
      first.end()
      const next = openInPage(disk, handedOver)
      await next.platform.clock.advance(1_000)
      next.end()
    }
    expect(tracked).toHaveLength(2_000)
    expect([...handedOver].sort()).toEqual([...tracked].sort())
  })

  it('a script in the page does not get events again that a page sent on exit before the database stored this', async () => {
    const disk = fakeDisk()
    const handedOver: string[] = []
    const left = openInPage(disk, handedOver)
    const living = openInPage(disk, handedOver)
    left.add('1')
    while (handedOver.length === 0) await Promise.resolve()
    left.end()
    living.add('2')
    await living.platform.clock.advance(1_000)
    expect(handedOver).toEqual(['1', '2'])
    expect(await living.store.all()).toEqual([])
    living.end()
  })

  it('a script in the page leaves nothing in localStorage once the database has stored the handover', async () => {
    const { platform, append, delivery } = setUp({ name: 'script', type: 'in-page' })
    await append('1', '2')
    await platform.clock.advance(1_000)
    expect(platform.storage.keys('')).toEqual([])
    delivery.stop()
  })

  it('a script in the page gets events again that it wants later', async () => {
    const { platform, append, batches, delivery } = setUp({
      name: 'script',
      type: 'in-page',
      answers: [{ outcome: 'retry' }],
    })
    await append('1')
    await platform.clock.advance(5_000)
    expect(batches.map(({ ids }) => ids)).toEqual(['1', '1'])
    delivery.stop()
  })

  it('a script in the page gets each event once even if the database refuses all changes', async () => {
    const disk = fakeDisk()
    await disk.eventStore('Desk').change([{ type: 'add', record: { event: anEvent('0'), todo: ['script'] } }])
    const full: FakeDisk = {
      ...disk,
      eventStore: (name) => ({
        ...disk.eventStore(name),
        change: () => Promise.reject(new Error('QuotaExceededError')),
      }),
    }
    const handedOver: string[] = []
    for (const id of ['1', '2', '3']) {
      const page = openInPage(full, handedOver)
      await page.append(id)
      await page.platform.clock.advance(1_000)
      page.end()
    }
    expect(handedOver).toEqual(['0', '1', '2', '3'])
  })
})
