import { describe, expect, it } from 'vitest'
import type { ConsentState } from '../core/model/consent.ts'
import { PENDING } from '../core/ports/eventStore.ts'
import type { Permits } from '../core/ports/platform.ts'
import { fakeDisk } from '../testing/fakeDisk.ts'
import { holdStorage } from './heldStorage.ts'

const SPACE = 'Desk@only/'
const KEY = `unwritten:${SPACE}#1:id:add`

/** The storage of a page of Ida, in a browser, while the collector is allowed and Heap is pending. */
function openStorage() {
  const { storage: device } = fakeDisk()
  const states: Record<string, ConsentState> = { collector: 'granted', heap: 'pending' }
  const permits: Pick<Permits, 'of' | 'holder' | 'ownerOf'> = {
    of: (use) => states[use] ?? 'pending',
    holder: () => 'ida',
    ownerOf: (identity) => identity?.id ?? 'ida',
  }
  const held = holdStorage(device, {
    permits: permits as Permits,
    space: SPACE,
    destinations: ['collector', 'heap'],
  })
  const onDevice = (key = KEY) => JSON.parse(device.get(key) ?? 'null') as unknown
  return { device, states, onDevice, ...held }
}

const change = (todo: readonly string[], event: object = { id: 'id' }) => JSON.stringify({ n: 1, todo, event })

describe('a change of an event for two destinations of which one is allowed', () => {
  it('is on the device for that one alone, and whole for the page', () => {
    const { onDevice, storage } = openStorage()
    const whole = change(['collector', 'heap', 'upload'])
    expect(storage.set(KEY, whole)).toBe(true)
    expect(onDevice()).toEqual({
      n: 1,
      todo: ['collector', 'upload'],
      event: { id: 'id', destinations: ['collector'] },
    })
    expect([storage.get(KEY), storage.keys('unwritten:')]).toEqual([whole, [KEY]])
  })

  it('says what is withheld while it waits for its user', () => {
    const { onDevice, storage } = openStorage()
    storage.set(KEY, change([PENDING], { id: 'id', destinations: ['heap', 'collector', 'former'] }))
    expect(onDevice()).toEqual({
      n: 1,
      todo: [PENDING],
      event: { id: 'id', destinations: ['collector', 'former'], withheld: ['heap'] },
    })
  })

  it('is for the one that is allowed if its destinations are damaged', () => {
    const { onDevice, storage } = openStorage()
    storage.set(KEY, change([PENDING], { id: 'id', destinations: 'heap' }))
    expect(onDevice()).toMatchObject({ event: { destinations: ['collector'] } })
  })

  it.each([
    ['without tasks', JSON.stringify({ ids: ['id'] })],
    ['without an event', JSON.stringify({ todo: ['heap'] })],
    ['with tasks that are none', JSON.stringify({ todo: 'heap', event: {} })],
  ])('is on the device as it is: one %s', (_title, value) => {
    const { device, storage } = openStorage()
    storage.set(KEY, value)
    expect(device.get(KEY)).toBe(value)
  })

  it.each([
    ['it has no other task', change(['heap'])],
    ['it has no other destination', change([PENDING], { destinations: ['heap'] })],
  ])('is not on the device if %s', (_title, value) => {
    const { device, storage } = openStorage()
    storage.set(KEY, value)
    expect([device.keys(''), storage.get(KEY)]).toEqual([[], value])
  })

  it('leaves other keys of events whole', () => {
    const { device, storage } = openStorage()
    const value = change(['heap'])
    storage.set(`flagset:${SPACE}#1:page:1`, value)
    expect(device.get(`flagset:${SPACE}#1:page:1`)).toBe(value)
  })

  it('is whole on the device when the other one is allowed, too', () => {
    const { device, settle, states, storage } = openStorage()
    const whole = change(['collector', 'heap'])
    storage.set(KEY, whole)
    settle()
    states['heap'] = 'granted'
    settle()
    expect(device.get(KEY)).toBe(whole)
  })

  it('is as it was put when the other one is denied, and allowed after that', () => {
    const { onDevice, settle, states, storage } = openStorage()
    storage.set(KEY, change(['collector', 'heap']))
    states['heap'] = 'denied'
    settle()
    states['heap'] = 'granted'
    settle()
    expect(onDevice()).toMatchObject({ todo: ['collector'] })
  })
})

describe('a change of an event that is on the device', () => {
  it('is in the memory of the page while it may not be on the device any more', () => {
    const { device, settle, states, storage } = openStorage()
    const whole = change(['collector'])
    storage.set(KEY, whole)
    states['collector'] = 'pending'
    settle()
    expect([device.keys(''), storage.get(KEY)]).toEqual([[], expect.stringContaining('"collector"')])
    states['collector'] = 'granted'
    settle()
    expect([device.keys(''), storage.get(KEY)]).toEqual([[KEY], whole])
  })

  it('is gone when it is denied, also later', () => {
    const { device, settle, states, storage } = openStorage()
    storage.set(KEY, change(['collector']))
    states['collector'] = 'denied'
    settle()
    states['collector'] = 'granted'
    settle()
    expect([device.keys(''), storage.get(KEY), storage.keys('')]).toEqual([[], undefined, []])
  })

  it('is not put again by a page that has removed it', () => {
    const { device, settle, states, storage } = openStorage()
    storage.set(KEY, change(['collector']))
    storage.remove(KEY)
    device.set(KEY, change(['collector'], { id: 'of another tab' }))
    states['collector'] = 'pending'
    settle()
    expect([device.get(KEY), storage.get(KEY)]).toEqual([expect.stringContaining('another tab'), undefined])
  })

  it('is not put again if another tab has removed it', () => {
    const { device, settle, states, storage } = openStorage()
    states['heap'] = 'granted'
    storage.set(KEY, change(['collector']))
    device.remove(KEY)
    states['collector'] = states['heap'] = 'pending'
    settle()
    expect([device.keys(''), storage.get(KEY)]).toEqual([[], undefined])
  })

  it('of another page stays there while it is pending, and nobody reads it', () => {
    const { device, settle, states, storage } = openStorage()
    device.set(KEY, change(['collector']))
    states['collector'] = 'pending'
    settle()
    expect([device.keys(''), storage.get(KEY), storage.keys('')]).toEqual([[KEY], undefined, []])
  })
})
