import { describe, expect, it } from 'vitest'
import { collector } from '../../collector.ts'
import type { AnalyticsEvent } from '../../core/model/event.ts'
import type { HttpRequest } from '../../core/ports/transport.ts'
import { fakeDisk, type FakeDisk } from '../../testing/fakeDisk.ts'
import { fakePlatform } from '../../testing/fakePlatform.ts'
import type { FakeAnswer } from '../../testing/fakeTransport.ts'
import { createTelltaleAtOnce, launchDarklyAtOnce as launchDarkly } from '../../testkit/createTelltaleAtOnce.ts'
import type { Promotion } from '../../core/model/promotion.ts'
import { storeName } from '../../events/store/storeName.ts'
import { sandboxSettings } from './sandboxSettings.suite.ts'
import type { Settings } from '../settings.ts'
import { readBatch } from '../../testing/readBatch.ts'

const IDA = '0b1f6c1e-5d0a-4d53-9b86-3a5d6b2c7e10'
const OTTO = '7c9e6679-7425-40de-944b-e07fc1f90ae7'
const MIMICKED = '9f8b1a52-4f0e-4a3c-8f43-0d8a6f1b2c3d'
const people: Record<string, object> = {
  [IDA]: { unique_identity: 'ida', user_name: 'Ida Berg' },
  [OTTO]: { unique_identity: 'otto', user_name: 'Otto Falk' },
  [MIMICKED]: { unique_identity: 'ida', user_name: 'Ida Berg', mimic_user: 'sam@support.example' },
}

const ids = { internal: 'p-in', external: 'p-ex' }
const settings: Settings = {
  promotion: 'staging',
  app: { name: 'Rental Desk', internal: true },
  api: { production: 'https://prod.test', staging: 'https://stage.test', sandbox: 'https://sand.test' },
  projects: { production: ids, staging: ids, sandbox: ids },
  auth: { token: () => IDA },
  flags: launchDarkly({ clientSideId: 'env-1', sendEvents: false }),
  destinations: [collector({ url: 'https://collect.test/events' })],
}

const storeOf = (...addresses: string[]) => storeName('Rental Desk@staging/p-in', addresses)

type Route = (request: HttpRequest) => FakeAnswer | Promise<FakeAnswer>

const START = Date.UTC(2026, 0, 1)

/** A back end whose routes a test can replace, and a page of the application that uses it. */
function openPage(
  routes: { whoAmI?: Route; flags?: Route; collect?: Route } = {},
  disk: FakeDisk = fakeDisk(),
  startMs = START,
  promotion: Promotion = 'staging',
) {
  const session = { token: IDA }
  const stored = new Map<string, AnalyticsEvent>()
  let copies = 0

  function collect(request: HttpRequest): FakeAnswer {
    const batch = readBatch(request.body) as { events: AnalyticsEvent[]; ids?: string[] }
    for (const event of batch.events) {
      if (stored.has(event.id)) copies += 1
      else stored.set(event.id, event)
    }
    return { status: 202, body: { stored: batch.ids?.filter((id) => stored.has(id)) } }
  }
  const whoAmI: Route = ({ headers }) => {
    const body = people[headers?.['Authorization']?.replace('Bearer ', '') ?? '']
    return body ? { status: 200, body } : { status: 401 }
  }
  const flags: Route = () => ({ status: 200, body: { 'new-pricing': { value: true, version: 1, variation: 0 } } })

  const platform = fakePlatform(
    (request) => {
      if (request.url.includes('/who-am-i')) return (routes.whoAmI ?? whoAmI)(request)
      if (request.url.includes('/sdk/evalx/')) return (routes.flags ?? flags)(request)
      if (request.url.startsWith('https://collect.test')) return (routes.collect ?? collect)(request)
      return { status: 404 }
    },
    disk,
    startMs,
  )
  const telltale = createTelltaleAtOnce({ ...settings, promotion, auth: { token: () => session.token } }, platform)
  return {
    telltale,
    platform,
    session,
    disk,
    collect,
    /** The events that the collector has stored, except the load event. */
    events: () => [...stored.values()].filter(({ name }) => !name.startsWith('Load - App')),
    everything: () => [...stored.values()],
    copies: () => copies,
  }
}

const NEVER = () => new Promise<FakeAnswer>(() => {})

describe('settings that are wrong', () => {
  it('invalid settings stop the layer from starting, with an explanation', () => {
    expect(() => createTelltaleAtOnce({ ...settings, app: { name: '' } }, fakePlatform())).toThrow(
      'Telltale cannot start. Set app.name to the name of the application. (T22)',
    )
  })

  it('a collector without a URL stops the layer from starting', () => {
    expect(() => collector({ url: undefined as unknown as string })).toThrow(
      'Telltale cannot start. Set url of collector({ url }) to where batches are posted. (T28)',
    )
  })

  it('parts that are null or absent are valid settings', () => {
    const none = { flags: null, analytics: null, destinations: null, observers: null } as unknown as Partial<Settings>
    createTelltaleAtOnce({ ...settings, ...none }, fakePlatform()).close()
  })

  it('two destinations with the same name stop the layer from starting, because one of them would get nothing', () => {
    const destinations = [collector({ url: 'https://a.test' }), collector({ url: 'https://b.test' })]
    expect(() => createTelltaleAtOnce({ ...settings, destinations }, fakePlatform())).toThrow(
      'Telltale cannot start. Two destinations are called "collector". (T27)',
    )
    const named = [destinations[0]!, collector({ url: 'https://b.test', name: 'warehouse' })]
    createTelltaleAtOnce({ ...settings, destinations: named }, fakePlatform()).close()
  })
})

describe('an event that is written wrongly', () => {
  const cycle: Record<string, unknown> = {}
  cycle['self'] = cycle

  it('an invalid event breaks neither the page nor later events', async () => {
    const { telltale, platform, events } = openPage()
    const track = telltale.track as (...args: unknown[]) => void
    await platform.clock.advance(1_000)
    track(undefined)
    track(1n, null, null)
    track(cycle, cycle, { messaging: cycle })
    track('Quote sent', Proxy.revocable({}, {}).proxy, Symbol('options'))
    telltale.track('Quote opened', { total: 1 })
    await platform.clock.advance(1_000)

    expect(events().map(({ name }) => name)).toEqual(['Quote sent', 'Quote opened'])
    expect(events().at(-1)?.properties).toMatchObject({ total: 1 })
    telltale.close()
  })

  it.each<[string, unknown]>([
    ['no name', undefined],
    ['an empty name', ''],
    ['a name of spaces', ' \n\t'],
    ['a number as its name', 5],
    ['an object as its name', { name: 'Quote sent' }],
    ['a proxy that throws as its name', Proxy.revocable({}, {}).proxy],
  ])('a call of track with %s is one error in the console, in production, too, and no event', async (_, given) => {
    const { telltale, platform, events } = openPage({}, fakeDisk(), START, 'production')
    const track = telltale.track as (...args: unknown[]) => void
    await platform.clock.advance(1_000)
    track(given)
    track(given, { total: 1 })
    track('Quote opened')
    await platform.clock.advance(1_000)
    expect(events().map(({ name }) => name)).toEqual(['Quote opened'])
    expect(platform.logged).toEqual(['Telltale (track): the name of an event must be a non-empty string (T60)'])
    telltale.close()
  })
})

describe('boot', () => {
  it('the layer requests the identity, then its flags, and then delivers events that were tracked before', async () => {
    const { telltale, platform, events, copies } = openPage()
    telltale.track('App opened', { source: 'menu' })
    expect(events()).toEqual([])
    await platform.clock.advance(1_000)

    const [who, flags] = platform.transport.requests
    expect(who?.url).toBe('https://stage.test/project/p-in/who-am-i')
    expect(atob(flags?.url.split('/').pop()?.replace(/\?.*/, '') ?? '')).toContain('"key":"ida"')
    expect(telltale.identity.current.get()).toMatchObject({ status: 'known', displayIdentity: 'Ida Berg' })
    expect(telltale.flags.variation('new-pricing', false)).toBe(true)
    expect(events()).toMatchObject([
      {
        name: 'App opened',
        url: 'https://app.test/fleet',
        identity: { id: 'ida' },
        properties: { source: 'menu', screen_dimensions: '1440x900', 'LDFF: new_pricing': true },
      },
    ])
    expect(events()[0]).not.toHaveProperty('tokenDigest')
    expect(copies()).toBe(0)
    telltale.close()
  })

  it('events wait while the flags are not ready, and are delivered without flags when these cannot be fetched', async () => {
    let fail = (_answer: FakeAnswer) => {}
    const { telltale, platform, events } = openPage({ flags: () => new Promise((resolve) => (fail = resolve)) })
    telltale.track('App opened')
    await platform.clock.advance(2_000)
    expect(events()).toEqual([])
    fail({ status: 404 })
    await platform.clock.advance(10_000)
    expect(telltale.flags.status.get()).toBe('failed')
    expect(events()[0]?.properties).toEqual({ screen_dimensions: '1440x900' })
    telltale.close()
  })

  it('without flags, events are delivered as soon as the identity is known', async () => {
    const { flags: _none, ...withoutFlags } = settings
    const platform = fakePlatform(({ url }) =>
      url.includes('who-am-i') ? { status: 200, body: people[IDA] } : { status: 202 },
    )
    const telltale = createTelltaleAtOnce(withoutFlags, platform)
    telltale.track('App opened')
    await platform.clock.advance(1_000)
    expect(telltale.flags.variation('new-pricing', false)).toBe(false)
    expect(platform.transport.requests.map(({ url }) => url)).toEqual([
      'https://stage.test/project/p-in/who-am-i',
      'https://collect.test/events',
    ])
    telltale.close()
  })

  it('when who-am-i fails, the console shows it and events are delivered without a user', async () => {
    const { telltale, platform, events } = openPage({ whoAmI: () => ({ status: 401 }) })
    telltale.track('App opened')
    await platform.clock.advance(10_000)
    expect(platform.logged).toContain(
      'useHeaperIdentity() error: the user is unknown: who-am-i answered with status 401: sign in again, or check auth.token (T139)',
    )
    expect(events()[0]?.identity).toEqual({})
    telltale.close()
  })
})

describe('another identity', () => {
  it('events of the previous identity keep their own identity and flags', async () => {
    const flagsOf: Route = ({ url }) => {
      const key = JSON.parse(atob(url.split('/').pop()?.replace(/\?.*/, '') ?? '')).key
      return { status: 200, body: { plan: { value: `of ${key}`, version: 1 } } }
    }
    const { telltale, platform, session, events } = openPage({ flags: flagsOf })
    await platform.clock.advance(1_000)
    telltale.track('as Ida')
    session.token = OTTO
    void telltale.identity.refresh()
    telltale.track('as Otto, before that is known')
    await platform.clock.advance(1_000)
    expect(events().map(({ name, identity, properties }) => [name, identity.id, properties['LDFF: plan']])).toEqual([
      ['as Ida', 'ida', 'of ida'],
      ['as Otto, before that is known', 'otto', 'of otto'],
    ])
    telltale.close()
  })

  it('late flags of the previous user are not applied to the next user', async () => {
    const answers: ((answer: FakeAnswer) => void)[] = []
    const { telltale, platform, session, events } = openPage({
      flags: () => new Promise((resolve) => answers.push(resolve)),
    })
    await platform.clock.advance(10)
    session.token = OTTO
    await telltale.identity.refresh()
    telltale.track('as Otto')
    await platform.settle()
    answers[0]?.({ status: 200, body: { plan: { value: 'of ida', version: 9 } } })
    await platform.clock.advance(1_000)
    expect(events()).toEqual([])
    answers[1]?.({ status: 200, body: { plan: { value: 'of otto', version: 1 } } })
    await platform.clock.advance(1_000)
    expect(events().map(({ properties }) => properties['LDFF: plan'])).toEqual(['of otto'])
    telltale.close()
  })

  it('an impersonated identity is distinguished from the person’s own', async () => {
    const { telltale, platform, session, events } = openPage()
    session.token = MIMICKED
    void telltale.identity.refresh()
    telltale.track('Quote opened')
    await platform.clock.advance(1_000)
    expect(events()[0]?.identity).toEqual({ id: 'ida', impersonator: 'sam@support.example' })
    telltale.close()
  })

  it('events after a logout have no user', async () => {
    const { telltale, platform, events } = openPage()
    await platform.clock.advance(1_000)
    telltale.identity.reset()
    telltale.track('Signed out')
    await platform.clock.advance(10_000)
    expect(events()[0]?.identity).toEqual({})
    telltale.close()
  })
})

describe('a page that closes', () => {
  it('right after `track` hands the event over, and the next page delivers it if that was in vain', async () => {
    let isUp = true
    const first = openPage({ collect: () => (isUp ? { status: 202 } : NEVER()) })
    await first.platform.clock.advance(1_000)
    isUp = false
    first.telltale.track('Quote sent')
    first.platform.leave()
    const handedOver = first.platform.transport.requests.at(-1)
    expect(handedOver).toMatchObject({ url: 'https://collect.test/events', keepalive: true })
    expect(handedOver?.body).toContain('Quote sent')

    const next = openPage({}, first.disk)
    await next.platform.clock.advance(1_000)
    expect(next.events().map(({ name }) => name)).toEqual(['Quote sent'])
    next.telltale.close()
  })

  it('a page that closes after its events have arrived leaves nothing for the next page to send', async () => {
    const first = openPage()
    await first.platform.clock.advance(1_000)
    first.telltale.track('Quote sent')
    first.platform.leave()
    await first.platform.settle()

    const next = openPage({ collect: first.collect }, first.disk)
    await next.platform.clock.advance(1_000)
    expect(first.events().map(({ name }) => name)).toEqual(['Quote sent'])
    expect(first.copies()).toBe(0)
    expect(await first.disk.eventStore(storeOf('https://collect.test/events')).all()).toEqual([])
    next.telltale.close()
  })

  it('a page that closes loses no event even if its database no longer answers', async () => {
    const first = openPage({ collect: NEVER })
    await first.platform.clock.advance(1_000)
    first.disk.condition = 'hangs'
    first.telltale.track('Quote sent')
    await first.platform.settle()
    first.platform.leave()
    first.disk.condition = 'well'

    const next = openPage({}, first.disk)
    await next.platform.clock.advance(1_000)
    expect(next.events().map(({ name }) => name)).toEqual(['Quote sent'])
    next.telltale.close()
  })

  it('a page that closes while the identity is resolving leaves its events to the next page of the same user', async () => {
    const first = openPage({ whoAmI: NEVER })
    await first.platform.settle()
    first.telltale.track('Landed')
    await first.platform.settle()
    first.platform.crash()

    const next = openPage({}, first.disk)
    await next.platform.clock.advance(1_000)
    expect(next.events()).toMatchObject([
      { name: 'Landed', identity: { id: 'ida' }, properties: { 'LDFF: new_pricing': true } },
    ])
    next.telltale.close()
  })

  it('a page that closes does not leave its events to another user', async () => {
    const first = openPage({ flags: NEVER })
    await first.platform.clock.advance(1_000)
    first.telltale.track('as Ida')
    await first.platform.settle()
    first.platform.crash()

    const next = openPage({}, first.disk, START + 120_000)
    next.session.token = OTTO
    void next.telltale.identity.refresh()
    await next.platform.clock.advance(1_000)
    expect(next.telltale.identity.current.get()).toMatchObject({ person: { unique_identity: 'otto' } })
    expect(next.events()).toMatchObject([{ name: 'as Ida', identity: { id: 'ida' } }])
    expect(next.events()[0]?.properties).toEqual({ screen_dimensions: '1440x900' })
    next.telltale.close()
  })

  it('a page that does not close after an exit sends no event twice', async () => {
    const { telltale, platform, events, copies } = openPage()
    await platform.clock.advance(1_000)
    telltale.track('Quote sent')
    platform.mayExit()
    await platform.settle()
    platform.comeBack()
    await platform.clock.advance(5_000)
    expect(events()).toHaveLength(1)
    expect(copies()).toBe(0)
    telltale.close()
  })
})

describe('a collector', () => {
  it('a collector that is down gets all events in order once it is up', async () => {
    let isDown = true
    const page = openPage({ collect: (request) => (isDown ? { status: 503 } : page.collect(request)) })
    await page.platform.clock.advance(1_000)
    page.telltale.track('one')
    await page.platform.clock.advance(5_000)
    page.telltale.track('two')
    await page.platform.clock.advance(5_000)
    isDown = false
    await page.platform.clock.advance(60_000)
    expect(page.events().map(({ name }) => name)).toEqual(['one', 'two'])
    page.telltale.close()
  })

  it('a collector that refuses a batch permanently does not delay the next one, and the refusal is reported', async () => {
    const answers: FakeAnswer[] = []
    const page = openPage({ collect: (request) => answers.shift() ?? page.collect(request) })
    await page.platform.clock.advance(1_000)
    answers.push({ status: 400 })
    page.telltale.track('one')
    await page.platform.clock.advance(1_000)
    page.telltale.track('two')
    await page.platform.clock.advance(1_000)
    expect(page.events().map(({ name }) => name)).toEqual(['two'])
    expect(page.platform.logged).toEqual([
      'Telltale (collector): refused events (status 400). They are kept: see telltale.refused. (T68)',
    ])
    const reported = JSON.parse(page.platform.transport.requests.at(-1)?.body ?? '')
    expect(reported.dropped).toEqual({ collector: { refused: 1 } })
    expect(page.telltale.diagnostics.get().dropped).toEqual({ collector: { refused: 1 } })
    page.telltale.close()
  })

  it('a collector that does not answer does not delay other collectors', async () => {
    const reached: string[] = []
    const platform = fakePlatform(({ url }) => {
      if (url.includes('who-am-i')) return { status: 200, body: people[IDA] }
      if (url === 'https://dead.test/') return NEVER()
      reached.push(url)
      return { status: 202 }
    })
    const { flags: _none, ...withoutFlags } = settings
    const destinations = [
      collector({ name: 'dead', url: 'https://dead.test/' }),
      collector({ name: 'live', url: 'https://live.test/' }),
    ]
    const telltale = createTelltaleAtOnce({ ...withoutFlags, destinations }, platform)
    telltale.track('one')
    await platform.clock.advance(1_000)
    expect(reached).toEqual(['https://live.test/'])
    telltale.close()
  })

  it('the events that a slower collector has not received are kept for it, and no others', async () => {
    let isDown = true
    const disk = fakeDisk()
    const platform = fakePlatform(({ url }) => {
      if (url.includes('who-am-i')) return { status: 200, body: people[IDA] }
      return { status: url === 'https://slow.test/' && isDown ? 503 : 202 }
    }, disk)
    const { flags: _none, ...withoutFlags } = settings
    const destinations = [
      collector({ name: 'slow', url: 'https://slow.test/' }),
      collector({ name: 'quick', url: 'https://quick.test/' }),
    ]
    const telltale = createTelltaleAtOnce({ ...withoutFlags, destinations }, platform)
    const stored = disk.eventStore(storeOf('https://slow.test/', 'https://quick.test/')).all
    telltale.track('one')
    await platform.clock.advance(1_000)
    expect((await stored()).map(({ todo }) => todo)).toContainEqual(['slow'])
    isDown = false
    await platform.clock.advance(10_000)
    expect(await stored()).toEqual([])
    telltale.close()
  })

  it('collectors share the number of bytes that can be sent on exit', async () => {
    const { flags: _none, ...withoutFlags } = settings
    const destinations = ['one', 'two'].map((name) => collector({ name, url: `https://${name}.test/` }))
    const platform = fakePlatform(({ url }) =>
      url.includes('who-am-i') ? { status: 200, body: people[IDA] } : NEVER(),
    )
    const telltale = createTelltaleAtOnce({ ...withoutFlags, destinations }, platform)
    await platform.clock.advance(1_000)
    for (let count = 0; count < 40; count += 1) telltale.track('large', { text: 'ü'.repeat(1_000) })
    platform.mayExit()
    const bytes = platform.transport.requests
      .filter(({ keepalive }) => keepalive)
      .map(({ body }) => new TextEncoder().encode(body).length)
    expect(bytes.length).toBeGreaterThan(0)
    expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThan(64 * 1024)
    telltale.close()
  })

  it('at an exit a collector is sent the events that fit beside the page’s requests under way', async () => {
    const { telltale, platform } = openPage({ collect: NEVER })
    await platform.clock.advance(1_000)
    const body = 'x'.repeat(50 * 1024)
    void platform.transport.send({ url: 'https://collect.test/flags', method: 'POST', body, keepalive: true })
    for (let count = 0; count < 40; count += 1) telltale.track('large', { text: 'x'.repeat(1_000) })
    platform.mayExit()
    const handedOver = platform.transport.requests.filter(({ keepalive }) => keepalive).at(-1)
    expect(readBatch(handedOver?.body).events.length).toBeGreaterThan(2)
    telltale.close()
  })

  it('a collector is not retried before its Retry-After', async () => {
    let tries = 0
    const { telltale, platform } = openPage({
      collect: () => {
        tries += 1
        return { status: 429, headers: { 'Retry-After': '30' } }
      },
    })
    await platform.clock.advance(1_000)
    telltale.track('one')
    await platform.clock.advance(25_000)
    expect(tries).toBe(1)
    await platform.clock.advance(10_000)
    expect(tries).toBe(2)
    telltale.close()
  })
})

describe('two tabs', () => {
  it('two tabs deliver each event once', async () => {
    const one = openPage()
    const two = openPage({ collect: one.collect }, one.disk)
    await one.platform.clock.advance(1_000)
    await two.platform.clock.advance(1_000)
    one.telltale.track('of one')
    two.telltale.track('of two')
    await one.platform.clock.advance(5_000)
    await two.platform.clock.advance(5_000)
    expect(
      one
        .events()
        .map(({ name }) => name)
        .sort(),
    ).toEqual(['of one', 'of two'])
    expect(one.copies()).toBe(0)
    one.telltale.close()
    two.telltale.close()
  })
})

describe('a layer that is closed', () => {
  it('a closed layer leaves no timer and no request', async () => {
    const { telltale, platform } = openPage({ whoAmI: NEVER })
    telltale.track('one')
    await platform.settle()
    telltale.close()
    await platform.settle()
    expect(platform.clock.pending).toBe(0)
    expect(platform.transport.requests.every(({ signal }) => signal?.aborted)).toBe(true)
  })

  it('a closed layer ignores `track`, because it no longer knows who is signed in', async () => {
    const first = openPage()
    await first.platform.clock.advance(1_000)
    first.telltale.close()
    first.telltale.track('one')
    await first.platform.settle()
    const next = openPage({}, first.disk)
    await next.platform.clock.advance(1_000)
    expect(next.events().map(({ name }) => name)).not.toContain('one')
    next.telltale.close()
  })

  it('a closed layer keeps its undelivered events for the next layer', async () => {
    const first = openPage({ collect: NEVER })
    await first.platform.clock.advance(1_000)
    first.telltale.track('one')
    await first.platform.settle()
    first.telltale.close()
    await first.platform.settle()
    const next = openPage({}, first.disk)
    await next.platform.clock.advance(1_000)
    expect(next.events().map(({ name }) => name)).toEqual(['one'])
    next.telltale.close()
  })
})

describe('properties', () => {
  it('properties that cannot be sent are left out and reported once, and the event is sent', async () => {
    const { telltale, platform, events } = openPage()
    telltale.track('Quote sent', { total: 1, onSend: () => {} })
    telltale.track('Quote sent', { total: 2, onSend: () => {} })
    await platform.clock.advance(1_000)
    expect(events().map(({ properties }) => properties['total'])).toEqual([1, 2])
    expect(platform.logged).toEqual([
      'Telltale (track): "Quote sent" goes without onSend, which JSON cannot hold (T61)',
    ])
    telltale.close()
  })
})

describe('the load event', () => {
  it('the load event is tracked once, on the first identification', async () => {
    const { telltale, platform, session, everything } = openPage()
    await platform.clock.advance(1_000)
    session.token = OTTO
    await telltale.identity.refresh()
    await platform.clock.advance(1_000)
    expect(everything().map(({ name, identity }) => [name, identity.id])).toEqual([
      ['Load - App - Rental Desk - Browser', 'ida'],
    ])
    telltale.close()
  })

  it('the load event is the first event of its user, although the user was identified later', async () => {
    const { telltale, platform, everything } = openPage()
    telltale.track('Fleet viewed')
    await platform.clock.advance(2_000)
    expect(everything().map(({ name, at }) => [name, at])).toEqual([
      ['Load - App - Rental Desk - Browser', START],
      ['Fleet viewed', START],
    ])
    const [load, viewed] = everything()
    expect(load!.id < viewed!.id).toBe(true)
    telltale.close()
  })

  it('the load event of a user who signs in later has the time of the sign-in', async () => {
    const { telltale, platform, session, everything } = openPage()
    session.token = ''
    telltale.identity.reset()
    telltale.track('Sign-in opened')
    await platform.clock.advance(2_000)
    session.token = IDA
    await telltale.identity.refresh()
    await platform.clock.advance(2_000)
    expect(everything().map(({ name, at, identity }) => [name, at, identity.id])).toEqual([
      ['Sign-in opened', START, undefined],
      ['Load - App - Rental Desk - Browser', START + 2_000, 'ida'],
    ])
    telltale.close()
  })

  it('the load event is not tracked while the identity is resolving', async () => {
    const { telltale, platform, everything } = openPage({ whoAmI: () => ({ status: 401 }) })
    await platform.clock.advance(10_000)
    expect(everything()).toEqual([])
    telltale.close()
  })
})

describe('events with a deadline for flags', () => {
  it('events are sent without flags after their deadline', async () => {
    const platform = fakePlatform(({ url }) => {
      if (url.includes('who-am-i')) return { status: 200, body: people[IDA] }
      return url.includes('/sdk/evalx/') ? NEVER() : { status: 202 }
    })
    const telltale = createTelltaleAtOnce({ ...settings, events: { flagsDeadlineMs: 3_000 } }, platform)
    telltale.track('one')
    const collected = () => platform.transport.requests.filter(({ url }) => url.includes('collect')).length
    await platform.clock.advance(2_999)
    expect(collected()).toBe(0)
    await platform.clock.advance(1_000)
    expect(collected()).toBe(1)
    telltale.close()
    await platform.settle()
    expect(platform.clock.pending).toBe(0)
  })
})

describe('events beyond the budget', () => {
  it('beyond the budget, the oldest events are evicted, counted and reported', async () => {
    const disk = fakeDisk()
    const platform = fakePlatform(
      ({ url }) => (url.includes('who-am-i') ? { status: 200, body: people[IDA] } : { status: 503 }),
      disk,
    )
    const { flags: _none, ...withoutFlags } = settings
    const destinations = [collector({ url: 'https://collect.test/' })]
    const telltale = createTelltaleAtOnce({ ...withoutFlags, destinations, events: { maxBytes: 20_000 } }, platform)
    await platform.clock.advance(1_000)
    for (let count = 0; count < 100; count += 1) {
      telltale.track(`${count}`, { text: 'x'.repeat(500) })
      await platform.settle()
    }
    const kept = (await disk.eventStore<AnalyticsEvent>(storeOf('https://collect.test/')).all()).map(
      ({ event }) => event,
    )
    expect(JSON.stringify(kept).length).toBeLessThan(20_000 * 1.2)
    expect(kept.map(({ name }) => name)).toEqual(
      Array.from({ length: kept.length }, (_, index) => `${100 - kept.length + index}`),
    )
    expect(telltale.diagnostics.get().dropped['outbox']?.['over-budget']).toBe(101 - kept.length)
    expect(platform.logged).toEqual(['Telltale (outbox): more than 20000 bytes wait: the oldest are given up (T69)'])
    telltale.close()
  })
})

describe('the console', () => {
  it('a messaging event without a widget is an error in the console, even in production', async () => {
    const platform = fakePlatform()
    const telltale = createTelltaleAtOnce({ ...settings, promotion: 'production' }, platform)
    telltale.track('Quote sent', { onSend: () => {} }, { messaging: true })
    expect(platform.logged).toEqual(['Telltale (track): "Quote sent" needs a messenger: set messaging. (T62)'])
    telltale.close()
  })
})

class OwnDestination {
  readonly name = 'ours'
  readonly taken: string[] = []
  isStopped = false
  accepts({ name }: { name: string }) {
    return this.name === 'ours' && name !== 'unwanted'
  }
  async deliver(batch: readonly { name: string }[]) {
    this.taken.push(...batch.map(({ name }) => name))
    return { outcome: 'delivered' } as const
  }
  stop() {
    this.isStopped = true
  }
}

it('a destination of the application may be an object of a class', async () => {
  const ours = new OwnDestination()
  const platform = fakePlatform()
  const telltale = createTelltaleAtOnce({ ...sandboxSettings, destinations: [ours] }, platform)
  telltale.track('wanted')
  telltale.track('unwanted')
  await platform.clock.advance(1_000)
  telltale.close()
  expect([ours.taken, ours.isStopped]).toEqual([['wanted'], true])
})
