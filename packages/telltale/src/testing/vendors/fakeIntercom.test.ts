import { describe, expect, it } from 'vitest'
import { INTERCOM } from '../../core/model/vendorLimits.ts'
import { fakeIntercom, intercomSnippet, type FakeIntercomOptions, type IntercomPage } from './fakeIntercom.ts'

const ida = { app_id: 'app', user_id: 'ida' }
const WEEK = 7 * 24 * 3_600_000
const staysVisible = 'the conversations of ida remain visible until shutdown is called'
const long = (characters: number) => 'x'.repeat(characters)

function loaded(options: Partial<FakeIntercomOptions> = {}) {
  const page: IntercomPage = options.page ?? {}
  intercomSnippet(page)
  const intercom = fakeIntercom({ now: () => 0, ...options, page })
  const call = (method: string, ...given: unknown[]) => page.Intercom?.(method, ...given)
  return { intercom, call, last: () => intercom.received.at(-1) }
}

describe('fake Intercom loads into a page as the widget does:', () => {
  it('calls queued by the snippet’s stub are processed in order', () => {
    const page: IntercomPage = {}
    intercomSnippet(page)
    page.Intercom?.('boot', ida)
    page.Intercom?.('trackEvent', 'Quote sent', { total: 3 })
    const reported: string[] = []
    fakeIntercom({ page, onReceived: ({ method }) => reported.push(method) })
    expect(reported).toEqual(['boot', 'trackEvent'])
    page.Intercom?.('show')
    expect(reported).toEqual(['boot', 'trackEvent', 'show'])
  })

  it('the widget sets `booted`, which the stub does not have', () => {
    const page: IntercomPage = {}
    intercomSnippet(page)
    expect(page.Intercom).toHaveProperty('q', [])
    expect(page.Intercom).not.toHaveProperty('booted')
    fakeIntercom({ page })
    expect(page.Intercom).toHaveProperty('booted', true)
    expect(page.Intercom).not.toHaveProperty('q')
  })

  it('settings on the page boot the widget', () => {
    const { intercom } = loaded({ page: { intercomSettings: ida } })
    expect(intercom.received[0]).toMatchObject({ method: 'boot', kept: { user: 'ida' } })
  })

  it.each(['update', 'trackEvent', 'shutdown', 'show'])('%s before the boot is dropped', (method) => {
    const { call, last } = loaded()
    call(method, 'Quote sent')
    expect(last()).toEqual({ vendor: 'intercom', method, given: ['Quote sent'], losses: ['the widget is not booted'] })
  })

  it.each([
    ['an unknown method', ['dance'], 'unknown method'],
    ['a boot without an app_id', ['boot', {}], 'boot requires an app_id'],
    ['an event without a name', ['trackEvent', ''], 'an event must have a name'],
  ] as const)('%s is dropped', (_what, [method, ...given], loss) => {
    const { call, last } = loaded()
    call('boot', ida)
    call(method, ...given)
    expect(last()).toEqual({ vendor: 'intercom', method, given, losses: [loss] })
  })
})

describe('fake Intercom identifies users as Intercom’s documentation says:', () => {
  it('without a shutdown the previous user’s conversations stay visible through the cookie, on the next page too', () => {
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

  it('the cookie expires a week after the user’s last call, or after the configured duration', () => {
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

  it('calls for another user do not extend the cookie’s lifetime', () => {
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

  it('a visitor has no session of their own and can read the previous user’s conversations', () => {
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

  it('booting the same user again reports no problem', () => {
    const { call, last } = loaded()
    call('boot', ida)
    call('boot', ida)
    expect(last()?.losses).toEqual([])
  })

  it('with identity verification, a boot without the right user_hash is refused', () => {
    const { call, last } = loaded({ userHash: (user) => `hash of ${user}` })
    call('boot', { ...ida, user_hash: 'hash of bo' })
    expect(last()).toMatchObject({ losses: ['the user_hash is wrong'] })
    call('trackEvent', 'e')
    expect(last()).toMatchObject({ losses: ['the widget is not booted'] })
    call('boot', { ...ida, user_hash: 'hash of ida' })
    expect(last()).toMatchObject({ kept: { user: 'ida' } })
  })

  it('an update with another user id switches the user and leaves the previous user’s conversations visible', () => {
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
    expect(last()?.losses).toEqual(['the user_hash is wrong'])
  })

  it('an update keeps the values that it does not mention, and needs no hash then', () => {
    const { call, last } = loaded({ userHash: (user) => `hash of ${user}` })
    call('boot', { ...ida, user_hash: 'hash of ida' })
    call('update', { unread: 1 })
    expect(last()).toMatchObject({ kept: { user: 'ida' }, losses: [] })
    call('update', { user_id: 'ida', user_hash: 'another' })
    expect(last()?.losses).toEqual(['the user_hash is wrong'])
  })

  it.each(['startConversation', 'showNews', 'getVisitorId'])('%s is a method of the widget', (method) => {
    const { call, last } = loaded()
    call('boot', ida)
    call(method)
    expect(last()).toMatchObject({ method, kept: {}, losses: [] })
  })

  it('update is throttled after 20 calls in 30 minutes, until the quota is available again', () => {
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

describe('fake Intercom keeps of an event what Intercom’s documentation says:', () => {
  const twenty = Object.fromEntries(Array.from({ length: INTERCOM.metadata }, (_, index) => [`p${index}`, index]))

  it.each([
    ['up to 20 metadata entries are kept', twenty, twenty, []],
    [
      'the 21st metadata entry is dropped',
      { ...twenty, last: 1 },
      twenty,
      ['last is dropped: an event has at most 20 metadata entries'],
    ],
    ['strings longer than 255 characters are cut', { a: long(256) }, { a: long(255) }, ['a is cut to 255 characters']],
    [
      'keys with a period, a dollar sign and the like are dropped',
      { 'a.b': 1, a$: 1, fine: 1 },
      { fine: 1 },
      ['a.b', 'a$'].map((name) => `${name} is dropped: its name contains a character that is not allowed`),
    ],
    [
      'keys that differ only in case are dropped',
      { Total: 1, total: 2 },
      { Total: 1 },
      ['total is dropped: another key differs from it only in case'],
    ],
    [
      'nested values are dropped, except rich links and monetary amounts',
      { a: { b: 1 }, c: true, link: { url: 'https://a.test', value: 'A' }, price: { amount: 1, currency: 'eur' } },
      { link: { url: 'https://a.test', value: 'A' }, price: { amount: 1, currency: 'eur' } },
      ['a', 'c'].map(
        (name) => `${name} is dropped: metadata must be a string, a number, a rich link or a monetary amount`,
      ),
    ],
  ])('%s', (_sentence, given, metadata, losses) => {
    const { call, last } = loaded()
    call('boot', ida)
    call('trackEvent', 'Quote sent', given)
    expect(last()?.kept).toEqual({ event: 'Quote sent', metadata, user: 'ida' })
    expect(last()?.losses).toEqual(losses)
  })

  it('a second event with the same name and user within a second is dropped as a duplicate', () => {
    let now = 5_000
    const { call, last } = loaded({ now: () => now })
    call('boot', ida)
    call('trackEvent', 'Quote sent')
    now = 5_999
    call('trackEvent', 'Quote sent')
    expect(last()?.losses).toEqual(['the same event was received within this second'])
    now = 6_000
    call('trackEvent', 'Quote sent')
    expect(last()?.losses).toEqual([])
  })

  it('up to 120 event names are stored', () => {
    const { call, last } = loaded()
    call('boot', ida)
    for (let count = 0; count < 120; count += 1) call('trackEvent', `event ${count}`)
    expect(last()?.losses).toEqual([])
    call('trackEvent', 'one more')
    expect(last()?.losses).toEqual(['a workspace stores at most 120 event names'])
  })
})
