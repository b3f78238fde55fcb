import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { collector } from '../adapters/collector.ts'
import { heap } from '../adapters/heap.ts'
import { intercom } from '../adapters/intercom.ts'
import { vendorDestination } from '../events/vendorDestination.ts'
import { createTestDisk } from './testBrowser.ts'
import { fakeHeap } from '../testing/vendors/fakeHeap.ts'
import { fakeIntercom, type IntercomPage } from '../testing/vendors/fakeIntercom.ts'
import type { HeapPage } from '../testing/vendors/heapSnippet.ts'
import { createTestTelltale } from './createTestTelltale.ts'

const ida = { unique_identity: 'ida', user_name: 'Ida Berg', email_address: 'ida@example.com' }

describe('a layer for tests', () => {
  it('knows who is signed in and what is switched on as soon as it is there', () => {
    const telltale = createTestTelltale({ flags: { 'new-pricing': true }, identity: ida })
    expect(telltale.identity.current.get()).toMatchObject({ status: 'known', displayIdentity: 'Ida Berg', person: ida })
    expect(telltale.flags.status.get()).toBe('live')
    expect(telltale.flags.variation('new-pricing', false)).toBe(true)
  })

  it('needs to be told nothing at all', () => {
    const telltale = createTestTelltale()
    expect(telltale.identity.current.get()).toMatchObject({ status: 'known', displayIdentity: 'Test User' })
    expect(telltale.flags.variation('new-pricing', false)).toBe(false)
    expect(telltale.events()).toEqual([])
    expect(telltale.problems()).toEqual([])
  })

  it('has the same people after time has passed: who-am-i confirms them', async () => {
    const telltale = createTestTelltale({ identity: ida })
    const before = telltale.identity.current.get()
    await telltale.advance(60_000)
    expect(telltale.identity.current.get()).toEqual(before)
    expect(telltale.problems()).toEqual([])
  })

  it('shows an event as soon as it is tracked, stamped as in production', () => {
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

  it('changes a flag at once, for whoever watches that one, and for events from then on', () => {
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

  it('takes flags that appear later, and defaults of definitions for those that do not', () => {
    const definitions = { flags: { layout: { default: 'classic' }, 'page-size': { default: 20 } } }
    const telltale = createTestTelltale({ definitions })
    telltale.setFlag('page-size', 50)
    const read = telltale.flags.variation as (key: string) => unknown
    expect([read('layout'), read('page-size')]).toEqual(['classic', 50])
  })

  it('signs people in and out at once, and puts events down to whoever is there', () => {
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

  it('lets somebody look at the application as another person, who is shown nothing by it', () => {
    const telltale = createTestTelltale({ flags: { 'new-pricing': true } })
    telltale.flags.variation('new-pricing', false)
    telltale.impersonate(ida, 'sam@example.com')
    telltale.flags.variation('new-pricing', false)
    telltale.track('Quote sent')
    expect(telltale.identity.current.get()).toMatchObject({ impersonator: 'sam@example.com' })
    expect(telltale.events()[0]?.identity).toEqual({ id: 'ida', impersonator: 'sam@example.com' })
    expect(telltale.exposures()).toEqual(['new-pricing'])
  })

  it('can be a layer that knows nothing yet: events wait until it does', async () => {
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

  it('delivers to the stand-ins for the application’s vendors when time passes', async () => {
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

  it('tells what the developer’s console was told', () => {
    const telltale = createTestTelltale()
    telltale.track('Quote sent', {}, { messaging: true })
    expect(telltale.problems()).toEqual(['Telltale (track): "Quote sent" needs a messenger: set messaging. (T62)'])
  })

  it('tells of events that are not as they are defined', () => {
    const telltale = createTestTelltale({ definitions: { events: { 'Quote sent': z.object({ total: z.number() }) } } })
    telltale.track('Quote sent', { total: 1200 })
    expect(telltale.problems()).toEqual([])
    telltale.track('Quote sent')
    expect(telltale.problems()).toEqual([
      'Telltale (validate): "Quote sent": total: Invalid input: expected number, received undefined. (T136)',
    ])
    expect(telltale.events()).toHaveLength(2)
  })

  it('tells of events that one of the application’s vendors does not take', () => {
    const telltale = createTestTelltale({
      settings: { analytics: vendorDestination(heap({ instance: () => undefined })) },
    })
    telltale.track('x'.repeat(256))
    expect(telltale.problems()).toEqual([
      expect.stringContaining('heap: its name has 256 characters, of which 255 are kept. (T137)'),
    ])
  })

  it('tells once of two flags that share an event property', () => {
    const telltale = createTestTelltale({ flags: { newPricing: 1, 'new-pricing': 2, other: 3 } })
    telltale.track('Quote sent')
    telltale.setFlag('other', 4)
    telltale.track('Quote sent')
    expect(telltale.events().map(({ properties }) => properties['LDFF: new_pricing'])).toEqual([2, 2])
    expect(telltale.problems()).toEqual([
      'Telltale (flags): Flags "new-pricing" and "newPricing" share the event property "LDFF: new_pricing". Rename one. (T63)',
    ])
  })

  it('tells of flags that Intercom does not keep, and Intercom keeps the properties of the application', async () => {
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

  it('keeps its events while its network is cut, and a later layer on the same disk delivers them', async () => {
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

  it('sends its events when its page is hidden, and lists its requests', () => {
    const telltale = createTestTelltale({
      settings: { destinations: [collector({ url: 'https://collector.test/events' })] },
    })
    telltale.track('Quote sent')
    expect(telltale.browser.requests).toEqual([])
    telltale.browser.hide()
    expect(telltale.browser.requests).toMatchObject([{ url: 'https://collector.test/events', keepalive: true }])
  })

  it('tracks the address that its page has at that moment', () => {
    const telltale = createTestTelltale()
    telltale.browser.url = 'https://app.test/quotes'
    telltale.track('Quote sent')
    expect(telltale.events()).toMatchObject([{ url: 'https://app.test/quotes' }])
  })

  it('loses no event when its page crashes: the layer on the same disk delivers it', async () => {
    const disk = createTestDisk()
    const settings = { destinations: [collector({ url: 'https://collector.test/events' })] }
    const first = createTestTelltale({ disk, settings })
    first.track('Quote sent')
    first.browser.crash()
    const next = createTestTelltale({ disk, settings })
    await next.advance(10_000)
    expect(next.browser.requests.map(({ body }) => body).join()).toContain('"name":"Quote sent"')
  })

  it('has no other layer’s flags, people or events', () => {
    const [one, other] = [createTestTelltale({ flags: { a: 1 } }), createTestTelltale()]
    one.track('One')
    one.signOut()
    expect(other.events()).toEqual([])
    expect(other.flags.allFlags()).toEqual({})
    expect(other.identity.current.get().status).toBe('known')
  })
})
