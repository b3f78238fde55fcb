import { describe, expect, it } from 'vitest'
import { INTERCOM } from '../../core/model/vendorLimits.ts'
import { fakeIntercom, intercomSnippet, type FakeIntercomOptions, type IntercomPage } from './fakeIntercom.ts'

const ida = { app_id: 'app', user_id: 'ida' }
const WEEK = 7 * 24 * 3_600_000
const staysVisible = 'no shutdown before: the conversations of ida stay visible'
const long = (characters: number) => 'x'.repeat(characters)

function loaded(options: Partial<FakeIntercomOptions> = {}) {
  const page: IntercomPage = options.page ?? {}
  intercomSnippet(page)
  const intercom = fakeIntercom({ now: () => 0, ...options, page })
  const call = (method: string, ...given: unknown[]) => page.Intercom?.(method, ...given)
  return { intercom, call, last: () => intercom.received.at(-1) }
}

describe('the stand-in for Intercom comes to a page as the widget does:', () => {
  it('what was called on the snippet’s stub arrives in order', () => {
    const page: IntercomPage = {}
    intercomSnippet(page)
    page.Intercom?.('boot', ida)
    page.Intercom?.('trackEvent', 'Quote sent', { total: 3 })
    const told: string[] = []
    fakeIntercom({ page, onReceived: ({ method }) => told.push(method) })
    expect(told).toEqual(['boot', 'trackEvent'])
    page.Intercom?.('show')
    expect(told).toEqual(['boot', 'trackEvent', 'show'])
  })

  it('the widget is marked as booted, by which an application tells it from the stub', () => {
    const page: IntercomPage = {}
    intercomSnippet(page)
    expect(page.Intercom).toHaveProperty('q', [])
    expect(page.Intercom).not.toHaveProperty('booted')
    fakeIntercom({ page })
    expect(page.Intercom).toHaveProperty('booted', true)
    expect(page.Intercom).not.toHaveProperty('q')
  })

  it('settings of the page boot it by themselves', () => {
    const { intercom } = loaded({ page: { intercomSettings: ida } })
    expect(intercom.received[0]).toMatchObject({ method: 'boot', kept: { user: 'ida' } })
  })

  it.each(['update', 'trackEvent', 'shutdown', 'show'])('%s before the boot is dropped', (method) => {
    const { call, last } = loaded()
    call(method, 'Quote sent')
    expect(last()).toEqual({ vendor: 'intercom', method, given: ['Quote sent'], losses: ['the widget is not booted'] })
  })

  it.each([
    ['a method that there is not', ['dance'], 'there is no such method'],
    ['a boot without an application', ['boot', {}], 'boot needs an app_id'],
    ['an event without a name', ['trackEvent', ''], 'an event has a name'],
  ] as const)('%s is dropped', (_what, [method, ...given], loss) => {
    const { call, last } = loaded()
    call('boot', ida)
    call(method, ...given)
    expect(last()).toEqual({ vendor: 'intercom', method, given, losses: [loss] })
  })
})

describe('of whoever is there, Intercom has what its documentation says:', () => {
  it('without a shutdown the cookie keeps the former user’s conversations visible, on the next page too', () => {
    const cookies = {}
    loaded({ cookies }).call('boot', ida)
    const { intercom, call, last } = loaded({ cookies })
    call('boot', { ...ida, user_id: 'bo' })
    expect(last()?.losses).toEqual([staysVisible])
    expect(intercom.conversationsOf).toBe('ida')
    call('shutdown')
    expect(intercom.conversationsOf).toBeUndefined()
    call('boot', { ...ida, user_id: 'bo' })
    expect(last()).toMatchObject({ kept: { user: 'bo' }, losses: [] })
    expect(intercom.conversationsOf).toBe('bo')
  })

  it('the cookie lasts a week from the last call in the user’s name, or as long as the settings say', () => {
    let now = 0
    const cookies = {}
    const open = (settings: object = {}) => {
      const opened = loaded({ cookies, now: () => now })
      opened.call('boot', { ...ida, ...settings })
      return opened
    }
    const { intercom, call } = open()
    now = WEEK - 1_000
    expect(intercom.conversationsOf).toBe('ida')
    call('update')
    now += WEEK - 1_000
    expect(intercom.conversationsOf).toBe('ida')
    now += 1_000
    expect(intercom.conversationsOf).toBeUndefined()
    expect(open({ user_id: 'bo' }).last()?.losses).toEqual([])

    open({ user_id: 'bo', session_duration: 60_000 })
    now += 60_000
    expect(open().last()?.losses).toEqual([])
  })

  it('somebody else’s calls do not make the cookie last', () => {
    let now = 0
    const { intercom, call, last } = loaded({ now: () => now })
    call('boot', ida)
    now = WEEK / 2
    call('update', { user_id: 'bo' })
    call('update')
    expect(last()?.losses).toEqual([])
    expect(intercom.conversationsOf).toBe('ida')
    now = WEEK
    expect(intercom.conversationsOf).toBeUndefined()
  })

  it('whoever is not signed in leaves no session, and may read the former user’s conversations', () => {
    const cookies = {}
    const { intercom, call } = loaded({ cookies })
    call('boot', { app_id: 'app' })
    expect(intercom.conversationsOf).toBeUndefined()
    call('update', ida)
    expect(intercom.conversationsOf).toBe('ida')
    const next = loaded({ cookies })
    next.call('boot', { app_id: 'app' })
    expect(next.last()).toMatchObject({ kept: { user: 'a visitor' }, losses: [staysVisible] })
    expect(next.intercom.conversationsOf).toBe('ida')
  })

  it('the same user again is nothing to speak of', () => {
    const { call, last } = loaded()
    call('boot', ida)
    call('boot', ida)
    expect(last()?.losses).toEqual([])
  })

  it('with identity verification, a boot without the right user_hash is refused', () => {
    const { call, last } = loaded({ userHash: (user) => `hash of ${user}` })
    call('boot', { ...ida, user_hash: 'hash of bo' })
    expect(last()).toMatchObject({ losses: ['the user_hash is not the right one'] })
    call('trackEvent', 'e')
    expect(last()).toMatchObject({ losses: ['the widget is not booted'] })
    call('boot', { ...ida, user_hash: 'hash of ida' })
    expect(last()).toMatchObject({ kept: { user: 'ida' } })
  })

  it('an update for somebody else makes that one the user, and leaves the former user’s conversations visible', () => {
    const { intercom, call, last } = loaded()
    call('boot', ida)
    call('update', { user_id: 'bo' })
    expect(last()).toMatchObject({
      kept: { user: 'bo' },
      losses: [staysVisible],
    })
    call('trackEvent', 'Quote sent')
    expect(last()).toMatchObject({ kept: { user: 'bo' } })
    expect(intercom.conversationsOf).toBe('ida')
  })

  it('with identity verification, an update without the right user_hash is refused', () => {
    const { call, last } = loaded({ userHash: (user) => `hash of ${user}` })
    call('boot', { ...ida, user_hash: 'hash of ida' })
    call('update', { user_id: 'bo', user_hash: 'hash of ida' })
    expect(last()?.losses).toEqual(['the user_hash is not the right one'])
  })

  it('what an update does not say stays as it was: it needs no hash again', () => {
    const { call, last } = loaded({ userHash: (user) => `hash of ${user}` })
    call('boot', { ...ida, user_hash: 'hash of ida' })
    call('update', { unread: 1 })
    expect(last()).toMatchObject({ kept: { user: 'ida' }, losses: [] })
    call('update', { user_id: 'ida', user_hash: 'another' })
    expect(last()?.losses).toEqual(['the user_hash is not the right one'])
  })

  it.each(['startConversation', 'showNews', 'getVisitorId'])('%s is a method of it', (method) => {
    const { call, last } = loaded()
    call('boot', ida)
    call(method)
    expect(last()).toMatchObject({ method, kept: {}, losses: [] })
  })

  it('update is taken 20 times in 30 minutes, then throttled, until the quota is there again', () => {
    let now = 0
    const { call, last } = loaded({ now: () => now })
    call('boot', ida)
    for (let count = 0; count < 20; count += 1) call('update')
    expect(last()?.losses).toEqual([])
    call('update')
    expect(last()?.losses).toEqual(['throttled: 20 updates in 30 minutes'])
    now = 30 * 60_000
    call('update', { unread: 1 })
    expect(last()).toMatchObject({ kept: { user: 'ida', settings: { unread: 1 } }, losses: [] })
  })
})

describe('of an event, Intercom has what its documentation says:', () => {
  const twenty = Object.fromEntries(Array.from({ length: INTERCOM.metadata }, (_, index) => [`p${index}`, index]))

  it.each([
    ['up to twenty pieces of metadata', twenty, twenty, []],
    ['and no more', { ...twenty, last: 1 }, twenty, ['last is dropped: an event has 20 pieces of metadata at most']],
    ['a plain text up to 255 characters long', { a: long(256) }, { a: long(255) }, ['a is cut at 255 characters']],
    [
      'a key’s name cannot have a period, a dollar sign and the like',
      { 'a.b': 1, a$: 1, fine: 1 },
      { fine: 1 },
      ['a.b', 'a$'].map((name) => `${name} is dropped: its name has a character that may not be in it`),
    ],
    [
      'key names are case insensitive',
      { Total: 1, total: 2 },
      { Total: 1 },
      ['total is dropped: another differs in its case alone'],
    ],
    [
      'no nested structure, but links with a title and amounts of money',
      { a: { b: 1 }, c: true, link: { url: 'https://a.test', value: 'A' }, price: { amount: 1, currency: 'eur' } },
      { link: { url: 'https://a.test', value: 'A' }, price: { amount: 1, currency: 'eur' } },
      ['a', 'c'].map((name) => `${name} is dropped: metadata is a text, a number, a link or an amount`),
    ],
  ])('%s', (_sentence, given, metadata, losses) => {
    const { call, last } = loaded()
    call('boot', ida)
    call('trackEvent', 'Quote sent', given)
    expect(last()?.kept).toEqual({ event: 'Quote sent', metadata, user: 'ida' })
    expect(last()?.losses).toEqual(losses)
  })

  it('a second one of the same name and user in the same second is taken for the first', () => {
    let now = 5_000
    const { call, last } = loaded({ now: () => now })
    call('boot', ida)
    call('trackEvent', 'Quote sent')
    now = 5_999
    call('trackEvent', 'Quote sent')
    expect(last()?.losses).toEqual(['the same event has come in this second'])
    now = 6_000
    call('trackEvent', 'Quote sent')
    expect(last()?.losses).toEqual([])
  })

  it('up to 120 names of events are stored', () => {
    const { call, last } = loaded()
    call('boot', ida)
    for (let count = 0; count < 120; count += 1) call('trackEvent', `event ${count}`)
    expect(last()?.losses).toEqual([])
    call('trackEvent', 'one more')
    expect(last()?.losses).toEqual(['a workspace stores 120 names of events'])
  })
})
