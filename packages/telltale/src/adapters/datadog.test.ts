import { describe, expect, it } from 'vitest'
import type { Json } from '../core/model/json.ts'
import type { Identity } from '../core/model/identity.ts'
import { fakeHost } from '../testing/fakeHost.ts'
import { fakePlatform } from '../testing/fakePlatform.ts'
import { fakeDatadog, type FakeDatadog } from '../testing/vendors/fakeDatadog.ts'
import { datadog, type DatadogRum } from './datadog.ts'

const ida = {
  status: 'known',
  epoch: 'e',
  person: { unique_identity: 'ida', company_id: 'c-1', company_name: 'Berg & Co', email_address: 'ida@example.com' },
  name: 'Ida',
  displayIdentity: 'Ida',
} as const
const company = { company_id: 'c-1', company_name: 'Berg & Co' }
const mimicked = { ...ida, displayIdentity: 'sam@x as Ida', impersonator: 'sam@x' }

function setUp(impersonation: 'tag' | 'suppress' = 'tag', who: Identity = ida) {
  const host = fakeHost(fakePlatform(), who)
  const calls: unknown[] = []
  const problems: string[] = []
  host.bus.on('problem', ({ where, message }) => problems.push(`${where}: ${message}`))
  const rum: DatadogRum = {
    setUser: (user: object) => calls.push(['setUser', user]),
    clearUser: () => calls.push('clearUser'),
    addAction: (name: string, context?: object) => calls.push([name, context]),
    addFeatureFlagEvaluation: (key: string, value: unknown) => calls.push([key, value]),
  }
  return { host, calls, problems, rum, vendor: datadog({ instance: rum, impersonation }).start(host) }
}

const event = {
  ...{ id: '1', page: 'page-1', n: 1, name: 'Quote sent', at: 0, url: '', properties: {}, epoch: 'e' },
  identity: { id: 'ida' },
}
const exposure = (key: string) => ({ key, flag: { value: true, version: 1 } })

describe('Datadog', () => {
  it('Datadog gets the user, and an impersonated person as a separate user', () => {
    const { vendor, calls } = setUp()
    vendor.identify(ida)
    vendor.identify(mimicked)
    expect(calls).toEqual([
      ['setUser', { id: 'ida', name: 'Ida', ...company }],
      ['setUser', { id: 'sam@x as Ida', name: 'sam@x as Ida', ...company, impersonator: 'sam@x' }],
    ])
  })

  it('Datadog gets the user again when the same person is corrected', () => {
    const { vendor, calls } = setUp()
    vendor.update?.({ ...ida, displayIdentity: 'Ida Berg' })
    expect(calls).toEqual([['setUser', { id: 'ida', name: 'Ida Berg', ...company }]])
  })

  it('Datadog gets an action for an event', () => {
    const { vendor, calls } = setUp()
    vendor.track({ ...event, properties: { total: 1 } })
    expect(calls).toEqual([['Quote sent', { total: 1 }]])
  })

  it('Datadog gets the impersonator as a property of an action', () => {
    const { vendor, calls } = setUp()
    vendor.track({ ...event, properties: { total: 1 }, identity: { id: 'ida', impersonator: 'sam@x' } })
    expect(calls).toEqual([['Quote sent', { total: 1, impersonator: 'sam@x' }]])
  })

  describe('with accounts', () => {
    const atAcme = { ...ida, accounts: { organization: { key: 'acme', name: 'Acme', seats: 5 }, yard: { key: 'y' } } }

    function withAccounts() {
      const page = setUp()
      let account: object = {}
      page.rum.setAccount = (given) => page.calls.push(['setAccount', (account = given)])
      page.rum.clearAccount = () => page.calls.push('clearAccount')
      page.rum.getUser = () => ({ id: 'ida', name: 'Ida', ...company })
      page.rum.getAccount = () => account
      return page
    }

    it('Datadog gets the key and the name of the first account, and forgets it with the user', () => {
      const { vendor, calls } = withAccounts()
      vendor.identify(atAcme)
      vendor.reset()
      vendor.reset()
      expect(calls.slice(1)).toEqual([
        ['setAccount', { id: 'acme', name: 'Acme' }],
        'clearUser',
        'clearAccount',
        'clearUser',
      ])
    })

    it('Datadog gets no account while its user is impersonated', () => {
      const { vendor, calls } = withAccounts()
      vendor.identify({ ...atAcme, displayIdentity: 'sam@x as Ida', impersonator: 'sam@x' })
      expect(calls).toEqual([['setUser', expect.anything()]])
      calls.length = 0
      vendor.identify(atAcme)
      vendor.identify({ ...atAcme, displayIdentity: 'sam@x as Ida', impersonator: 'sam@x' })
      expect(calls.at(-1)).toBe('clearAccount')
    })

    it('an SDK of Datadog without accounts gets the user alone', () => {
      const { vendor, calls } = setUp()
      vendor.identify(atAcme)
      vendor.reset()
      expect(calls).toEqual([['setUser', expect.anything()], 'clearUser'])
    })

    it('Datadog has the user if it also has the account', () => {
      const { vendor } = withAccounts()
      expect(vendor.remembers?.(atAcme)).toBe(false)
      vendor.identify(atAcme)
      expect(vendor.remembers?.(atAcme)).toBe(true)
      expect(vendor.remembers?.({ ...atAcme, accounts: { organization: { key: 'bobs' } } })).toBe(false)
    })
  })

  it('the console and the diagnostics call Datadog by its name', () => expect(setUp().vendor.name).toBe('datadog'))

  it('Datadog is reset without an error before it has got a flag', () => {
    const { vendor, calls } = setUp()
    vendor.reset()
    expect(calls).toEqual(['clearUser'])
  })

  it('it is unknown whether an SDK of Datadog that does not give its user has the user', () =>
    expect(setUp().vendor.remembers?.(ida)).toBeUndefined())

  it('Datadog gets the flags that were shown, under names that it allows', () => {
    const { host, calls } = setUp()
    host.bus.publish('exposure', exposure('new-pricing v2.1'))
    host.bus.publish('exposure', { key: 'unknown', flag: undefined })
    expect(calls).toEqual([['new_pricing_v2_1', true]])
  })

  it('Datadog gets no flag during an impersonation that is suppressed, and none after stop', () => {
    const { host, calls, vendor } = setUp('suppress', mimicked)
    host.bus.publish('exposure', exposure('a'))
    host.identity.set(ida)
    vendor.stop?.()
    host.bus.publish('exposure', exposure('b'))
    expect(calls).toEqual([])
    expect(host.bus.isHeard('exposure')).toBe(false)
  })

  it.each<[string, 'tag' | 'suppress', Identity]>([
    ['an impersonation is tagged', 'tag', mimicked],
    ['the user is not impersonated, and impersonations are suppressed', 'suppress', ida],
  ])('Datadog gets the flags that were shown while %s', (_, impersonation, who) => {
    const { host, calls } = setUp(impersonation, who)
    host.bus.publish('exposure', exposure('a'))
    expect(calls).toEqual([['a', true]])
  })

  it.each([undefined, {}])(
    'Datadog gets a flag, without an error, while its context is %j, without a view',
    (context) => {
      const { host, rum, calls, problems } = setUp()
      rum.getInternalContext = () => context
      host.bus.publish('exposure', exposure('a'))
      expect(calls).toEqual([['a', true]])
      expect(problems).toEqual([])
    },
  )

  it('an SDK of Datadog that replaces another one gets the flags that the other one has', () => {
    const { host, calls, rum } = setUp()
    let present = rum
    const vendor = datadog({ instance: () => present }).start(host)
    host.bus.publish('exposure', exposure('a'))
    calls.length = 0
    present = { ...rum }
    vendor.track(event)
    expect(calls).toEqual([
      ['a', true],
      ['Quote sent', {}],
    ])
  })

  it('an error of Datadog when it gets a flag is reported, and nothing throws into the page', async () => {
    const host = fakeHost(fakePlatform())
    const problems: string[] = []
    host.bus.on('problem', ({ where, message }) => problems.push(`${where}: ${message}`))
    datadog({
      instance: () => {
        throw new Error('no window')
      },
    }).start(host)
    host.bus.publish('exposure', exposure('a'))
    // The test runner then fails the file if an error was left uncaught.
    await new Promise((resolve) => setTimeout(resolve))
    expect(problems).toEqual(['datadog: its script has failed: it misses flags that were shown (T80)'])
  })

  it('Datadog is not loaded while its SDK is not on the page', () => {
    const vendor = datadog({ instance: () => undefined }).start(fakeHost(fakePlatform()))
    expect(vendor.isLoaded?.()).toBe(false)
  })
})

/** Datadog's SDK, which starts when the test calls `init`. `arrive` adds it to the page. */
function setUpSdk(impersonation: 'tag' | 'suppress' = 'tag') {
  const platform = fakePlatform()
  const host = fakeHost(platform, ida)
  const sdk = fakeDatadog()
  let present: FakeDatadog | undefined
  const vendor = datadog({ instance: () => present, impersonation }).start(host)
  return {
    host,
    sdk,
    vendor,
    clock: platform.clock,
    arrive() {
      present = sdk
      sdk.init({ applicationId: 'a', clientToken: 't' })
    },
    show: (key: string, value: Json) => host.bus.publish('exposure', { key, flag: { value, version: 1 } }),
  }
}

describe('Datadog', () => {
  it('Datadog is not loaded, and gets no flag, while the page has only the stub of the CDN snippet', async () => {
    const platform = fakePlatform()
    const host = fakeHost(platform, ida)
    const problems: string[] = []
    host.bus.on('problem', ({ message }) => problems.push(message))
    const stub = { q: [], onReady() {} } as unknown as DatadogRum
    let present = stub
    const vendor = datadog({ instance: () => present }).start(host)
    expect(vendor.isLoaded?.()).toBe(false)
    host.bus.publish('exposure', exposure('new-pricing'))
    expect(problems).toEqual([])

    const sdk = fakeDatadog()
    sdk.init({ applicationId: 'a', clientToken: 't' })
    present = sdk
    expect(vendor.isLoaded?.()).toBe(true)
    await platform.clock.advance(1_000)
    expect(sdk.featureFlags).toEqual({ new_pricing: true })
    vendor.stop?.()
  })

  it('each new view of Datadog has the flags that were shown in an earlier view', async () => {
    const { sdk, vendor, clock, arrive, show } = setUpSdk()
    arrive()
    show('new-pricing', true)
    show('layout', 'classic')
    show('layout', 'compact')
    sdk.startView('quote')
    expect(sdk.featureFlags).toEqual({})
    await clock.advance(1_000)
    expect(sdk.featureFlags).toEqual({ new_pricing: true, layout: 'compact' })
    vendor.stop?.()
    expect(clock.pending).toBe(0)
  })

  it('a new view of Datadog has its flags before its first action', () => {
    const { sdk, vendor, arrive, show } = setUpSdk()
    arrive()
    show('new-pricing', true)
    sdk.startView('quote')
    vendor.track({ ...event, name: 'Quote sent' })
    expect(sdk.received.slice(-2).map(({ method }) => method)).toEqual(['addFeatureFlagEvaluation', 'addAction'])
    expect(sdk.featureFlags).toEqual({ new_pricing: true })
    vendor.stop?.()
  })

  it('Datadog gets the flags that were shown before its SDK has loaded', async () => {
    const { sdk, vendor, clock, arrive, show } = setUpSdk()
    show('new-pricing', true)
    await clock.advance(10_000)
    arrive()
    await clock.advance(1_000)
    expect(sdk.featureFlags).toEqual({ new_pricing: true })
    vendor.stop?.()
  })

  it('Datadog gets a flag only once in the same view', async () => {
    const { sdk, vendor, clock, arrive, show } = setUpSdk()
    arrive()
    show('new-pricing', true)
    show('new-pricing', true)
    await clock.advance(10_000)
    expect(sdk.received.filter(({ method }) => method === 'addFeatureFlagEvaluation')).toHaveLength(1)
    vendor.stop?.()
  })

  it('the views of the next user do not have the flags that the former user was shown', async () => {
    const { host, sdk, vendor, clock, arrive, show } = setUpSdk()
    arrive()
    show('of-ida', true)
    host.identity.set({ status: 'resolving', epoch: 'e-2' })
    show('of-otto', true)
    host.identity.set({ ...ida, epoch: 'e-2', person: { unique_identity: 'otto' } })
    sdk.startView('quote')
    await clock.advance(1_000)
    expect(sdk.featureFlags).toEqual({ of_otto: true })
    vendor.stop?.()
  })

  it('an open view has no flags of the former user after Datadog is reset for the next user', () => {
    const { host, sdk, vendor, arrive, show } = setUpSdk()
    arrive()
    show('new-pricing', true)
    show('layout', 'classic')
    host.identity.set({ ...ida, epoch: 'e-2', person: { unique_identity: 'otto' } })
    show('layout', 'compact')
    vendor.track(event)
    expect(sdk.featureFlags).toEqual({ new_pricing: true, layout: 'compact' })
    vendor.reset()
    expect(sdk.featureFlags).toStrictEqual({})
    vendor.track({ ...event, identity: { id: 'otto' } })
    expect(sdk.featureFlags).toStrictEqual({ layout: 'compact' })
    vendor.stop?.()
  })

  it('an open view has no flags of the former user after Datadog is reset for a suppressed impersonation', () => {
    const { host, sdk, vendor, arrive, show } = setUpSdk('suppress')
    arrive()
    show('new-pricing', true)
    host.identity.set({ ...mimicked, epoch: 'e-2' })
    vendor.reset()
    expect(sdk.featureFlags).toStrictEqual({})
    vendor.stop?.()
  })

  it('Datadog gets the flags of a user whose token was renewed', async () => {
    const { host, sdk, vendor, clock, arrive, show } = setUpSdk()
    arrive()
    show('new-pricing', true)
    host.identity.set({ status: 'resolving', epoch: 'e-2' })
    host.identity.set({ ...ida, epoch: 'e-2' })
    sdk.startView('quote')
    await clock.advance(1_000)
    expect(sdk.featureFlags).toEqual({ new_pricing: true })
    vendor.stop?.()
  })

  it('Datadog gets no flag in a view that opens during a suppressed impersonation', async () => {
    const { host, sdk, vendor, clock, arrive, show } = setUpSdk('suppress')
    arrive()
    show('new-pricing', true)
    host.identity.set({ status: 'resolving', epoch: 'e-2' })
    host.identity.set({ ...mimicked, epoch: 'e-2' })
    sdk.startView('quote')
    await clock.advance(1_000)
    expect(sdk.featureFlags).toEqual({})
    vendor.stop?.()
  })
})
