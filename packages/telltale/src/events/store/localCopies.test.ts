import { describe, expect, it } from 'vitest'
import type { FlagSet } from '../../core/model/event.ts'
import { createOwnCopies } from './ownCopies.ts'
import type { QueuedChange, QueuedRecord } from './storedRecord.ts'
import { createLocalCopies } from './localCopies.ts'
import { fakeDisk } from '../../testing/fakeDisk.ts'
import { fakeClock } from '../../testing/fakePlatform.ts'
import { anEvent } from '../../testing/fakeHost.ts'

const flagSet = { id: 'set-1', properties: { 'LDFF: plan': 'gold' }, flags: {} }
const record = (id: string, set?: FlagSet): QueuedRecord => ({
  event: { ...anEvent(id), ...(set && { flagSet: set }) } as QueuedRecord['event'],
  todo: ['collector'],
})
const add = (id: string, set?: FlagSet) => ({ type: 'add' as const, record: record(id, set) })
const done = (...ids: string[]): QueuedChange => ({ type: 'done', task: 'heap', ids })

function openPage(page: string, { storage } = fakeDisk(), appName = 'Desk') {
  const unreadable: number[] = []
  const clock = fakeClock()
  const localCopies = createLocalCopies(createOwnCopies({ storage, store: appName, page }), {
    clock,
    storage,
    onUnreadable: (n) => unreadable.push(n),
  })
  return { clock, storage, localCopies, unreadable }
}

/** Returns the changes that the next page finds. */
const leftIn = (page: ReturnType<typeof openPage>, appName = 'Desk') =>
  openPage('page-2', { ...fakeDisk(), storage: page.storage }, appName).localCopies.recover()

describe('unwritten changes', () => {
  it('unwritten changes are found by the next page until they are confirmed, additions first and completed tasks last', async () => {
    const page = openPage('page-1')
    const changes = [{ type: 'amend' as const, record: record('1') }, add('1'), add('2')]
    page.localCopies.mark('heap', ['1', '2'], true)
    for (const change of changes) expect(page.localCopies.put(change)).toBe(true)
    expect(await leftIn(page)).toEqual([
      add('1'),
      { type: 'amend', record: record('1') },
      done('1'),
      add('2'),
      done('2'),
    ])
    page.localCopies.confirm(['1', '2'])
    page.localCopies.mark('heap', ['1', '2'], false)
    expect(page.storage.keys('')).toEqual(['recovered:Desk'])
  })

  it('unwritten changes do not write flags that are too large for the storage again until something is removed', () => {
    const { storage } = fakeDisk()
    const sizes: number[] = []
    const small = { ...storage, set: (_: string, value: string) => (sizes.push(value.length), value.length < 50_000) }
    const { localCopies } = openPage('page-1', { ...fakeDisk(), storage: small })
    const large = { id: 'large', properties: { 'LDFF: plan': 'x'.repeat(200_000) }, flags: {} }
    for (const id of ['1', '2', '3']) expect(localCopies.put(add(id, large))).toBe(false)
    expect(sizes.filter((size) => size > 200_000)).toHaveLength(1)
    localCopies.confirm(['0'])
    expect(localCopies.put(add('4', large))).toBe(false)
    expect(sizes.filter((size) => size > 200_000)).toHaveLength(2)
  })

  it('unwritten changes tell which tasks are done, in this page or in another one', () => {
    const page = openPage('page-1')
    page.localCopies.mark('heap', ['1'], true)
    const other = openPage('page-2', { ...fakeDisk(), storage: page.storage })
    const questions = [
      ['heap', '1'],
      ['heap', '2'],
      ['collector', '1'],
    ] as const
    expect(questions.map(([task, id]) => other.localCopies.isDone(task, id))).toEqual([true, false, false])
    page.localCopies.mark('heap', ['1'], false)
    expect(other.localCopies.isDone('heap', '1')).toBe(false)
  })

  it('unwritten changes of an event without remaining tasks are removed together, and the sets of flags with the last change of the page', () => {
    const page = openPage('page-1')
    for (const change of [add('1', flagSet), add('2')]) page.localCopies.put(change)
    page.localCopies.mark('heap', ['1'], true)
    expect([page.localCopies.hasAddition('1'), page.localCopies.hasAddition('3')]).toEqual([true, false])
    page.localCopies.forgetEvent('1')
    expect(page.storage.keys('unwritten')).toEqual(['unwritten:Desk:2:add'])
    page.localCopies.forgetEvent('2')
    expect(page.storage.keys('')).toEqual([])
  })

  it('unwritten changes are not stored when there is no room, or when JSON cannot hold them', () => {
    const page = openPage('page-1')
    const nested = JSON.parse('['.repeat(100_000) + ']'.repeat(100_000)) as []
    const deep: QueuedRecord = { event: anEvent('1', { properties: { nested } }), todo: ['collector'] }
    expect(page.localCopies.put({ type: 'add', record: deep })).toBe(false)
    page.storage.set = () => false
    expect(page.localCopies.put(add('1'))).toBe(false)
    page.localCopies.mark('heap', ['1'], true)
    expect(page.storage.keys('')).toEqual([])
  })

  it('unwritten changes of another application of the origin are left alone', async () => {
    const page = openPage('page-1', undefined, 'Desk')
    const other = openPage('page-1', { ...fakeDisk(), storage: page.storage }, 'Desk:1')
    page.localCopies.put(add('1'))
    other.localCopies.put(add('2'))
    for (const name of ['Other', 'Des']) expect(await leftIn(page, name)).toEqual([])
    expect([await leftIn(page), await leftIn(page, 'Desk:1')]).toEqual([[add('1')], [add('2')]])
  })

  it('unwritten changes that are many are read and removed in slices, with one report for each, and in order', async () => {
    const page = openPage('page-1')
    const ids = Array.from({ length: 2_000 }, (_, index) => String(10_000 + index))
    for (const id of ids) page.storage.set(`unwritten:Desk:${id}:add`, 'of another script')
    const own = ids.map((id) => add(`2${id}`))
    for (const change of own) page.localCopies.put(change)
    const uses: string[] = []
    const watched = {
      ...page.storage,
      get: (key: string) => (uses.push(key), page.storage.get(key)),
      remove: (key: string) => (uses.push(key), page.storage.remove(key)),
    }
    const { clock, localCopies, unreadable } = openPage('page-2', { ...fakeDisk(), storage: watched })
    const { after } = clock
    const perTask: number[] = []
    clock.after = (ms, task) => {
      perTask.push(uses.splice(0).length)
      return after(ms, task)
    }
    const recovered = localCopies.recover()
    await clock.advance(1_000)
    expect(await recovered).toEqual(own)
    expect(unreadable).toEqual([500, 500, 500, 500])
    expect(Math.max(...perTask)).toBe(1_000)
  })

  it('unwritten changes that are damaged are removed and counted', async () => {
    const { storage } = openPage('page-1')
    storage.set('unwritten:Desk:1:add', '{"event"')
    storage.set('unwritten:Desk:2:amend', 'null')
    const { localCopies, unreadable } = openPage('page-2', { ...fakeDisk(), storage })
    expect(await localCopies.recover()).toEqual([])
    expect([unreadable, storage.keys('')]).toEqual([[2], []])
  })
})

describe('the flags of unwritten changes', () => {
  it('the flags of unwritten changes are stored once for all changes that share them, and removed with the last of them', () => {
    const { storage, localCopies } = openPage('page-1')
    const changes = ['1', '2'].map((id) => add(id, flagSet))
    for (const change of changes) localCopies.put(change)
    expect(storage.keys('flagset:')).toEqual(['flagset:Desk:page-1:set-1'])
    expect(storage.get('unwritten:Desk:2:add')).not.toContain('gold')
    for (const change of changes) {
      expect(storage.keys('flagset:')).toHaveLength(1)
      localCopies.confirm([change.record.event.id])
    }
    expect(storage.keys('')).toEqual([])
  })

  it('the flags of unwritten changes come back with the changes that another page has left', async () => {
    const page = openPage('page-1')
    page.localCopies.put(add('1', flagSet))
    expect(await leftIn(page)).toEqual([add('1', flagSet)])
  })

  it('the flags of unwritten changes are removed once no change needs them, unless they belong to another application', async () => {
    const page = openPage('page-1')
    const other = openPage('page-1', { ...fakeDisk(), storage: page.storage }, 'Desk:2')
    page.localCopies.put(add('1', flagSet))
    other.localCopies.put(add('1', flagSet))
    page.storage.remove('unwritten:Desk:1:add')
    await leftIn(page)
    expect(page.storage.keys('flagset:')).toEqual(['flagset:Desk:2:page-1:set-1'])
  })

  it('the flags of unwritten changes leave the change out when there is no room for them, instead of storing it without flags', () => {
    const { storage, localCopies } = openPage('page-1')
    const { set } = storage
    storage.set = (key, value) => !key.startsWith('flagset:') && set(key, value)
    expect(localCopies.put(add('1', flagSet))).toBe(false)
    expect(storage.keys('')).toEqual([])
    storage.set = set
    localCopies.confirm(['0']) // the flags are written again after something was removed
    expect(localCopies.put(add('1', flagSet))).toBe(true)
    expect(storage.keys('flagset:')).toHaveLength(1)
  })

  it('the flags of unwritten changes stay stored when a new version of their change cannot be stored', async () => {
    const page = openPage('page-1')
    page.localCopies.put(add('1', flagSet))
    const { set } = page.storage
    page.storage.set = () => false
    expect(page.localCopies.put(add('1', flagSet))).toBe(false)
    page.storage.set = set
    expect(await leftIn(page)).toEqual([add('1', flagSet)])
  })

  const large = { ...flagSet, properties: { 'LDFF: plan': 'gold'.repeat(5_000) } }

  it('large flags are written once for 100 changes, each of which is confirmed before the next one, and removed as the page may end', () => {
    const { storage, localCopies } = openPage('page-1')
    const { set } = storage
    const written: string[] = []
    storage.set = (key, value) => (written.push(key), set(key, value))
    for (let id = 0; id < 100; id += 1) {
      localCopies.put(add(`${id}`, large))
      localCopies.confirm([`${id}`])
    }
    expect(written.filter((key) => key.startsWith('flagset:'))).toHaveLength(1)
    localCopies.tidy()
    expect(storage.keys('')).toEqual([])
  })

  it('large flags are written again once the application has cleared the storage, and removed when others have taken their place', async () => {
    const page = openPage('page-1')
    for (const id of ['1', '2']) {
      page.localCopies.put(add(id, large))
      page.localCopies.confirm([id])
      for (const key of page.storage.keys('')) page.storage.remove(key)
    }
    page.localCopies.put(add('3', large))
    page.localCopies.put(add('4', { ...large, id: 'set-2' }))
    page.localCopies.confirm(['3', '4'])
    expect(page.storage.keys('')).toEqual(['flagset:Desk:page-1:set-2'])
    page.localCopies.put(add('5', large))
    expect(await leftIn(page)).toEqual([add('5', large)])
  })
})
