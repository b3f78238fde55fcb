import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { accounts } from '../accounts.ts'
import { collector } from '../collector.ts'
import { heap } from '../adapters/heap.ts'
import { intercom } from '../adapters/intercom.ts'
import { vendorDestination } from '../events/destinations/vendorDestination.ts'
import { createTestDisk } from './testBrowser.ts'
import { fakeHeap } from '../testing/vendors/fakeHeap.ts'
import { fakeIntercom, type IntercomPage } from '../testing/vendors/fakeIntercom.ts'
import type { HeapPage } from '../testing/vendors/heapSnippet.ts'
import type { Observer } from '../core/observer.ts'
import { visitor } from '../visitor.ts'
import { createTestTelltale } from './createTestTelltale.ts'

const ida = { unique_identity: 'ida', user_name: 'Ida Berg', email_address: 'ida@example.com' }

describe('a layer for tests', () => {
  it('the test layer has its user and its flags at once', () => {
    const telltale = createTestTelltale({ flags: { 'new-pricing': true }, identity: ida })
    expect(telltale.identity.current.get()).toMatchObject({ status: 'known', displayIdentity: 'Ida Berg', person: ida })
    expect(telltale.flags.status.get()).toBe('live')
    expect(telltale.flags.variation('new-pricing', false)).toBe(true)
  })

  it('the test layer has the accounts of its user, in the identity and in events', () => {
    const telltale = createTestTelltale({
      identity: { ...ida, company_id: 'acme' },
      accounts: accounts((person) => ({ organization: { key: person.company_id } })),
    })
    const own = { organization: { key: 'acme' } }
    expect(telltale.identity.current.get()).toMatchObject({ accounts: own })
    telltale.track('Quote sent')
    expect(telltale.events()[0]?.identity).toEqual({ id: 'ida', accounts: own })
    telltale.signIn({ unique_identity: 'otto' })
    telltale.track('Quote sent')
    expect(telltale.events()[1]?.identity).toEqual({ id: 'otto' })
    expect(telltale.problems()).toEqual([])
  })

  it('the test layer has a visitor before the sign-in, and says who it was', async () => {
    const telltale = createTestTelltale({ identity: null, visitor: visitor() })
    const identity = telltale.identity.current.get()
    const id = identity.status === 'unknown' ? identity.visitor : undefined
    expect(id).toMatch(/^[\da-f-]{36}$/)
    telltale.track('Quote viewed')
    expect(telltale.events('Quote viewed')[0]?.identity).toEqual({ visitor: id })
    telltale.signIn(ida)
    await expect.poll(() => telltale.events('Visitor signed in')).toHaveLength(1)
    expect(telltale.events('Visitor signed in')).toMatchObject([
      { identity: { id: 'ida' }, properties: { visitor: id } },
    ])
    expect(telltale.problems()).toEqual([])
  })

  it('the test layer needs no options', () => {
    const telltale = createTestTelltale()
    expect(telltale.identity.current.get()).toMatchObject({ status: 'known', displayIdentity: 'Test User' })
    expect(telltale.flags.variation('new-pricing', false)).toBe(false)
    expect(telltale.events()).toEqual([])
    expect(telltale.problems()).toEqual([])
  })

  it('who-am-i confirms the user of the test layer', async () => {
    const telltale = createTestTelltale({ identity: ida })
    const before = telltale.identity.current.get()
    await telltale.advance(60_000)
    expect(telltale.identity.current.get()).toEqual(before)
    expect(telltale.problems()).toEqual([])
  })

  it('the test layer lists an event at once, with its flags', () => {
    const telltale = createTestTelltale({ flags: { 'new-pricing': true }, identity: ida })
    telltale.track('Quote sent', { total: 1200 })
    expect(telltale.events()).toEqual([
      expect.objectContaining({
        name: 'Quote sent',
        identity: { id: 'ida' },
        properties: { total: 1200, 'LDFF: new_pricing': true, screen_dimensions: '1440x900' },
      }),
    ])
    expect(telltale.events('Quote opened')).toEqual([])
    expect(telltale.events('Load - App - Test - Browser')).toHaveLength(1)
  })

  it('a flag that the definitions do not have is an error, with the flag that may be meant', () => {
    const definitions = { flags: { 'new-pricing': { default: false } } }
    const misspelt = { 'new-pricng': true } as object
    expect(() => createTestTelltale({ definitions, flags: misspelt })).toThrow(
      'The definitions have no flag "new-pricng" (new-pricing?).',
    )
    const telltale = createTestTelltale({ definitions, flags: { 'new-pricing': true } })
    expect(() => telltale.setFlag('other' as never, true as never)).toThrow('The definitions have no flag "other".')
  })

  it('a changed flag has an effect at once: on its listeners and on later events', () => {
    const telltale = createTestTelltale({ flags: { layout: 'classic', other: 1 } })
    const told: string[] = []
    for (const key of ['layout', 'other', 'constructor']) telltale.flags.watch(key, () => told.push(key))
    telltale.track('Before')
    telltale.setFlag('layout', 'compact')
    telltale.setFlag('layout', 'compact')
    telltale.track('After')
    expect(told).toEqual(['layout'])
    expect(telltale.flags.allFlags()).toEqual({ layout: 'compact', other: 1 })
    expect(telltale.events().map(({ properties }) => properties['LDFF: layout'])).toEqual(['classic', 'compact'])
  })

  it('a flag may be set later, and a flag that is not set has the default of its definition', () => {
    const definitions = { flags: { layout: { default: 'classic' }, 'page-size': { default: 20 } } }
    const telltale = createTestTelltale({ definitions })
    telltale.setFlag('page-size', 50)
    const read = telltale.flags.variation as (key: string) => unknown
    expect([read('layout'), read('page-size')]).toEqual(['classic', 50])
  })

  it('signing in and out has an effect at once, and events have the user of their time', () => {
    const telltale = createTestTelltale({ identity: null })
    expect(telltale.identity.current.get().status).toBe('unknown')
    telltale.track('Nobody')
    telltale.signIn(ida)
    telltale.track('Ida')
    telltale.signIn({ unique_identity: 'bo' })
    telltale.track('Bo')
    telltale.signOut()
    telltale.track('Nobody again')
    expect(telltale.events().map(({ name, identity }) => [name, identity.id])).toEqual([
      ['Nobody', undefined],
      ['Ida', 'ida'],
      ['Bo', 'bo'],
      ['Nobody again', undefined],
    ])
  })

  it('a test can impersonate a user, and no exposure of that user is recorded', () => {
    const telltale = createTestTelltale({ flags: { 'new-pricing': true } })
    telltale.flags.variation('new-pricing', false)
    telltale.impersonate(ida, 'sam@example.com')
    telltale.flags.variation('new-pricing', false)
    telltale.track('Quote sent')
    expect(telltale.identity.current.get()).toMatchObject({ impersonator: 'sam@example.com' })
    expect(telltale.events()[0]?.identity).toEqual({ id: 'ida', impersonator: 'sam@example.com' })
    expect(telltale.exposures()).toEqual(['new-pricing'])
  })

  it('events of a test layer without an answer wait until there is one', async () => {
    const telltale = createTestTelltale({ flags: { 'new-pricing': true }, identity: ida, isLoading: true })
    expect(telltale.identity.current.get().status).toBe('resolving')
    expect(telltale.flags.status.get()).toBe('initialising')
    expect(telltale.flags.variation('new-pricing', false)).toBe(false)
    telltale.track('Early')
    await telltale.advance(10_000)
    expect(telltale.events()).toEqual([])
    await telltale.finishLoading()
    expect(telltale.flags.variation('new-pricing', false)).toBe(true)
    expect(telltale.events()).toMatchObject([{ name: 'Early', identity: { id: 'ida' } }])
    expect(telltale.events()[0]?.properties).toHaveProperty('LDFF: new_pricing', true)
  })

  it('events reach the fake vendors when time passes', async () => {
    const page: HeapPage = { heap: { appid: 'test-project' } as never }
    const { received } = fakeHeap({ page })
    const telltale = createTestTelltale({
      identity: ida,
      settings: { analytics: vendorDestination(heap({ instance: () => page.heap })) },
    })
    telltale.track('Quote sent', { total: 1200 })
    await telltale.advance(1_000)
    expect(received.map(({ method, given }) => [method, given[0]])).toEqual([
      ['identify', 'ida'],
      ['track', 'Load - App - Test - Browser'],
      ['track', 'Quote sent'],
    ])
  })

  it('the test layer lists the messages of the console', () => {
    const telltale = createTestTelltale()
    telltale.track('Quote sent', {}, { messaging: true })
    expect(telltale.problems()).toEqual(['Telltale (track): "Quote sent" needs a messenger: set messaging. (T62)'])
  })

  it('the test layer lists events that do not match their schemas', () => {
    const telltale = createTestTelltale({ definitions: { events: { 'Quote sent': z.object({ total: z.number() }) } } })
    telltale.track('Quote sent', { total: 1200 })
    expect(telltale.problems()).toEqual([])
    telltale.track('Quote sent')
    expect(telltale.problems()).toEqual([
      'Telltale (validate): "Quote sent": total: Invalid input: expected number, received undefined. (T136)',
    ])
    expect(telltale.events()).toHaveLength(2)
  })

  it('the test layer lists events that exceed the limits of a vendor', () => {
    const telltale = createTestTelltale({
      settings: { analytics: vendorDestination(heap({ instance: () => undefined })) },
    })
    telltale.track('x'.repeat(256))
    expect(telltale.problems()).toEqual([
      expect.stringContaining('heap: its name has 256 characters, of which 255 are kept. (T137)'),
    ])
  })

  it('the test layer reports once that two flags share an event property', () => {
    const telltale = createTestTelltale({ flags: { newPricing: 1, 'new-pricing': 2, other: 3 } })
    telltale.track('Quote sent')
    telltale.setFlag('other', 4)
    telltale.track('Quote sent')
    expect(telltale.events().map(({ properties }) => properties['LDFF: new_pricing'])).toEqual([2, 2])
    expect(telltale.problems()).toEqual([
      'Telltale (flags): Flags "new-pricing" and "newPricing" share the event property "LDFF: new_pricing". Rename one. (T63)',
    ])
  })

  it('the test layer reports flags that Intercom drops, and Intercom keeps the properties of the application', async () => {
    const page: IntercomPage = {}
    const { received } = fakeIntercom({ page })
    const flags = Object.fromEntries(Array.from({ length: 26 }, (_, index) => [`flag-${index}`, index]))
    const telltale = createTestTelltale({
      flags,
      identity: { unique_identity: 'ida', user_id: 'u-1' },
      settings: { messaging: vendorDestination(intercom({ appId: 'app', instance: () => page.Intercom })) },
    })
    telltale.track('Quote sent', { total: 1 }, { messaging: true })
    telltale.track('Quote sent', { total: 1 }, { messaging: true })
    expect(telltale.problems()).toEqual([
      'Telltale (validate): "Quote sent": intercom: with screen_dimensions and the flags it has 28 properties, of which 20 are kept: flags are left out first. (T138)',
    ])
    await telltale.advance(1_000)
    const sent = received.find(({ method }) => method === 'trackEvent')
    expect(sent?.losses).toEqual([])
    expect(sent?.kept?.['metadata']).toMatchObject({ total: 1, screen_dimensions: '1440x900' })
  })

  it('events wait while the network is cut, and a later layer on the same disk delivers them', async () => {
    const disk = createTestDisk()
    const settings = { destinations: [collector({ url: 'https://collector.test/events' })] }
    const cut = createTestTelltale({ disk, settings, server: () => 'network' })
    cut.track('Quote sent')
    await cut.advance(1_000)
    cut.browser.leave()
    cut.close()

    const bodies: string[] = []
    const later = createTestTelltale({
      disk,
      settings,
      server: ({ body = '' }) => {
        bodies.push(body)
        return { status: 202 }
      },
    })
    await later.advance(10_000)
    expect(bodies.join()).toContain('"name":"Quote sent"')
  })

  it('a hidden page sends its events, and the test layer lists its requests', () => {
    const telltale = createTestTelltale({
      settings: { destinations: [collector({ url: 'https://collector.test/events' })] },
    })
    telltale.track('Quote sent')
    expect(telltale.browser.requests).toEqual([])
    telltale.browser.hide()
    expect(telltale.browser.requests).toMatchObject([{ url: 'https://collector.test/events', keepalive: true }])
  })

  it('an event has the address of the page at its time', () => {
    const telltale = createTestTelltale()
    telltale.browser.url = 'https://app.test/quotes'
    telltale.track('Quote sent')
    expect(telltale.events()).toMatchObject([{ url: 'https://app.test/quotes' }])
  })

  it('an event of a crashed page is delivered by the next layer on the same disk', async () => {
    const disk = createTestDisk()
    const settings = { destinations: [collector({ url: 'https://collector.test/events' })] }
    const first = createTestTelltale({ disk, settings })
    first.track('Quote sent')
    first.browser.crash()
    const next = createTestTelltale({ disk, settings })
    await next.advance(10_000)
    expect(next.browser.requests.map(({ body }) => body).join()).toContain('"name":"Quote sent"')
  })

  it('two test layers share no flags, users or events', () => {
    const [one, other] = [createTestTelltale({ flags: { a: 1 } }), createTestTelltale()]
    one.track('One')
    one.signOut()
    expect(other.events()).toEqual([])
    expect(other.flags.allFlags()).toEqual({})
    expect(other.identity.current.get().status).toBe('known')
  })
})

it('an observer overrides a flag of the test kit, and a change by the test is shown when the override has ended', () => {
  let override: ((key: string, value: string | undefined) => void) | undefined
  const observer: Observer = {
    name: 'panel',
    start(layer) {
      override = layer.flags.override
      return () => {}
    },
  }
  const telltale = createTestTelltale({ flags: { pricing: 'old' }, settings: { observers: [observer] } })
  override?.('pricing', 'new')
  expect(telltale.flags.variation('pricing', 'x')).toBe('new')
  expect(telltale.flags.getFlag('pricing')?.reason).toEqual({ kind: 'OVERRIDE' })
  telltale.setFlag('pricing', 'newest')
  expect(telltale.flags.variation('pricing', 'x')).toBe('new')
  override?.('pricing', undefined)
  expect(telltale.flags.variation('pricing', 'x')).toBe('newest')
})
