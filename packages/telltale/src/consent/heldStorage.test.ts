import { describe, expect, it } from 'vitest'
import type { ConsentState } from '../core/model/consent.ts'
import type { Permits } from '../core/ports/platform.ts'
import { fakeDisk } from '../testing/fakeDisk.ts'
import { holdStorage } from './heldStorage.ts'

const SPACE = 'Desk@only/'

/** A browser, and the storage of a page in it in which everything has this state. */
function openStorage(state: ConsentState, ...[holder = '']: [holder?: string]) {
  const { storage: device } = fakeDisk()
  const states: Record<string, ConsentState> = {}
  const page: { state: ConsentState; holder: string | undefined } = { state, holder }
  const permits: Permits = {
    of: (use) => states[use] ?? page.state,
    purposeOf: () => 'analytics',
    holder: () => page.holder,
    ownerOf: (identity) => identity?.id ?? page.holder,
    isForgotten: () => false,
    mustDelete: () => false,
    watch: () => () => {},
    settling() {},
    guard: (http) => http,
    removeCookies() {},
  }
  return {
    device,
    page,
    states,
    ...holdStorage(device, { permits, space: SPACE, destinations: ['collector', 'heap'] }),
  }
}

describe('a page that is not allowed to store', () => {
  it.each([
    `visitor:${SPACE}`,
    `visit:${SPACE} 0.5`,
    `session:${SPACE}`,
    `exposures:${SPACE}`,
    'context-key:user',
    'flag-events:env:1',
    'told:heap',
    `unwritten:${SPACE}#1:id:add`,
    `flagset:${SPACE}#1:page:1`,
    `fates:${SPACE}#1:page`,
    `dropped:${SPACE}`,
  ])('finds what it has put under %s, and the browser has nothing', (key) => {
    const { device, storage } = openStorage('pending')
    expect(storage.set(key, 'v')).toBe(true)
    expect([storage.get(key), storage.keys(key.slice(0, 5)), storage.keys(`${key}x`)]).toEqual(['v', [key], []])
    expect(device.keys('')).toEqual([])
  })

  it.each(['salt', 'identity', 'flags', `consent:${SPACE}`, 'panel:Desk', `visitor:Other${SPACE}`, `visit:${SPACE}b`])(
    'stores what is necessary, or belongs to something else: %s',
    (key) => {
      const { device, states, storage } = openStorage('denied')
      states['rememberedIdentity'] = states['flagCache'] = 'granted'
      storage.set(key, 'v')
      expect(device.get(key)).toBe('v')
    },
  )

  it('does not read what another user has allowed', () => {
    const { device, storage } = openStorage('pending')
    device.set(`visitor:${SPACE}`, 'v')
    expect([storage.get(`visitor:${SPACE}`), storage.keys('visitor')]).toEqual([undefined, []])
  })

  it('reads it while it is not known yet whose page it is', () => {
    const { device, page, storage } = openStorage('pending')
    page.holder = undefined
    device.set(`visitor:${SPACE}`, 'v')
    expect([storage.get(`visitor:${SPACE}`), storage.keys('visitor')]).toEqual(['v', [`visitor:${SPACE}`]])
  })
})

describe('when it is allowed', () => {
  it('what the page has put is stored, unless another tab has stored something meanwhile', () => {
    const { device, page, settle, storage } = openStorage('pending')
    storage.set(`visitor:${SPACE}`, 'mine')
    storage.set(`visit:${SPACE}`, 'mine')
    device.set(`visit:${SPACE}`, 'theirs')
    page.state = 'granted'
    settle()
    expect([device.get(`visitor:${SPACE}`), device.get(`visit:${SPACE}`), storage.get(`visit:${SPACE}`)]).toEqual([
      'mine',
      'theirs',
      'theirs',
    ])
  })

  it('what the page has put while another tab has stored something is there for the page until then', () => {
    const { device, settle, storage } = openStorage('pending')
    storage.set(`visitor:${SPACE}`, 'mine')
    device.set(`visitor:${SPACE}`, 'theirs')
    settle()
    expect([storage.get(`visitor:${SPACE}`), storage.keys('visitor:')]).toEqual(['mine', [`visitor:${SPACE}`]])
  })

  it('what the page has put in place of what the browser had is stored, if that was before it was known whose page it is', () => {
    const { device, page, settle, storage } = openStorage('pending')
    page.holder = undefined
    device.set(`visitor:${SPACE}`, 'theirs')
    storage.set(`visitor:${SPACE}`, 'mine')
    expect([device.get(`visitor:${SPACE}`), storage.get(`visitor:${SPACE}`)]).toEqual(['theirs', 'mine'])
    page.state = 'granted'
    settle()
    expect(device.get(`visitor:${SPACE}`)).toBe('mine')
  })

  it('what is no event stays in the browser when it is pending again', () => {
    const { device, page, settle, storage } = openStorage('granted')
    storage.set(`visitor:${SPACE}`, 'mine')
    page.state = 'pending'
    settle()
    expect([device.get(`visitor:${SPACE}`), storage.get(`visitor:${SPACE}`)]).toEqual(['mine', undefined])
  })

  it('what the page has put for a user who has gone is not stored', () => {
    const { device, forget, page, settle, storage } = openStorage('pending')
    storage.set(`visitor:${SPACE}`, 'mine')
    forget()
    page.state = 'granted'
    settle()
    expect(device.keys('')).toEqual([])
  })
})

describe('an event of which one destination is allowed', () => {
  const key = `unwritten:${SPACE}#1:id:add`
  const record = (todo: readonly string[], destinations?: readonly string[]) =>
    JSON.stringify({ todo, event: { id: 'id', destinations } })

  it.each([
    ['is stored if it is for that one', record(['collector', 'heap']), true],
    ['is not stored if it is for another one', record(['heap']), false],
    ['is stored while it waits for its user, if that one may get it', record(['pending'], ['collector', 'heap']), true],
    ['is not stored while it waits for its user, if only another one may get it', record(['pending'], ['heap']), false],
  ])('%s', (_title, value, isStored) => {
    const { device, states, storage } = openStorage('pending')
    states['collector'] = 'granted'
    storage.set(key, value)
    expect(device.get(key) !== undefined).toBe(isStored)
  })
})

describe('when it is denied', () => {
  it('what the browser has is removed, but for events of another person and other applications', () => {
    const { device, settle } = openStorage('denied', 'otto')
    const of = (id: string) => JSON.stringify({ todo: ['collector'], event: { id: 'e', identity: { id } } })
    const kept = [`visitor:Other@only/`, `unwritten:${SPACE}#1:a:add`, `flagset:${SPACE}#1:p:s`, 'salt']
    for (const key of kept) device.set(key, of('ida'))
    device.set(`fates:${SPACE}#1:p`, of('ida'))
    for (const key of [`visitor:${SPACE}`, `unwritten:${SPACE}#1:b:add`, `used:${SPACE}#1`, 'told:heap'])
      device.set(key, of('otto'))
    settle()
    expect([...device.keys('')].sort()).toEqual(kept.sort())
  })

  it('the flags of events are removed, too, if no event of another person is left', () => {
    const { device, settle } = openStorage('denied', 'otto')
    const flagSet = `flagset:${SPACE}#1:p:s`
    device.set(`unwritten:${SPACE}#1:b:add`, JSON.stringify({ todo: ['collector'], event: { id: 'e' } }))
    device.set(flagSet, '{}')
    settle()
    expect(device.keys('')).toEqual([])
  })
})
