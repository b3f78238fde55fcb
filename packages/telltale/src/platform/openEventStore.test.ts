import { describe, expect, it } from 'vitest'
import { describeEventStore, STORED } from '../core/ports/eventStore.suite.ts'
import type { ChangeResult, EventStore, Storable } from '../core/ports/eventStore.ts'
import { openEventStore } from './indexedDbEventStore.ts'
import { fakeDisk } from '../testing/fakeDisk.ts'
import { fakeClock, settle } from '../testing/fakePlatform.ts'

const add = (...ids: string[]) => ids.map((id) => ({ type: 'add' as const, record: { event: { id }, todo: ['one'] } }))
const idsIn = async (store: EventStore<Storable>, task = 'one') =>
  (await store.read(task, 10)).map(({ event }) => event.id)

const NOT_STORED = { ...STORED, isStored: false }

/** Creates a disk whose database takes the place of the database of this page. */
function setUp() {
  const clock = fakeClock()
  const disk = fakeDisk()
  const database = disk.eventStore('Desk')
  return { clock, disk, database, store: openEventStore(async () => database, clock) }
}

describeEventStore('an event store whose database answers', () => setUp().store)

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

  it('a change that the database refuses is not stored, and later changes are', async () => {
    const { disk, store } = setUp()
    expect(await store.change(add('a'))).toEqual(STORED)
    disk.condition = 'refuses'
    expect(await store.change(add('b'))).toEqual(NOT_STORED)
    disk.condition = 'well'
    expect(await store.change(add('c'))).toEqual(STORED)
    expect(await idsIn(store)).toEqual(['a', 'c'])
  })

  it('a database that cannot be opened stores nothing and has no records', async () => {
    const store = openEventStore(() => Promise.reject(new Error('no')), fakeClock())
    expect([await store.change(add('a')), await store.read('one', 1), await store.all()]).toEqual([NOT_STORED, [], []])
  })

  it('a database that has not answered for 5,000 ms is not asked again before it answers', async () => {
    const { clock, disk, store } = setUp()
    disk.condition = 'hangs'
    let result: ChangeResult | undefined
    void store.change(add('a')).then((answer) => (result = answer))
    await clock.advance(4_999)
    expect(result).toBeUndefined()
    await clock.advance(1)
    expect(result).toEqual(NOT_STORED)
    disk.condition = 'well'
    expect([await store.change(add('b')), await store.all()]).toEqual([NOT_STORED, []])
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
    const change = () => new Promise<ChangeResult>((resolve) => (answer = () => resolve(STORED)))
    const store = openEventStore(async () => ({ ...fakeDisk().eventStore('Desk'), change }), clock)
    const changing = store.change(add('a'))
    await settle()

    now = 7_000 // within one task
    for (const { at, task } of due) if (at <= now) task()
    await settle()
    answer()
    expect(await changing).toEqual(STORED)
  })
})
