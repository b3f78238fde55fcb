import { describe, expect, it } from 'vitest'
import type { AnalyticsEvent } from '../core/model/event.ts'
import { fakeHost } from '../testing/fakeHost.ts'
import { fakePlatform } from '../testing/fakePlatform.ts'
import { fakeIntercom, intercomSnippet, type IntercomPage } from '../testing/vendors/fakeIntercom.ts'
import { intercom } from './intercom.ts'

function setUp(isPresent = true) {
  const host = fakeHost(fakePlatform())
  const calls: unknown[][] = []
  const problems: string[] = []
  host.bus.on('problem', ({ message, isError }) => isError && problems.push(message))
  const call = (...parameters: unknown[]) => void calls.push(parameters)
  return {
    calls,
    problems,
    vendor: intercom({ appId: 'app', instance: () => (isPresent ? call : undefined) }).start(host),
  }
}

const event = (messaging?: true): AnalyticsEvent => ({
  ...{ page: 'page-1', n: 1 },
  id: '1',
  name: 'Quote sent',
  at: 0,
  url: '',
  properties: { total: 1 },
  ...(messaging && { messaging }),
  epoch: 'e',
  identity: { id: 'ida' },
})

describe('Intercom', () => {
  it('Intercom is booted with the application id, the user and the hash that proves the user, and nothing else', () => {
    const { vendor, calls } = setUp()
    const person = { unique_identity: 'ida', user_id: 'u-1', user_hash: 'h-1', email_address: 'ida@example.com' }
    vendor.identify({ status: 'known', epoch: 'e', person, name: 'Ida', displayIdentity: 'Ida' })
    expect(calls).toEqual([['boot', { app_id: 'app', user_id: 'u-1', user_hash: 'h-1' }]])
  })

  it('Intercom is updated when the same user changes', () => {
    const { vendor, calls } = setUp()
    const person = { unique_identity: 'ida', user_id: 'u-1', user_hash: 'h-2', email_address: 'ida@example.com' }
    vendor.update?.({ status: 'known', epoch: 'e', person, name: 'Ida', displayIdentity: 'Ida' })
    expect(calls).toEqual([['update', { user_id: 'u-1', user_hash: 'h-2' }]])
  })

  it('Intercom gets the first account, if it has a name, as the company, and no other one', () => {
    const { vendor, calls } = setUp()
    const who = {
      status: 'known',
      epoch: 'e',
      person: { unique_identity: 'ida', user_id: 'u-1' },
      name: 'Ida',
      displayIdentity: 'Ida',
    } as const
    const user = { user_id: 'u-1', user_hash: undefined }
    const acme = { organization: { key: 'acme', name: 'Acme', seats: 5 }, yard: { key: 'y', name: 'North' } }
    vendor.identify({ ...who, accounts: acme })
    vendor.update?.({ ...who, accounts: { organization: { key: 'bobs', name: "Bob's" } } })
    // A company without a name would lose the name that Intercom knows.
    vendor.update?.({ ...who, accounts: { organization: { key: 'acme' } } })
    expect(calls).toEqual([
      ['boot', { app_id: 'app', ...user, company: { company_id: 'acme', name: 'Acme' } }],
      ['update', { ...user, company: { company_id: 'bobs', name: "Bob's" } }],
      ['update', user],
    ])
  })

  it('Intercom gets the events that are marked for messaging', () => {
    const { vendor, calls } = setUp()
    const { accepts } = intercom({ appId: 'app', instance: () => undefined })
    expect([accepts?.(event()), accepts?.(event(true))]).toEqual([false, true])
    vendor.track(event(true))
    expect(calls).toEqual([['trackEvent', 'Quote sent', { total: 1 }]])
  })

  it('Intercom gets booleans as strings, because it would drop booleans', () => {
    const { vendor, calls } = setUp()
    vendor.track({ ...event(true), properties: { total: 1, isRush: true, 'LDFF: new_pricing': false } })
    expect(calls).toEqual([['trackEvent', 'Quote sent', { total: 1, isRush: 'true', 'LDFF: new_pricing': 'false' }]])
  })

  it('Intercom gets at most 20 properties, the application’s own before the flags', () => {
    const { vendor, calls } = setUp()
    const flags = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`LDFF: flag_${index}`, index]))
    const own = { total: 1, rush: 'yes' }
    vendor.track({ ...event(true), properties: { ...flags, ...own } })
    const metadata = (calls[0]?.[2] ?? {}) as Record<string, unknown>
    expect(Object.keys(metadata)).toHaveLength(20)
    expect(metadata).toMatchObject(own)
    expect(metadata).not.toHaveProperty('LDFF: flag_18')
  })

  it('Intercom gets no flag whose value is JSON or null, and another flag takes its place', () => {
    const { vendor, calls } = setUp()
    const flags = { 'LDFF: limits': { days: 3 }, 'LDFF: list': [1], 'LDFF: none': null, 'LDFF: plan': 'pro' }
    vendor.track({ ...event(true), properties: { total: 1, ...flags } })
    expect(calls).toEqual([['trackEvent', 'Quote sent', { total: 1, 'LDFF: plan': 'pro' }]])
  })

  it('Intercom is suppressed for a person who is impersonated', () =>
    expect(setUp().vendor.impersonation).toBe('suppress'))

  it('Intercom is shut down at a logout', () => {
    const { vendor, calls } = setUp()
    vendor.identify({
      status: 'known',
      epoch: 'e',
      person: { unique_identity: 'ida' },
      name: 'Ida',
      displayIdentity: 'Ida',
    })
    vendor.reset()
    expect(calls.map(([method]) => method)).toEqual(['boot', 'shutdown'])
  })

  it('Intercom is booted as a visitor before it ends the session of an earlier page, because a shutdown before the boot is dropped', () => {
    const { vendor, calls } = setUp()
    vendor.reset()
    expect(calls).toEqual([['boot', { app_id: 'app' }], ['shutdown']])
    vendor.identify({
      status: 'known',
      epoch: 'e',
      person: { unique_identity: 'ida' },
      name: 'Ida',
      displayIdentity: 'Ida',
    })
    vendor.reset()
    vendor.reset()
    expect(calls.slice(2).map(([method]) => method)).toEqual(['boot', 'shutdown', 'boot', 'shutdown'])
  })

  it('Intercom is not loaded while the page has only the stub that queues calls', () => {
    const page: IntercomPage = {}
    intercomSnippet(page)
    const { isLoaded } = intercom({ appId: 'app', instance: () => page.Intercom }).start(fakeHost(fakePlatform()))
    expect(isLoaded?.()).toBe(false)
    // The widget's script does this first, and replaces the stub later.
    Object.assign(page.Intercom ?? {}, { booted: true })
    expect(isLoaded?.()).toBe(true)
    intercomSnippet(page)
    fakeIntercom({ page })
    expect(isLoaded?.()).toBe(true)
  })

  it('Intercom is not loaded, without an error, while its script is not on the page', () => {
    const { vendor, problems } = setUp(false)
    expect(vendor.isLoaded?.()).toBe(false)
    expect(problems).toEqual([])
  })
})
