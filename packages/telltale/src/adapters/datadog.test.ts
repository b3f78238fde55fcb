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
  person: { unique_identity: 'ida', company_id: 'c-1', email_address: 'ida@example.com' },
  displayIdentity: 'Ida',
} as const
const mimicked = { ...ida, displayIdentity: 'sam@x as Ida', impersonator: 'sam@x' }

function setUp(impersonation: 'tag' | 'suppress' = 'tag', who: Identity = ida) {
  const host = fakeHost(fakePlatform(), who)
  const calls: unknown[] = []
  const rum = {
    setUser: (user: object) => calls.push(['setUser', user]),
    clearUser: () => calls.push('clearUser'),
    addAction: (name: string, context?: object) => calls.push([name, context]),
    addFeatureFlagEvaluation: (key: string, value: unknown) => calls.push([key, value]),
  }
  return { host, calls, vendor: datadog({ instance: rum, impersonation })(host) }
}

const event = { id: '1', name: 'Quote sent', at: 0, url: '', properties: {}, epoch: 'e', identity: { id: 'ida' } }
const exposure = (key: string) => ({ key, flag: { value: true, version: 1 } })

describe('Datadog', () => {
  it('is told who is here, and of an impersonated person as somebody else', () => {
    const { vendor, calls } = setUp()
    vendor.identify(ida)
    vendor.identify(mimicked)
    expect(calls).toEqual([
      ['setUser', { id: 'ida', name: 'Ida', company_id: 'c-1' }],
      ['setUser', { id: 'sam@x as Ida', name: 'sam@x as Ida', company_id: 'c-1', impersonator: 'sam@x' }],
    ])
  })

  it('is told anew what is corrected of the same person', () => {
    const { vendor, calls } = setUp()
    vendor.update?.({ ...ida, displayIdentity: 'Ida Berg' })
    expect(calls).toEqual([['setUser', { id: 'ida', name: 'Ida Berg', company_id: 'c-1' }]])
  })

  it('gets an action for an event', () => {
    const { vendor, calls } = setUp()
    vendor.track({ ...event, properties: { total: 1 } })
    expect(calls).toEqual([['Quote sent', { total: 1 }]])
  })

  it('is told which flags were shown, under names that it allows', () => {
    const { host, calls } = setUp()
    host.bus.publish('exposure', exposure('new-pricing v2.1'))
    host.bus.publish('exposure', { key: 'unknown', flag: undefined })
    expect(calls).toEqual([['new_pricing_v2_1', true]])
  })

  it('is told of no flag while an impersonation is to be suppressed, and none after a stop', () => {
    const { host, calls, vendor } = setUp('suppress', mimicked)
    host.bus.publish('exposure', exposure('a'))
    host.identity.set(ida)
    vendor.stop?.()
    host.bus.publish('exposure', exposure('b'))
    expect(calls).toEqual([])
  })

  it('that breaks when it is told of a flag is reported, and nothing throws into the page', async () => {
    const host = fakeHost(fakePlatform())
    const problems: string[] = []
    host.bus.on('problem', ({ message }) => problems.push(message))
    datadog({
      instance: () => {
        throw new Error('no window')
      },
    })(host)
    host.bus.publish('exposure', exposure('a'))
    // The test runner fails a file in which an error was left uncaught, a moment later.
    await new Promise((resolve) => setTimeout(resolve))
    expect(problems).toEqual(['its script has failed: it misses flags that were shown'])
  })

  it('that is not there yet is waited for', () => {
    const vendor = datadog({ instance: () => undefined })(fakeHost(fakePlatform()))
    expect(vendor.isLoaded()).toBe(false)
  })
})

/** Datadog's SDK, which starts when the test calls `init`; `arrive` puts it on the page. */
function setUpSdk(impersonation: 'tag' | 'suppress' = 'tag') {
  const platform = fakePlatform()
  const host = fakeHost(platform, ida)
  const sdk = fakeDatadog()
  let present: FakeDatadog | undefined
  const vendor = datadog({ instance: () => present, impersonation })(host)
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
  it('is waited for, and told of no flag, while the page has only the stub that the CDN snippet leaves', async () => {
    const platform = fakePlatform()
    const host = fakeHost(platform, ida)
    const problems: string[] = []
    host.bus.on('problem', ({ message }) => problems.push(message))
    const stub = { q: [], onReady() {} } as unknown as DatadogRum
    let present = stub
    const vendor = datadog({ instance: () => present })(host)
    expect(vendor.isLoaded()).toBe(false)
    host.bus.publish('exposure', exposure('new-pricing'))
    expect(problems).toEqual([])

    const sdk = fakeDatadog()
    sdk.init({ applicationId: 'a', clientToken: 't' })
    present = sdk
    expect(vendor.isLoaded()).toBe(true)
    await platform.clock.advance(1_000)
    expect(sdk.featureFlags).toEqual({ new_pricing: true })
    vendor.stop?.()
  })

  it('knows in each new view the flags that were shown in an earlier view', async () => {
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

  it('knows the flags of a new view before it gets an action there', () => {
    const { sdk, vendor, arrive, show } = setUpSdk()
    arrive()
    show('new-pricing', true)
    sdk.startView('quote')
    vendor.track({ ...event, name: 'Quote sent' })
    expect(sdk.received.slice(-2).map(({ method }) => method)).toEqual(['addFeatureFlagEvaluation', 'addAction'])
    expect(sdk.featureFlags).toEqual({ new_pricing: true })
    vendor.stop?.()
  })

  it('is told, when its SDK loads late, the flags that were shown before', async () => {
    const { sdk, vendor, clock, arrive, show } = setUpSdk()
    show('new-pricing', true)
    await clock.advance(10_000)
    arrive()
    await clock.advance(1_000)
    expect(sdk.featureFlags).toEqual({ new_pricing: true })
    vendor.stop?.()
  })

  it('is not told again in the same view', async () => {
    const { sdk, vendor, clock, arrive, show } = setUpSdk()
    arrive()
    show('new-pricing', true)
    show('new-pricing', true)
    await clock.advance(10_000)
    expect(sdk.received.filter(({ method }) => method === 'addFeatureFlagEvaluation')).toHaveLength(1)
    vendor.stop?.()
  })

  it('is not told in the views of the next user which flags the former user was shown', async () => {
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

  it('has no flags of the former user in an open view once it is reset for the next user', () => {
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

  it('has no flags of the former user in an open view once it is reset for a suppressed impersonation', () => {
    const { host, sdk, vendor, arrive, show } = setUpSdk('suppress')
    arrive()
    show('new-pricing', true)
    host.identity.set({ ...mimicked, epoch: 'e-2' })
    vendor.reset()
    expect(sdk.featureFlags).toStrictEqual({})
    vendor.stop?.()
  })

  it('is told the flags of a user whose token was renewed', async () => {
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

  it('is told no flag in a view that opens during an impersonation that is suppressed', async () => {
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
