import { describe, expect, it } from 'vitest'
import type { Durability, EventStore, Storable } from '../core/ports/eventStore.ts'
import { describeEventStore } from '../core/ports/eventStore.suite.ts'
import { fakeClock, settle } from '../testing/fakePlatform.ts'
import { fakeDisk } from '../testing/fakeDisk.ts'
import { memoryEventStore, openEventStore } from './openEventStore.ts'

const add = (...ids: string[]) => ids.map((id) => ({ type: 'add' as const, record: { event: { id }, todo: ['one'] } }))
const hold = (id: string) => ({ type: 'add' as const, record: { event: { id }, todo: ['hold'] } })
const complete = (id: string) => ({ type: 'amend' as const, record: { event: { id }, todo: ['one'] } })
const done = (...ids: string[]) => ({ type: 'done' as const, task: 'one', ids })
const idsIn = async (store: EventStore<Storable>, task = 'one') =>
  (await store.read(task, 10)).map(({ event }) => event.id)

/** Creates a disk whose database takes the place of the database of this page. */
function setUp() {
  const clock = fakeClock()
  const disk = fakeDisk()
  const database = disk.eventStore('Desk')
  return { clock, disk, database, store: openEventStore(async () => database, clock) }
}

describeEventStore('an event store in memory', memoryEventStore)
describeEventStore('an event store whose database cannot be opened', () =>
  openEventStore(() => Promise.reject(new Error('no')), fakeClock()),
)
describeEventStore('an event store whose database answers', () => setUp().store)
describeEventStore('an event store whose database refuses every change', () => {
  const { disk, store } = setUp()
  disk.condition = 'refuses'
  return store
})

describe('an event store that is opened', () => {
  it('a database is opened once, at its first use', async () => {
    let opened = 0
    const store = openEventStore(async () => {
      opened += 1
      return fakeDisk().eventStore('Desk')
    }, fakeClock())
    expect(opened).toBe(0)
    await store.change(add('a'))
    await store.change(add('b'))
    expect(opened).toBe(1)
  })

  it('a change is durable when the database has taken it, and in memory when it has not', async () => {
    const { disk, store } = setUp()
    expect(await store.change(add('a'))).toBe('durable')
    disk.condition = 'refuses'
    expect(await store.change(add('b'))).toBe('memory')
  })

  it('memory replaces a database that has not answered for 5,000 ms, until the page ends', async () => {
    const { clock, disk, store } = setUp()
    disk.condition = 'hangs'
    let durability: Durability | undefined
    void store.change(add('a')).then((answer) => (durability = answer))
    await clock.advance(4_999)
    expect(durability).toBeUndefined()
    await clock.advance(1)
    expect(durability).toBe('memory')
    disk.condition = 'well'
    expect(await store.change(add('b'))).toBe('memory')
    expect(await idsIn(store)).toEqual(['a', 'b'])
    expect(clock.pending).toBe(0)
  })

  it('a database is kept when the page was busy and the due timers run before its answer', async () => {
    let now = 0
    let due: { at: number; task(): void }[] = []
    const clock = {
      now: () => now,
      after(ms: number, task: () => void) {
        due.push({ at: now + ms, task })
        return () => void (due = due.filter((other) => other.task !== task))
      },
    }
    let answer = () => {}
    const change = () => new Promise<Durability>((resolve) => (answer = () => resolve('durable')))
    const store = openEventStore(async () => ({ ...fakeDisk().eventStore('Desk'), change }), clock)
    const durability = store.change(add('a'))
    await settle()

    now = 7_000 // within one task
    for (const { at, task } of due) if (at <= now) task()
    await settle()
    answer()
    expect(await durability).toBe('durable')
  })

  it('the events of a full database are delivered from memory, and the database is told which tasks are done', async () => {
    const { disk, database, store } = setUp()
    await store.change(add('a', 'b'))
    disk.condition = 'refuses'
    await store.change(add('c'))
    expect(await idsIn(store)).toEqual(['a', 'b', 'c'])
    expect(await store.change([done('a')])).toBe('memory')
    disk.condition = 'well'
    expect(await store.change([done('b')])).toBe('durable')
    expect(await idsIn(store)).toEqual(['c'])
    expect(await idsIn(database)).toEqual(['a'])
  })

  it('a draft that waits in a full database is completed in memory', async () => {
    const { disk, store } = setUp()
    await store.change([hold('a')])
    disk.condition = 'refuses'
    await store.change([complete('a')])
    expect([await idsIn(store, 'hold'), await idsIn(store)]).toEqual([[], ['a']])
  })

  it('a draft that waits in a database which the browser has closed is completed in memory', async () => {
    const { database } = setUp()
    let isClosed = false
    const rejectIfClosed = async () => {
      if (isClosed) throw new Error('InvalidStateError')
    }
    const closing: EventStore<Storable> = {
      change: (changes) => rejectIfClosed().then(() => database.change(changes)),
      read: (task, limit) => rejectIfClosed().then(() => database.read(task, limit)),
      counts: () => rejectIfClosed().then(() => database.counts()),
      all: () => rejectIfClosed().then(() => database.all()),
    }
    const store = openEventStore(async () => closing, fakeClock())
    await store.change([hold('a')])
    isClosed = true
    await store.change([complete('a')])
    expect([await idsIn(store, 'hold'), await idsIn(store)]).toEqual([[], ['a']])
    expect(await store.change([done('a')])).toBe('memory')
    expect(await store.all()).toEqual([])
  })
})
