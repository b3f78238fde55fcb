import { describe, expect, it } from 'vitest'
import { anEvent } from '../testing/anEvent.ts'
import { fakeDisk } from '../testing/fakeDisk.ts'
import type { EventWrite } from './eventWrite.ts'
import { createWritesAside } from './writesAside.ts'

const flagSet = { id: 'set-1', properties: { 'LDFF: plan': 'gold' } }
const append = (id: string): EventWrite => ({ type: 'append', item: { ...anEvent(id), flagSet } })

function openPage(page: string, { storage } = fakeDisk(), appName = 'Desk') {
  return { storage, aside: createWritesAside({ storage, appName, page, onUnreadable: () => {} }) }
}

describe('the flags of writes in localStorage', () => {
  it('are stored once for all writes that share them, and removed with the last of them', () => {
    const { storage, aside } = openPage('page-1')
    const writes = ['1', '2'].map(append)
    for (const write of writes) aside.put(write)
    expect(storage.keys('flagset:')).toEqual(['flagset:Desk:page-1:set-1'])
    expect(storage.get('aside:Desk:2:append')).not.toContain('gold')
    for (const write of writes) {
      expect(storage.keys('flagset:')).toHaveLength(1)
      aside.forget(write)
    }
    expect(storage.keys('')).toEqual([])
  })

  it('come back with the writes that another page has left', () => {
    const { storage, aside } = openPage('page-1')
    const writes = ['1', '2'].map(append)
    for (const write of writes) aside.put(write)
    expect(openPage('page-2', { ...fakeDisk(), storage }).aside.takeUp([])).toEqual(writes)
  })

  it('are removed once no write needs them, but not those of another application', () => {
    const { storage, aside } = openPage('page-1')
    const other = openPage('page-1', { ...fakeDisk(), storage }, 'Desk:2')
    aside.put(append('1'))
    other.aside.put(append('1'))
    storage.remove('aside:Desk:1:append')
    storage.remove('aside:Desk:2:1:append')
    openPage('page-2', { ...fakeDisk(), storage }).aside.takeUp([])
    expect(storage.keys('flagset:')).toEqual(['flagset:Desk:2:page-1:set-1'])
  })

  it('leave the write out when there is no room for them, instead of storing it without flags', () => {
    const { storage, aside } = openPage('page-1')
    const { set } = storage
    storage.set = (key, value) => !key.startsWith('flagset:') && set(key, value)
    expect(aside.put(append('1'))).toBe(false)
    expect(storage.keys('')).toEqual([])
    storage.set = set
    expect(aside.put(append('1'))).toBe(true)
    expect(storage.keys('flagset:')).toHaveLength(1)
  })

  it('stay when a write that is stored already cannot be stored again', () => {
    const { storage, aside } = openPage('page-1')
    aside.put(append('1'))
    const { set } = storage
    storage.set = () => false
    expect(aside.put(append('1'))).toBe(false)
    storage.set = set
    expect(openPage('page-2', { ...fakeDisk(), storage }).aside.takeUp([])).toEqual([append('1')])
  })
})
