import { describe, expect, it } from 'vitest'
import { collector } from '../../collector.ts'
import { datadog } from '../../adapters/datadog.ts'
import { heap } from '../../adapters/heap.ts'
import { intercom } from '../../adapters/intercom.ts'
import { vendorDestination } from '../../events/destinations/vendorDestination.ts'
import { fakeDisk } from '../../testing/fakeDisk.ts'
import { fakePlatform, type FakePlatform } from '../../testing/fakePlatform.ts'
import type { FakeAnswer, FakeServer } from '../../testing/fakeTransport.ts'
import { createTelltaleAtOnce, launchDarklyAtOnce as launchDarkly } from '../../testkit/createTelltaleAtOnce.ts'
import { storeName } from '../../events/store/storeName.ts'
import type { Telltale } from '../createTelltale.ts'
import type { Settings } from '../settings.ts'

/** Each row of the specification's error catalogue (§8) that concerns the layer as a whole, by its name there. */

const TOKEN = '0b1f6c1e-5d0a-4d53-9b86-3a5d6b2c7e10'
const ids = { internal: 'p-in', external: 'p-ex' }
const settings: Settings = {
  promotion: 'production',
  app: { name: 'Rental Desk' },
  api: { production: 'https://prod.test', staging: 'https://stage.test', sandbox: 'https://sand.test' },
  projects: { production: ids, staging: ids, sandbox: ids },
  auth: { token: () => TOKEN },
}

const signedIn: FakeServer = ({ url }) =>
  url.includes('who-am-i')
    ? { status: 200, body: { unique_identity: 'ida', user_name: 'Ida Berg', email_address: 'ida@example.com' } }
    : { status: 202 }

async function start(parts: Partial<Settings> = {}, platform: FakePlatform = fakePlatform(signedIn)) {
  const telltale = createTelltaleAtOnce({ ...settings, ...parts }, platform)
  await platform.clock.advance(1_000)
  return { telltale, platform }
}

describe('the error catalogue', () => {
  it('Who-am-i fails: identity becomes undefined; error logged to the console as ‘useHeaperIdentity() error’', async () => {
    const failing = fakePlatform(() => ({ status: 500 }))
    const logged: unknown[][] = []
    failing.log.error = (...problem) => void logged.push(problem)
    const { telltale, platform } = await start({}, failing)
    // A failure that may be over in a second shows nothing yet.
    await platform.clock.advance(10_000)
    expect(telltale.identity.current.get()).toMatchObject({ status: 'unknown' })
    expect(telltale.identity.current.get()).not.toHaveProperty('person')
    expect(logged).toEqual([
      ['useHeaperIdentity() error', new Error('who-am-i is asked again: who-am-i answered with status 500 (T49)')],
    ])
    telltale.close()
  })

  it('Auth token not 36 characters and no identity token: Auth0 JWT detected without an idToken', async () => {
    const { telltale, platform } = await start({ auth: { token: () => 'a.jwt.token' } })
    expect(platform.logged[0]).toContain('Auth0 JWT detected without an idToken')
    expect(platform.transport.requests.filter(({ url }) => url.includes('who-am-i'))).toEqual([])
    telltale.close()
  })

  it('Promotion level read before set: error raised', async () => {
    for (const promotion of [undefined, () => undefined])
      expect(() => createTelltaleAtOnce({ ...settings, promotion: promotion as never }, fakePlatform())).toThrow(
        'The promotion level was read before it was set',
      )
  })

  it('Analytics project id mismatch: error', async () => {
    const script = { loaded: true, appid: 'p-other', identify() {}, track() {}, resetIdentity() {} }
    const { telltale, platform } = await start({ analytics: vendorDestination(heap({ instance: () => script })) })
    expect(platform.logged).toEqual([
      'Telltale (heap): The analytics project is p-other, but p-ex is expected: load Heap with that project id. (T77)',
    ])
    telltale.close()
  })

  it('Flag client booted without client-side id: Cannot boot Launch Darkly: client side id is not set!', () => {
    expect(() => launchDarkly({} as never)).toThrow('Cannot boot Launch Darkly: client side id is not set!')
  })

  it('Both instance and client-side id given: conflicting options error', () => {
    expect(() => launchDarkly({ client: {}, clientSideId: 'env' } as never)).toThrow('conflicting options')
  })

  it('Messaging events requested without widget: error logged', async () => {
    const { telltale, platform } = await start()
    telltale.track('Quote sent', {}, { messaging: true })
    expect(platform.logged).toEqual(['Telltale (track): "Quote sent" needs a messenger: set messaging. (T62)'])
    telltale.close()
  })

  it('The support-widget script must be present when that widget is enabled', async () => {
    const { telltale, platform } = await start({
      messaging: vendorDestination(intercom({ appId: 'a', instance: () => undefined })),
    })
    // A script that loads asynchronously may load later than the layer, which is not an error.
    expect(platform.logged).toEqual([])
    await platform.clock.advance(60_000)
    expect(platform.logged).toEqual([
      'Telltale (intercom): its script is not ready, so its events wait: add it to the page, and check that nothing blocks it. (T78)',
    ])
    telltale.close()
  })
})

describe('the identity of the current user (§1, §7)', () => {
  it('the identity is used for analytics, monitoring, feature flags and the messaging widget, once per session', async () => {
    const person = {
      unique_identity: 'ida',
      user_id: 'u-1',
      user_hash: 'h-1',
      user_name: 'Ida Berg',
      company_id: 'c-1',
    }
    const reported: unknown[] = []
    const telling =
      (what: string) =>
      (...given: unknown[]) =>
        void reported.push([what, ...given])
    const rum = { setUser: telling('setUser'), addAction() {}, clearUser() {}, addFeatureFlagEvaluation() {} }
    const script = { loaded: true, appid: 'p-ex', identify: telling('identify'), track() {}, resetIdentity() {} }
    const platform = fakePlatform(({ url }) =>
      url.includes('who-am-i') ? { status: 200, body: person } : { status: 404 },
    )
    const parts = {
      analytics: vendorDestination(heap({ instance: () => script })),
      monitoring: vendorDestination(datadog({ instance: rum })),
      messaging: vendorDestination(intercom({ appId: 'app', instance: () => telling('intercom') })),
      flags: launchDarkly({ clientSideId: 'env', useReport: true }),
    }
    const { telltale } = await start(parts, platform)
    telltale.track('Quote sent')
    await telltale.identity.refresh()
    await platform.clock.advance(1_000)
    expect(reported).toEqual([
      ['identify', 'ida'],
      ['setUser', { id: 'ida', name: 'Ida Berg', company_id: 'c-1' }],
      ['intercom', 'boot', { app_id: 'app', user_id: 'u-1', user_hash: 'h-1' }],
    ])
    const flags = platform.transport.requests.find(({ method }) => method === 'REPORT')
    const isPrivate = { _meta: { privateAttributes: ['user_hash'] } }
    expect(JSON.parse(flags?.body ?? '')).toEqual({ kind: 'user', key: 'ida', ...person, ...isPrivate })
    telltale.close()
  })

  it('who-am-i is requested with the default platform and without a body', async () => {
    const { telltale, platform } = await start()
    const headers = { Authorization: `Bearer ${TOKEN}`, 'Authorization-App-Platform': 'web' }
    expect(platform.transport.requests[0]).toMatchObject({ url: 'https://prod.test/project/p-ex/who-am-i', headers })
    expect(platform.transport.requests[0]).not.toHaveProperty('body')
    expect(platform.transport.requests[0]?.method ?? 'GET').toBe('GET')
    telltale.close()
  })

  it('who-am-i is requested with the identity token and the platform of the settings', async () => {
    const idToken = 'a.jwt.of-the-user'
    const { telltale, platform } = await start({
      app: { name: 'Rental Desk', platform: 'ios' },
      auth: { token: () => 'a.jwt.token', idToken: () => idToken },
    })
    expect(platform.transport.requests[0]?.headers).toEqual({
      Authorization: 'Bearer a.jwt.token',
      IdToken: idToken,
      'Authorization-App-Platform': 'ios',
    })
    telltale.close()
  })
})

describe('analytics events (§4, §7)', () => {
  it.each([
    [true, 'Load - App - Rental Desk - Browser'],
    [false, 'Load - App - Rental Desk - Mobile App'],
  ])('with page-navigation timing data: %s, the load event is called %s', async (hasNavigationTiming, name) => {
    const tracked: unknown[] = []
    const platform = fakePlatform(signedIn)
    platform.hasNavigationTiming = hasNavigationTiming
    const script = { loaded: true, identify() {}, resetIdentity() {}, track: (event: string) => tracked.push(event) }
    const { telltale } = await start({ analytics: vendorDestination(heap({ instance: () => script })) }, platform)
    expect(tracked).toEqual([name])
    telltale.close()
  })

  it('events wait in order until the flag client is ready, and later events are sent directly', async () => {
    const tracked: unknown[] = []
    let answer = (_answer: FakeAnswer) => {}
    const platform = fakePlatform((request) =>
      request.url.includes('/sdk/evalx/') ? new Promise((resolve) => (answer = resolve)) : signedIn(request),
    )
    const script = {
      loaded: true,
      identify() {},
      resetIdentity() {},
      track: (name: string, properties?: object) => tracked.push([name, properties]),
    }
    const parts = {
      analytics: vendorDestination(heap({ instance: () => script })),
      flags: launchDarkly({ clientSideId: 'env', sendEvents: false, fetchGoals: false }),
    }
    const { telltale } = await start(parts, platform)
    telltale.track('first', { total: 1 })
    telltale.track('second')
    await platform.clock.advance(5_000)
    expect(tracked).toEqual([])
    answer({ status: 200, headers: { 'content-type': 'application/json' }, body: { 'New Pricing': { value: true } } })
    await platform.clock.advance(5_000)
    telltale.track('third')
    await platform.clock.advance(1_000)
    const added = { screen_dimensions: '1440x900', 'LDFF: new_pricing': true }
    expect(tracked).toEqual([
      ['Load - App - Rental Desk - Browser', added],
      ['first', { total: 1, ...added }],
      ['second', added],
      ['third', added],
    ])
    telltale.close()
  })

  it('the optional flag of an event sends it to the messaging widget, too: other events are not sent there', async () => {
    const reported: unknown[] = []
    const messenger = (...given: unknown[]) => void (given[0] === 'trackEvent' && reported.push(given[1]))
    const person = { unique_identity: 'ida', user_id: 'u-1', user_hash: 'h-1' }
    const platform = fakePlatform(({ url }) =>
      url.includes('who-am-i') ? { status: 200, body: person } : { status: 202 },
    )
    const messaging = vendorDestination(intercom({ appId: 'app', instance: () => messenger }))
    const { telltale } = await start({ messaging }, platform)
    telltale.track('plain')
    telltale.track('marked', {}, { messaging: true })
    telltale.track('not marked', {}, { messaging: false })
    await platform.clock.advance(5_000)
    expect(reported).toEqual(['marked'])
    telltale.close()
  })
})

describe('the business constants', () => {
  it('the silent flag is always true in production: only errors are written', async () => {
    const unsendable = { onSend: () => {} }
    const production = await start()
    production.telltale.track('Quote sent', unsendable)
    expect(production.platform.logged).toEqual([])
    production.telltale.close()

    const staging = await start({ promotion: 'staging' })
    staging.telltale.track('Quote sent', unsendable)
    expect(staging.platform.logged).toHaveLength(1)
    staging.telltale.close()

    const silenced = await start({ promotion: 'staging', silent: true })
    silenced.telltale.track('Quote sent', unsendable)
    expect(silenced.platform.logged).toEqual([])
    silenced.telltale.close()
  })

  it('the silent flag is always true in production: the flags write only errors, and each problem once', async () => {
    const answer: FakeServer = (request) => {
      if (request.url.includes('/eval/')) return { status: 503 }
      if (request.url.includes('/events/')) return 'network'
      const json = { 'content-type': 'application/json' }
      return request.url.includes('/sdk/') ? { status: 200, headers: json, body: {} } : signedIn(request)
    }
    const options = { clientSideId: 'env', streaming: true, flushInterval: 1, nonsense: true } as never
    const parts = (promotion: 'production' | 'staging') => ({ promotion, flags: launchDarkly(options) })

    // More than the queue of flag events holds.
    const fillQueue = ({ flags }: Telltale) => {
      for (let count = 0; count < 150; count += 1) flags.track('metric')
    }

    const production = await start(parts('production'), fakePlatform(answer))
    await production.platform.clock.advance(60_000)
    fillQueue(production.telltale)
    void production.telltale.ready.within(60_000)
    await production.platform.clock.advance(60_000)
    expect(production.platform.logged).toEqual([])
    production.telltale.close()

    const staging = await start(parts('staging'), fakePlatform(answer))
    await staging.platform.clock.advance(60_000)
    fillQueue(staging.telltale)
    void staging.telltale.ready.within(60_000)
    await staging.platform.clock.advance(60_000)
    const { logged } = staging.platform
    expect(logged).toContain('Telltale (flags): Ignoring unknown config option "nonsense" (T114)')
    expect(
      logged.filter((line) =>
        line.includes('Error on stream connection to https://clientstream.launchdarkly.com: 503'),
      ),
    ).toHaveLength(1)
    expect(logged.filter((line) => line.includes('ready.within'))).toHaveLength(1)
    expect(logged.filter((line) => line.includes('Exceeded event queue capacity'))).toHaveLength(1)
    expect(logged).toEqual([...new Set(logged)])
    staging.telltale.close()
  })

  it('flags that cannot be fetched are an error in production, too, and it is written once', async () => {
    const answer: FakeServer = (request) => (request.url.includes('/sdk/') ? { status: 404 } : signedIn(request))
    const flags = launchDarkly({ clientSideId: 'env' })
    const { telltale, platform } = await start({ flags }, fakePlatform(answer))
    telltale.flags.variation('new-pricing', false)
    await platform.clock.advance(600_000)
    expect(platform.logged).toEqual([
      'Telltale (flags): The client-side ID "env": Environment not found. Check the client-side ID. (T86)',
    ])
    telltale.close()
  })

  it.each([
    ['production', true, 'https://prod.test/project/p-in/who-am-i'],
    ['production', false, 'https://prod.test/project/p-ex/who-am-i'],
    ['staging', true, 'https://stage.test/project/p-in/who-am-i'],
    ['sandbox', false, 'https://sand.test/project/p-ex/who-am-i'],
  ] as const)('project ids differ per level and internal flag: %s, internal %s', async (promotion, internal, url) => {
    const { telltale, platform } = await start({ promotion, app: { name: 'Rental Desk', internal } })
    expect(platform.transport.requests[0]?.url).toBe(url)
    telltale.close()
  })

  it('a base URL may end with slashes', async () => {
    const api = { production: 'https://prod.test/', staging: 'https://stage.test/reporting//', sandbox: '/api/' }
    for (const [promotion, url] of [
      ['production', 'https://prod.test/project/p-ex/who-am-i'],
      ['staging', 'https://stage.test/reporting/project/p-ex/who-am-i'],
      ['sandbox', '/api/project/p-ex/who-am-i'],
    ] as const) {
      const { telltale, platform } = await start({ promotion, api, app: { name: 'Rental Desk' } })
      expect(platform.transport.requests[0]?.url).toBe(url)
      telltale.close()
    }
  })

  it.each([
    ['multi-page app session validity: 30 minutes, over pages', { multiPage: true }, [1, 0, 1]],
    ['an app is a single-page app by default: each load has its event', {}, [1, 1, 1]],
  ])('%s', async (_title, more, counts) => {
    const disk = fakeDisk()
    const loads = async (minute: number) => {
      const tracked: string[] = []
      const platform = fakePlatform(signedIn, disk, Date.UTC(2026, 0, 1, 12, minute))
      const script = { loaded: true, identify() {}, resetIdentity() {}, track: (name: string) => tracked.push(name) }
      const parts = {
        app: { name: 'Rental Desk', ...more },
        analytics: vendorDestination(heap({ instance: () => script })),
      }
      const { telltale } = await start(parts, platform)
      telltale.close()
      return tracked
    }
    const expected = (count = 0) => Array<string>(count).fill('Load - App - Rental Desk - Browser')
    expect(await loads(0)).toEqual(expected(counts[0]))
    expect(await loads(29)).toEqual(expected(counts[1]))
    expect(await loads(59)).toEqual(expected(counts[2]))
  })
})

describe('a token', () => {
  it('a token reaches who-am-i, and no event, log line, storage key or value, and no other request', async () => {
    const { telltale, platform } = await start({ flags: launchDarkly({ clientSideId: 'env' }) })
    telltale.track('Quote sent')
    await platform.clock.advance(10_000)
    const others = platform.transport.requests.filter(({ url }) => !url.includes('who-am-i'))
    const stored = platform.storage.keys('').map((key) => [key, platform.storage.get(key)])
    const seen = JSON.stringify([others, stored, platform.logged, telltale.identity.current.get()])
    expect(others.length).toBeGreaterThan(0)
    expect(seen).not.toContain(TOKEN)
    expect(platform.storage.keys('').join()).not.toMatch(/ida|berg/i)
    telltale.close()
  })

  it('a token or an e-mail address in the page’s URL, as after a sign-in, is not sent', async () => {
    const platform = fakePlatform(signedIn)
    platform.url = `https://app.test/callback?login=ida@example.com#access_token=${TOKEN}&tab=1`
    const parts = {
      flags: launchDarkly({ clientSideId: 'env' }),
      destinations: [collector({ url: 'https://collect.test' })],
    }
    const { telltale } = await start(parts, platform)
    telltale.track('Quote sent')
    await platform.clock.advance(10_000)
    const collected = platform.transport.requests.filter(({ url }) => url === 'https://collect.test')
    const disk = JSON.stringify(
      await platform.eventStore(storeName('Rental Desk@production/p-ex', ['https://collect.test'])).all(),
    )
    const seen = collected.map(({ body }) => body).join() + disk
    expect(seen).toContain('https://app.test/callback?login=#access_token=&tab=1')
    expect(seen).not.toMatch(new RegExp(`${TOKEN}|ida@`))
    telltale.close()
  })
})
