import { expect, it } from 'vitest'
import { collector } from '../../collector.ts'
import { datadog } from '../../adapters/datadog.ts'
import { heap } from '../../adapters/heap.ts'
import { intercom } from '../../adapters/intercom.ts'
import type { AnalyticsEvent } from '../../core/model/event.ts'
import { vendorDestination } from '../../events/destinations/vendorDestination.ts'
import { fakeDisk } from '../../testing/fakeDisk.ts'
import { fakePlatform } from '../../testing/fakePlatform.ts'
import { fakeDatadog } from '../../testing/vendors/fakeDatadog.ts'
import { fakeHeap } from '../../testing/vendors/fakeHeap.ts'
import { fakeIntercom, type IntercomPage } from '../../testing/vendors/fakeIntercom.ts'
import { heapSnippet, type HeapPage } from '../../testing/vendors/heapSnippet.ts'
import { createTelltaleAtOnce } from '../../testkit/createTelltaleAtOnce.ts'
import type { Telltale } from '../createTelltale.ts'
import { sandboxSettings } from './sandboxSettings.suite.ts'
import { readBatch } from '../../testing/readBatch.ts'

interface Load {
  minute: number
  user?: string
  /** Datadog's `storeContextsAcrossPages`: the user that its SDK has from an earlier page. */
  storedUser?: object
}

/** A browser in which pages of one application are loaded, one after the other. */
function browser(multiPage: boolean) {
  const disk = fakeDisk()
  const cookies: Record<string, string> = {}

  /** The calls of one page that identify the user to a vendor. */
  return async function load({ minute, user = 'ida', storedUser }: Load): Promise<string[]> {
    const startMs = Date.UTC(2026, 0, 1, 12, minute)
    const person = { unique_identity: user, user_id: user, user_name: user }
    const platform = fakePlatform(
      ({ url }) => ({ status: 200, body: url.includes('who-am-i') ? person : {} }),
      disk,
      startMs,
    )
    const now = platform.clock.now
    const page: HeapPage & IntercomPage = {}
    heapSnippet(page, 'p-1')
    const ofHeap = fakeHeap({ page, cookies, now })
    const messenger = fakeIntercom({ page, cookies, now })
    const rum = fakeDatadog()
    rum.init({ applicationId: 'a', clientToken: 't' })
    if (storedUser) rum.setUser(storedUser)
    const before = rum.received.length
    const telltale = createTelltaleAtOnce(
      {
        ...sandboxSettings,
        app: { name: 'Desk', multiPage },
        auth: { token: () => user.padEnd(36, '-') },
        analytics: vendorDestination(heap({ instance: () => page.heap })),
        monitoring: vendorDestination(datadog({ instance: rum })),
        messaging: vendorDestination(intercom({ appId: 'app', instance: () => page.Intercom })),
      },
      platform,
    )
    await platform.clock.advance(10_000)
    telltale.close()
    platform.leave()
    const records = [...ofHeap.received, ...rum.received.slice(before), ...messenger.received]
    return records
      .map(({ method }) => method)
      .filter((method) => ['identify', 'resetIdentity', 'setUser', 'boot'].includes(method))
  }
}

it('a multi-page application identifies its user to Heap once for each session', async () => {
  const load = browser(true)
  expect(await load({ minute: 0 })).toEqual(['identify', 'setUser', 'boot'])
  expect(await load({ minute: 20 })).toEqual(['setUser', 'boot'])
  expect(await load({ minute: 40 })).toEqual(['setUser', 'boot'])
  expect(await load({ minute: 75 })).toEqual(['identify', 'setUser', 'boot'])
})

it('a single-page application identifies its user to Heap on each load', async () => {
  const load = browser(false)
  for (const minute of [0, 1]) expect(await load({ minute })).toEqual(['identify', 'setUser', 'boot'])
})

it('a multi-page application identifies another user to Heap within the session', async () => {
  const load = browser(true)
  await load({ minute: 0 })
  // Intercom is booted twice: as a visitor, so that a shutdown ends the former user's session, and as the new user.
  expect(await load({ minute: 1, user: 'otto' })).toEqual(['resetIdentity', 'identify', 'setUser', 'boot', 'boot'])
})

it('a multi-page application sets the user of Datadog again only if the SDK has not kept the user', async () => {
  const load = browser(true)
  await load({ minute: 0 })
  expect(await load({ minute: 1, storedUser: { id: 'ida', name: 'ida' } })).toEqual(['boot'])
  expect(await load({ minute: 2, storedUser: { id: 'ida', name: 'Ida' } })).toEqual(['setUser', 'boot'])
})

/** A browser in which pages of a multi-page application are loaded, one after the other, by the user of the token, or by none. */
function loadEvents() {
  const disk = fakeDisk()
  return async function load(
    minute: number,
    act: (page: { token: string | null; layer: Telltale }) => void = () => {},
  ) {
    const page = { token: 'ida'.padEnd(36, '-') as string | null }
    const names: string[] = []
    const platform = fakePlatform(
      ({ url, headers = {}, body }) => {
        if (url.includes('who-am-i'))
          return { status: 200, body: { unique_identity: headers['Authorization']?.replace(/Bearer |-/g, '') } }
        const { events = [] } = readBatch(body) as { events?: AnalyticsEvent[] }
        for (const { name, identity } of events) if (name.startsWith('Load')) names.push(String(identity.id))
        return { status: 202 }
      },
      disk,
      Date.UTC(2026, 0, 1, 12, minute),
    )
    const layer = createTelltaleAtOnce(
      {
        ...sandboxSettings,
        app: { name: 'Desk', multiPage: true },
        auth: { token: () => page.token },
        destinations: [collector({ url: 'https://collect.test' })],
      },
      platform,
    )
    await platform.clock.advance(100)
    act(Object.assign(page, { layer }))
    await platform.clock.advance(10_000)
    layer.close()
    platform.leave()
    return names
  }
}

const signedOut: readonly (readonly [
  title: string,
  signOut: (page: { token: string | null; layer: Telltale }) => void,
])[] = [
  ['by identity.reset()', ({ layer }) => layer.identity.reset()],
  [
    'by a token of null and refresh()',
    (page) => {
      page.token = null
      void page.layer.identity.refresh()
    },
  ],
]

it.each(signedOut)('a sign-out %s ends the session of a multi-page application', async (_, signOut) => {
  const load = loadEvents()
  expect(await load(0)).toEqual(['ida'])
  expect(await load(1)).toEqual([])
  expect(await load(2, signOut)).toEqual([])
  const otto = await load(3, (page) => {
    page.token = 'otto'.padEnd(36, '-')
    void page.layer.identity.refresh()
  })
  expect(otto).toHaveLength(1)
})

it('a who-am-i that fails does not end the session of a multi-page application', async () => {
  const load = loadEvents()
  expect(await load(0)).toEqual(['ida'])
  await load(1, (page) => {
    page.token = 'short'
    void page.layer.identity.refresh()
  })
  expect(await load(2)).toEqual([])
})
