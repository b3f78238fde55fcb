import { describe, expect, it } from 'vitest'
import { FORM, PENDING, type EventStore, type Storable } from '../../core/ports/eventStore.ts'
import { deliveryReports } from '../reports/deliveryReports.ts'
import { createInMemoryRecords } from './inMemoryRecords.ts'
import { createOwnCopies } from './ownCopies.ts'
import { createOutbox } from './outbox.ts'
import { teller } from './state.ts'
import type { CompleteRecord, Queued, QueuedChange } from './storedRecord.ts'
import { eventReports } from '../reports/eventReports.ts'
import { createLocalCopies } from './localCopies.ts'
import { openEventStore } from '../../platform/indexedDbEventStore.ts'
import { fakeDisk, type FakeDisk } from '../../testing/fakeDisk.ts'
import { anEvent, fakeHost } from '../../testing/fakeHost.ts'
import { settle, fakePlatform } from '../../testing/fakePlatform.ts'

const record = (id: string, todo: readonly string[] = ['collector']): CompleteRecord => ({ event: anEvent(id), todo })

interface Early {
  /** The database opens then. */
  opened?: Promise<void>
  /** The records that the page has put before the outbox is loaded. */
  tracked?: readonly CompleteRecord[]
  /** Called after that. */
  beforeLoad?(): void
}

function openPage(disk: FakeDisk, { opened = Promise.resolve(), tracked = [], beforeLoad = () => {} }: Early = {}) {
  const platform = fakePlatform(undefined, disk)
  const database = disk.eventStore<Queued>('Desk')
  const written: (readonly QueuedChange[])[] = []
  const store = openEventStore(async (): Promise<EventStore<Queued>> => {
    await opened
    return {
      ...database,
      change(changes) {
        if (changes.length > 0) written.push(changes)
        return database.change(changes)
      },
    }
  }, platform.clock)
  const host = fakeHost(platform)
  const page = platform.random.uuid()
  const ownCopies = createOwnCopies({ ...platform, store: 'Desk', page })
  const { add, amend, ...inMemory } = createInMemoryRecords(ownCopies, eventReports(host))
  for (const each of tracked) add(each)
  beforeLoad()
  const localCopies = createLocalCopies(ownCopies, { ...platform, onUnreadable() {} })
  const reports = deliveryReports(host)
  const tell = teller(inMemory.byId)
  const outbox = { ...createOutbox({ inMemory, store, localCopies, tell, reports }), add, amend }
  const ids = async (task = 'collector') => (await outbox.read(task)).map(({ event }) => event.id)
  return { platform, host, inMemory, outbox, written, ids }
}

/** Creates a page whose database opens when the test opens it. */
function openPageSlowly(disk: FakeDisk) {
  let open = () => {}
  const opened = new Promise<void>((resolve) => (open = resolve))
  return { ...openPage(disk, { opened }), open }
}

const keysOn = ({ storage }: FakeDisk) => storage.keys('').filter((key) => key !== 'recovered:Desk')

describe('the outbox', () => {
  it('the changes that one task makes are written in one transaction', async () => {
    const { outbox, written } = openPage(fakeDisk())
    await outbox.ready
    outbox.add(record('1'))
    outbox.add(record('2', [PENDING]))
    outbox.amend(record('2'))
    await Promise.all([outbox.done('collector', [record('1')]), outbox.done('collector', [record('2')])])
    expect(written.map((changes) => changes.map(({ type }) => type))).toEqual([['add', 'add', 'amend', 'done', 'done']])
    expect(await outbox.all()).toEqual([])
  })

  it('changes that are added during a write are written next, and no change is lost', async () => {
    const { outbox, ids } = openPage(fakeDisk())
    for (let id = 10; id < 30; id += 1) {
      outbox.add(record(`${id}`, [PENDING]))
      await Promise.resolve()
      outbox.amend(record(`${id}`))
      await Promise.resolve()
      await Promise.resolve()
    }
    await settle()
    expect(await ids()).toHaveLength(20)
    expect(await ids(PENDING)).toEqual([])
  })

  it('a draft that was just completed is read as it is now, although the database still has the draft', async () => {
    const { outbox } = openPage(fakeDisk())
    outbox.add(record('1', [PENDING]))
    await settle()
    const read = outbox.all()
    outbox.amend(record('1'))
    expect((await read).map(({ todo }) => todo)).toEqual([['collector']])
  })

  it('an event is in localStorage until the database has confirmed it, and the next page finds it there', async () => {
    const disk = fakeDisk()
    const first = openPage(disk)
    await first.outbox.ready
    first.outbox.add(record('1'))
    await settle()
    expect(keysOn(disk)).toEqual([])
    disk.condition = 'hangs'
    first.outbox.add(record('2'))
    expect(keysOn(disk)).toEqual(['unwritten:Desk:2:add'])
    await settle()

    disk.condition = 'well'
    const next = openPage(disk)
    await next.outbox.ready
    expect(await next.ids()).toEqual(['1', '2'])
    expect(keysOn(disk)).toEqual([])
  })

  it('a draft whose completion was interrupted by the end of its page is complete on the next page', async () => {
    const disk = fakeDisk()
    disk.condition = 'hangs'
    const { outbox } = openPage(disk)
    outbox.add(record('1', [PENDING]))
    outbox.amend(record('1'))
    disk.condition = 'well'
    const next = openPage(disk)
    await next.outbox.ready
    expect([await next.ids(PENDING), await next.ids()]).toEqual([[], ['1']])
  })

  it.each([
    ['before the page crashes', true],
    ['on the page itself', false],
  ])(
    'a draft that the database has refused is stored with what completes it once there is room: %s',
    async (_, crashes) => {
      const disk = fakeDisk()
      const page = openPage(disk)
      await page.outbox.ready
      disk.condition = 'refuses'
      page.outbox.add(record('1', [PENDING]))
      await settle()
      disk.condition = 'well'
      page.outbox.amend(record('1'))
      await settle()
      const reader = crashes ? openPage(disk) : page
      await reader.outbox.ready
      expect([await reader.ids(), keysOn(disk)]).toEqual([['1'], []])
      await reader.outbox.done('collector', [record('1')])
      expect(await openPage(disk).outbox.all()).toEqual([])
    },
  )

  it('what completes a draft that the database has is stored once a database that has refused it takes it', async () => {
    const disk = fakeDisk()
    const page = openPage(disk)
    await page.outbox.ready
    page.outbox.add(record('1', [PENDING]))
    await settle()
    disk.condition = 'refuses'
    page.outbox.amend(record('1'))
    await settle()
    disk.condition = 'well'
    page.outbox.restore()
    await settle()
    const next = openPage(disk)
    await next.outbox.ready
    expect([await next.ids(), await next.ids(PENDING)]).toEqual([['1'], []])
  })

  it('what completes a draft is stored with it by a page that is hidden before the database has answered', async () => {
    const disk = fakeDisk()
    const page = openPage(disk)
    await page.outbox.ready
    disk.condition = 'hangs'
    page.outbox.add(record('1', [PENDING]))
    await settle()
    disk.condition = 'well'
    page.outbox.amend(record('1'))
    page.outbox.flush()
    await settle()
    expect(await openPage(disk).ids()).toEqual(['1'])
    await page.platform.clock.advance(5_000)
    const next = openPage(disk)
    await next.outbox.ready
    expect([await next.ids(), await next.ids(PENDING)]).toEqual([['1'], []])
  })

  it('what a page whose database does not answer has completed and delivered is not sent again by a tab that has recovered the draft', async () => {
    const disk = fakeDisk()
    disk.condition = 'hangs'
    const page = openPage(disk)
    page.outbox.add(record('1', [PENDING]))
    await settle()
    disk.condition = 'well'
    const tab = openPage(disk)
    await tab.outbox.ready
    expect(await tab.ids(PENDING)).toEqual(['1'])

    await page.platform.clock.advance(5_000)
    page.outbox.amend(record('1'))
    expect(await page.ids()).toEqual(['1'])
    await page.outbox.done('collector', [record('1')])
    const next = openPage(disk)
    await next.outbox.ready
    expect([await next.outbox.all(), keysOn(disk)]).toEqual([[], []])
  })

  describe('what an exit may send of a draft that the page has completed', () => {
    const unsettledIds = ({ outbox }: ReturnType<typeof openPage>) =>
      outbox.unsettled('collector').map(({ event }) => event.id)

    it('the event of a draft that its page has completed is sent at once by a page that holds its lock, because no other page decides about its drafts', async () => {
      const page = openPage(fakeDisk())
      page.outbox.onLock(true)
      await page.outbox.ready
      page.outbox.add(record('1', [PENDING]))
      await settle()
      page.outbox.amend(record('1'))
      expect(unsettledIds(page)).toEqual(['1'])
    })

    it('the event of a draft that its page has completed is sent if no other page can have read the draft yet', () => {
      const page = openPageSlowly(fakeDisk())
      page.outbox.add(record('1', [PENDING]))
      page.outbox.amend(record('1'))
      expect(unsettledIds(page)).toEqual(['1'])
    })

    it.each([
      ['has never held a lock', []],
      ['has released its lock', [true, false]],
      ['holds its lock again', [true, false, true]],
    ])(
      'the event of a draft that its page has completed is sent by a page that %s once the database has taken it',
      async (_, locks) => {
        const page = openPage(fakeDisk())
        await page.outbox.ready
        for (const isHeld of locks.slice(0, 1)) page.outbox.onLock(isHeld)
        page.outbox.add(record('1', [PENDING]))
        await settle()
        for (const isHeld of locks.slice(1)) page.outbox.onLock(isHeld)
        page.outbox.amend(record('1'))
        expect(unsettledIds(page)).toEqual([])
        await settle()
        expect(unsettledIds(page)).toEqual(['1'])
      },
    )

    it('the event of a draft that its page has completed is never sent on exit when another page has completed the draft, and has delivered the event', async () => {
      const disk = fakeDisk()
      const page = openPage(disk)
      await page.outbox.ready
      page.outbox.add(record('1', [PENDING]))
      await settle()
      const other = openPage(disk)
      await other.outbox.ready
      other.outbox.amend(record('1'))
      await other.outbox.done('collector', [record('1')])
      page.outbox.amend(record('1'))
      expect(unsettledIds(page)).toEqual([])
      await settle()
      expect([unsettledIds(page), await page.ids(), keysOn(disk)]).toEqual([[], [], []])
    })
  })

  it('flush starts a write in the current task even if an earlier write is not answered', async () => {
    const disk = fakeDisk()
    const { outbox, written } = openPage(disk)
    await outbox.ready
    disk.condition = 'hangs'
    outbox.add(record('1'))
    await settle()
    outbox.add(record('2'))
    await settle()
    expect(written).toHaveLength(1)
    outbox.flush()
    await settle()
    expect(written.map((changes) => changes.length)).toEqual([1, 1])
  })

  it('an exit before the database has opened does not add an event that another page has delivered meanwhile', async () => {
    const disk = fakeDisk()
    const { outbox, open, written } = openPageSlowly(disk)
    outbox.add(record('1'))
    const other = openPage(disk)
    await other.outbox.ready
    await other.outbox.done('collector', [record('1')])
    outbox.flush()
    // The page is gone before anything else that it does.
    open()
    await settle()
    expect(written.flat().filter(({ type }) => type === 'add')).toEqual([])
    expect(await disk.eventStore('Desk').all()).toEqual([])
  })

  it('unwritten events are stored again when the page may exit, since the application may have cleared localStorage', async () => {
    const disk = fakeDisk()
    const { outbox } = openPage(disk)
    await outbox.ready
    disk.condition = 'hangs'
    outbox.add(record('1'))
    await settle()
    keysOn(disk).forEach(disk.storage.remove)
    outbox.flush()
    expect(keysOn(disk)).toEqual(['unwritten:Desk:1:add'])
  })

  it('events that another tab has delivered are no longer sent on exit, once all others have been read', async () => {
    const disk = fakeDisk()
    const { outbox } = openPage(disk)
    for (const id of ['1', '2', '3']) outbox.add(record(id))
    await settle()
    await disk.eventStore('Desk').change([{ type: 'done', task: 'collector', ids: ['1', '3'] }])
    const newest = () => outbox.unsettled('collector').map(({ event }) => event.id)
    expect(await outbox.next('collector', 1)).toMatchObject({ isAtEnd: false })
    expect(newest()).toEqual(['1', '2', '3'])
    expect(await outbox.next('collector', 2)).toMatchObject({ isAtEnd: true })
    expect(newest()).toEqual(['2'])
  })

  it('events that are handed to a script are done unless the script did not take them', async () => {
    const disk = fakeDisk()
    const first = openPage(disk)
    const records = ['1', '2'].map((id) => record(id, ['script']))
    for (const one of records) first.outbox.add(one)
    await settle()
    first.outbox.mark('script', records, true)
    first.outbox.mark('script', records.slice(1), false)
    const next = openPage(disk)
    expect((await next.outbox.next('script', 10)).records.map(({ event }) => event.id)).toEqual(['2'])
    expect(keysOn(disk)).toEqual([])
  })

  it('an event that is read from the database is no longer unwritten, whichever page has added it', async () => {
    const disk = fakeDisk()
    const { outbox } = openPage(disk)
    await outbox.ready
    outbox.add(record('1'))
    await settle()
    // The state that a page leaves when it ends after its write and before the answer.
    disk.storage.set('unwritten:Desk:1:add', JSON.stringify(record('1')))
    const { records } = await outbox.next('collector', 10)
    await outbox.done('collector', records)
    const next = openPage(disk)
    await next.outbox.ready
    expect([await next.outbox.all(), keysOn(disk)]).toEqual([[], []])
  })

  it('an event that is evicted is removed from localStorage too', async () => {
    const disk = fakeDisk()
    disk.eventStore = () =>
      ({ ...fakeDisk().eventStore<Storable>('Desk'), change: () => Promise.reject(new Error()) }) as never
    const { outbox } = openPage(disk)
    outbox.add(record('1'))
    await settle()
    expect(keysOn(disk)).toHaveLength(1)
    await outbox.remove([record('1')])
    expect([await outbox.all(), keysOn(disk)]).toEqual([[], []])
  })
})

describe('damaged records', () => {
  const add = (event: object, ...todo: string[]) => ({ type: 'add', record: { event, todo } }) as never

  function openDamaged() {
    const disk = fakeDisk()
    const page = openPage(disk)
    const counts: number[] = []
    page.host.bus.on('drop', ({ reason, count }) => void (reason === 'unreadable' && counts.push(count)))
    return { ...page, store: disk.eventStore<Queued>('Desk'), counts }
  }

  it('damaged records are removed and counted once, and reading continues after a whole batch of them', async () => {
    const { outbox, store, counts } = openDamaged()
    const damaged = ['1', '2', '3', '4', '5'].map((id) => add({ id }, 'collector', 'heap'))
    await store.change([...damaged, add(anEvent('6'), 'collector')])
    const both = await Promise.all([outbox.next('collector', 2), outbox.next('heap', 2)])
    expect(both.map(({ records }) => records.map(({ event }) => event.id))).toEqual([['6'], []])
    expect(counts).toEqual([5])
    expect(await store.all()).toHaveLength(1)
  })

  it('damaged records are found by the tasks of a record: a draft waits for its identity, and an event has one', async () => {
    const { outbox, store, counts } = openDamaged()
    const draft = anEvent('1', { identity: undefined as never })
    await store.change([add(draft, 'pending'), add({ ...draft, id: '2' }, 'collector'), add(anEvent('3'), 'collector')])
    expect((await outbox.all()).map(({ event }) => event.id)).toEqual(['1', '3'])
    expect(counts).toEqual([1])
  })
})

describe('an outbox whose database is full', () => {
  it('an outbox whose database is full gives its events from the database and from the page, and none that is done', async () => {
    const disk = fakeDisk()
    const { outbox, ids } = openPage(disk)
    for (const id of ['1', '2']) outbox.add(record(id))
    await settle()
    disk.condition = 'refuses'
    outbox.add(record('3'))
    await settle()
    expect(await ids()).toEqual(['1', '2', '3'])
    await outbox.done('collector', [record('1'), record('3')])
    expect([await ids(), (await outbox.next('collector', 1)).records]).toEqual([
      ['2'],
      [{ ...record('2'), form: FORM }],
    ])
    disk.condition = 'well'
    await outbox.done('collector', [record('2')])
    expect([await ids(), await outbox.all()]).toEqual([[], []])
  })

  it('an outbox whose database is full completes a draft that waits in the database', async () => {
    const disk = fakeDisk()
    const { outbox, ids } = openPage(disk)
    outbox.add(record('1', [PENDING]))
    await settle()
    disk.condition = 'refuses'
    outbox.amend(record('1'))
    await settle()
    expect([await ids(PENDING), await ids()]).toEqual([[], ['1']])
    await outbox.done('collector', [record('1')])
    expect([await ids(), await outbox.all()]).toEqual([[], []])
  })

  it('an outbox whose database is full keeps the reason of an event that a destination refuses', async () => {
    const disk = fakeDisk()
    const { outbox, ids } = openPage(disk)
    disk.condition = 'refuses'
    outbox.add(record('1'))
    await outbox.refuse('collector', [record('1')], 'no')
    expect([await ids(), await outbox.read('refused:collector')]).toMatchObject([
      [],
      [{ reasons: { collector: 'no' } }],
    ])
  })

  it('an event is lost only while neither the database nor localStorage has it', async () => {
    const disk = fakeDisk()
    const { outbox } = openPage(disk)
    await outbox.ready
    disk.condition = 'refuses'
    outbox.add(record('1'))
    await outbox.ready
    expect(outbox.isLost('1')).toBe(false) // the database may take it
    await settle()
    expect(outbox.isLost('1')).toBe(true)
    disk.condition = 'hangs' // localStorage has room again
    outbox.add(record('2'))
    expect(outbox.isLost('2')).toBe(false)
    disk.condition = 'refuses'
    outbox.add(record('3'))
    expect(outbox.isLost('3')).toBe(true)
  })
})

it('of the events that are stored, only the latest 200 are sent on exit', async () => {
  const { outbox } = openPage(fakeDisk())
  for (let id = 100; id < 401; id += 1) outbox.add(record(`${id}`))
  await settle()
  const ids = outbox.unsettled('collector').map(({ event }) => event.id)
  expect([ids.length, ids[0], ids.at(-1)]).toEqual([200, '201', '400'])
})

it('all drafts of the page stay in memory, because the page completes them', async () => {
  const { inMemory, outbox } = openPage(fakeDisk())
  for (let id = 100; id < 401; id += 1) outbox.add(record(`${id}`, [PENDING]))
  await settle()
  expect(inMemory.byId.size).toBe(301)
})

it('events of earlier pages leave the memory once they are delivered', async () => {
  const disk = fakeDisk()
  const first = openPage(disk)
  first.outbox.add(record('1', ['collector', 'heap']))
  await settle()
  const second = openPage(disk)
  await second.outbox.done('collector', (await second.outbox.next('collector', 50)).records)
  expect([second.inMemory.byId.size, second.inMemory.unwritten.size]).toEqual([0, 0])
})

it('an event that another page has recovered before the outbox is loaded is not sent again, and a draft stays', async () => {
  const disk = fakeDisk()
  const { inMemory, outbox, written } = openPage(disk, {
    tracked: [record('1'), record('2', [PENDING])],
    beforeLoad: () => {
      for (const key of keysOn(disk)) disk.storage.remove(key)
      disk.storage.set('recovered:Desk', '1')
    },
  })
  await settle()
  expect([written, outbox.unsettled('collector')]).toEqual([[], []])
  expect([...inMemory.byId]).toMatchObject([['2', { place: 'stored' }]])
})

describe('two tabs that start at the same moment', () => {
  it('two tabs that start at the same moment do not both write an event from localStorage that the first delivers before the second can write', async () => {
    const disk = fakeDisk()
    const first = openPageSlowly(disk)
    first.outbox.add(record('1'))
    const second = openPageSlowly(disk)
    first.open()
    await settle()
    await first.outbox.done('collector', [record('1')])
    second.open()
    await settle()
    expect(await second.outbox.all()).toEqual([])
  })

  it('two tabs that start at the same moment lose none of their own events when the application clears localStorage meanwhile', async () => {
    const disk = fakeDisk()
    const page = openPageSlowly(disk)
    page.outbox.add(record('1'))
    keysOn(disk).forEach(disk.storage.remove)
    page.open()
    await settle()
    expect(await page.ids()).toEqual(['1'])
  })
})
