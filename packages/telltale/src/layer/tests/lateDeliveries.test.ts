import { expect, test } from 'vitest'
import { collector } from '../../collector.ts'
import type { AnalyticsEvent } from '../../core/model/event.ts'
import type { StartDeliveries } from '../../events/createEvents.ts'
import type { Vendor } from '../../events/destinations/vendor.ts'
import { createTelltale } from '../createTelltale.ts'
import { sandboxSettings } from './sandboxSettings.suite.ts'
import { fakeDisk } from '../../testing/fakeDisk.ts'
import { fakePlatform } from '../../testing/fakePlatform.ts'
import { startOn, launchDarklyAtOnce as launchDarkly } from '../../testkit/createTelltaleAtOnce.ts'
import { vendor } from '../../vendor.ts'
import { readBatch } from '../../testing/readBatch.ts'

const TOKENS: Record<string, string> = {
  '0b1f6c1e-5d0a-4d53-9b86-3a5d6b2c7e10': 'ida',
  '4b0d3e5c-6d6f-4f0c-9a55-0d1f3f7c2a91': 'bo',
}
const [IDA = '', BO = ''] = Object.keys(TOKENS)

/** A page whose lazy chunk is loaded with `arrive`, and cannot be loaded while `isMissing`. */
function openPage(disk = fakeDisk(), isMissing = false) {
  const page = { token: IDA, plan: 'a', isMissing, loads: 0 }
  const handed: string[] = []
  const taken: AnalyticsEvent[] = []
  const platform = fakePlatform(({ url, headers, body }) => {
    if (url.includes('/who-am-i')) {
      const token = headers?.['Authorization']?.replace('Bearer ', '') ?? ''
      return { status: 200, body: { unique_identity: TOKENS[token] } }
    }
    if (url.includes('/sdk/evalx/')) return { status: 200, body: { plan: { value: page.plan, version: 1 } } }
    taken.push(...readBatch(body).events)
    return { status: 202 }
  }, disk)
  let arrive: (start: StartDeliveries) => void = () => {}
  const telltale = createTelltale(
    {
      ...sandboxSettings,
      auth: { token: () => page.token },
      flags: launchDarkly({ clientSideId: 'env-1', sendEvents: false, streaming: false }),
      destinations: [collector({ url: 'https://collect.test/' }), vendor(scriptOf(handed))],
    },
    {
      platform,
      loadDeliveries() {
        page.loads += 1
        return page.isMissing
          ? Promise.reject(new TypeError('not found'))
          : new Promise((resolve) => (arrive = resolve))
      },
    },
  )
  const named = () => taken.filter(({ name }) => !name.startsWith('Load'))
  return {
    page,
    platform,
    telltale,
    disk,
    names: () => named().map(({ name }) => name),
    named,
    handed,
    arrive: () => arrive(startOn(platform)),
  }
}

const scriptOf = (handed: string[]): Vendor => ({
  name: 'script',
  impersonation: 'tag',
  isLoaded: () => true,
  identify() {},
  reset() {},
  track: ({ name }) => void handed.push(name),
})

test('events that are tracked before the lazy chunk has loaded are delivered after it has, in order', async () => {
  const { platform, telltale, names, arrive } = openPage()
  telltale.track('before who-am-i')
  await platform.clock.advance(2_000)
  telltale.track('after who-am-i')
  await platform.clock.advance(2_000)
  expect(names()).toEqual([])
  arrive()
  telltale.track('in the same task')
  await platform.clock.advance(1_000)
  expect(names()).toEqual(['before who-am-i', 'after who-am-i', 'in the same task'])
  telltale.close()
})

test('an event keeps the user and the flags of its time when both change before the lazy chunk has loaded', async () => {
  const { page, platform, telltale, named, arrive } = openPage()
  await platform.clock.advance(1_000)
  telltale.track('one')
  page.token = BO
  page.plan = 'b'
  await telltale.identity.refresh()
  await platform.clock.advance(1_000)
  telltale.track('two')
  arrive()
  await platform.clock.advance(1_000)
  expect(named()).toMatchObject([
    { name: 'one', identity: { id: 'ida' }, properties: { 'LDFF: plan': 'a' } },
    { name: 'two', identity: { id: 'bo' }, properties: { 'LDFF: plan': 'b' } },
  ])
  telltale.close()
})

test.each([
  ['after', 1_000],
  ['before', 0],
])(
  'a page that is left before the lazy chunk has loaded, %s who-am-i has answered, leaves its events to the next page',
  async (_when, ms) => {
    const first = openPage()
    await first.platform.clock.advance(ms)
    first.telltale.track('one')
    first.platform.leave()
    const second = openPage(first.disk)
    second.arrive()
    await second.platform.clock.advance(1_000)
    expect(second.named()).toMatchObject([{ name: 'one', identity: { id: 'ida' }, properties: { 'LDFF: plan': 'a' } }])
    expect(first.names()).toEqual([])
    second.telltale.close()
  },
)

test('a lazy chunk that is loaded at the second attempt is not reported', async () => {
  const { page, platform, telltale, names, arrive } = openPage(fakeDisk(), true)
  telltale.track('one')
  await platform.settle()
  expect(page.loads).toBe(1)
  page.isMissing = false
  await platform.clock.advance(2_000)
  expect(page.loads).toBe(2)
  arrive()
  await platform.clock.advance(1_000)
  expect(names()).toEqual(['one'])
  expect(platform.logged).toEqual([])
  telltale.close()
})

test('a lazy chunk that cannot be loaded is requested again less and less often, and the problem is reported once', async () => {
  const { page, platform, telltale, names, arrive } = openPage(fakeDisk(), true)
  telltale.track('one')
  await platform.clock.advance(60_000)
  expect(page.loads).toBeGreaterThan(4)
  expect(page.loads).toBeLessThan(10)
  expect(platform.logged.filter((line) => line.includes('could not be loaded'))).toHaveLength(1)
  page.isMissing = false
  const before = page.loads
  platform.comeBack()
  await platform.settle()
  expect(page.loads).toBe(before + 1)
  arrive()
  await platform.clock.advance(1_000)
  expect(names()).toEqual(['one'])
  telltale.close()
})

test('a layer that is closed before its lazy chunk has loaded delivers nothing, and loads no more', async () => {
  const { page, platform, telltale, names, arrive, disk } = openPage()
  await platform.clock.advance(1_000)
  telltale.track('one')
  telltale.close()
  arrive()
  await platform.clock.advance(60_000)
  expect([names(), page.loads]).toEqual([[], 1])
  const second = openPage(disk)
  second.arrive()
  await second.platform.clock.advance(1_000)
  expect(second.names()).toEqual(['one'])
  second.telltale.close()
})

test('an event that another tab has recovered and delivered is not delivered again by its own page', async () => {
  const first = openPage()
  await first.platform.clock.advance(1_000)
  first.telltale.track('one')
  const second = openPage(first.disk)
  second.arrive()
  await second.platform.clock.advance(1_000)
  expect(second.handed).toContain('one')
  first.arrive()
  await first.platform.clock.advance(1_000)
  expect(first.handed).not.toContain('one')
  first.telltale.close()
  second.telltale.close()
})

test('an event is delivered although the application has cleared localStorage before the lazy chunk has loaded', async () => {
  const { platform, telltale, names, disk, arrive } = openPage()
  await platform.clock.advance(1_000)
  telltale.track('one')
  for (const key of disk.storage.keys('')) disk.storage.remove(key)
  arrive()
  await platform.clock.advance(1_000)
  expect(names()).toEqual(['one'])
  telltale.close()
})

test('counts and refused events are available once the lazy chunk has loaded', async () => {
  const { platform, telltale, arrive } = openPage()
  const [refused, counts] = [telltale.refused.read(), telltale.counts()]
  await platform.clock.advance(1_000)
  arrive()
  expect(await refused).toEqual([])
  expect(await counts).toEqual({
    waiting: { pending: 0, unread: { collector: 0, script: 0 } },
    refused: {},
    isComplete: true,
  })
  telltale.close()
})

test('an exit listener that the application added before the lazy chunk had loaded runs after that of the library', async () => {
  const { platform, telltale, arrive } = openPage()
  const sent: string[] = []
  platform.page.onMayExit(() => {
    const before = platform.transport.requests.filter(({ url }) => url.includes('collect')).length
    sent.push(`${before} requests before`)
  })
  await platform.clock.advance(1_000)
  arrive()
  await platform.clock.advance(1_000)
  const others = platform.transport.requests.filter(({ url }) => url.includes('collect')).length
  telltale.track('one')
  platform.mayExit()
  expect(sent).toEqual([`${others + 1} requests before`])
  telltale.close()
})
