import { describe, expect, it } from 'vitest'
import { collector, type CollectorOptions } from '../../collector.ts'
import { fakeDisk } from '../../testing/fakeDisk.ts'
import { fakePlatform } from '../../testing/fakePlatform.ts'
import { createTelltaleAtOnce, launchDarklyAtOnce as launchDarkly } from '../../testkit/createTelltaleAtOnce.ts'
import { sandboxSettings } from './sandboxSettings.suite.ts'
import { type Batch, readBatch } from '../../testing/readBatch.ts'

const THOUSAND = Object.fromEntries(
  Array.from({ length: 1_000 }, (_, index) => [`some-flag-${index}`, index % 2 === 0]),
)
const TWO_MEGABYTES = { huge: 'x'.repeat(2_000_000) }

interface World {
  values: Record<string, unknown>
  isDown?: boolean
}

/** A page of one user, with a collector that is up or down. */
function openPage(world: World, options: Partial<CollectorOptions> = {}, disk = fakeDisk()) {
  const bodies: Batch[] = []
  const sent: { events: object[]; flagSets?: Record<string, unknown>; flagDetails?: Record<string, unknown> }[] = []
  const platform = fakePlatform(({ url, body }) => {
    if (url.includes('/sdk/evalx/')) {
      const flags = Object.entries(world.values).map(([key, value]) => [key, { value, version: 1 }])
      return { status: 200, body: Object.fromEntries(flags) }
    }
    if (world.isDown) return { status: 503 }
    bodies.push(readBatch(body))
    sent.push(JSON.parse(body ?? ''))
    return { status: 202 }
  }, disk)
  const telltale = createTelltaleAtOnce(
    {
      ...sandboxSettings,
      flags: launchDarkly({ clientSideId: 'env-1', sendEvents: false }),
      destinations: [collector({ url: 'https://collect.test/', ...options })],
    },
    platform,
  )
  const named = (name: string) => bodies.flatMap(({ events }) => events).filter((event) => event.name === name)
  return { platform, telltale, disk, bodies, sent, named }
}

async function openReadyPage(...given: Parameters<typeof openPage>) {
  const page = openPage(...given)
  await page.platform.clock.advance(1_000)
  expect(page.telltale.flags.status.get()).toBe('live')
  return page
}

const bytesIn = ({ storage }: ReturnType<typeof fakeDisk>, prefix: string) =>
  storage.keys(prefix).reduce((sum, key) => sum + key.length + (storage.get(key)?.length ?? 0), 0)

describe('the flags of stored events', () => {
  it('1,000 flags cost at most 600 bytes per event in localStorage', async () => {
    const { telltale, disk } = await openReadyPage({ values: THOUSAND })
    disk.condition = 'hangs'
    telltale.track('first')
    const before = bytesIn(disk, '')
    for (let count = 0; count < 10; count += 1) telltale.track('another')
    expect((bytesIn(disk, '') - before) / 10).toBeLessThan(600)
    telltale.close()
  })

  it('the next page delivers the events that a page left in localStorage with their flags', async () => {
    const first = await openReadyPage({ values: THOUSAND })
    first.disk.condition = 'hangs'
    first.telltale.track('left behind')
    first.platform.leave()
    await first.platform.settle()
    first.disk.condition = 'well'
    const second = await openReadyPage({ values: {} }, {}, first.disk)
    expect(second.named('left behind').map(({ properties }) => properties)).toEqual([
      expect.objectContaining({ 'LDFF: some_flag_0': true, 'LDFF: some_flag_999': false }),
    ])
    second.telltale.close()
    first.telltale.close()
    const third = await openReadyPage({ values: {} }, {}, first.disk)
    expect(bytesIn(first.disk, 'flagset:')).toBe(0)
    third.telltale.close()
  })

  it('flags of 2 MB do not count against the budget of the events', async () => {
    const world: World = { values: TWO_MEGABYTES }
    const { platform, telltale, named } = await openReadyPage(world)
    world.isDown = true
    for (let count = 0; count < 20; count += 1) telltale.track('offline')
    await platform.clock.advance(10_000)
    expect(telltale.diagnostics.get().dropped).toEqual({})
    world.isDown = false
    await platform.clock.advance(120_000)
    expect(named('offline')).toHaveLength(20)
    expect(named('offline').every(({ properties }) => properties['LDFF: huge'] === TWO_MEGABYTES.huge)).toBe(true)
    telltale.close()
  })
})

describe('the flags of a batch', () => {
  it('with `flagSets: false` each event has the flags among its properties, as they were when it was tracked', async () => {
    const { platform, telltale, sent } = await openReadyPage({ values: { 'new-pricing': true } }, { flagSets: false })
    telltale.track('one', { size: 3, 'LDFF: new_pricing': 'not the flag' })
    await platform.clock.advance(1_000)
    const { events, ...rest } = sent.at(-1) ?? {}
    expect(rest).not.toHaveProperty('moments')
    expect(events?.at(-1)).toMatchObject({ page: expect.any(String) as string, n: 1 })
    expect(events?.at(-1)).toMatchObject({ name: 'one', properties: { size: 3, 'LDFF: new_pricing': true } })
    expect(events?.at(-1)).not.toHaveProperty('flagSet')
    expect(rest).not.toHaveProperty('flagSets')
    telltale.close()
  })

  it('the flags are sent once for all events of a batch', async () => {
    const { platform, telltale, sent } = await openReadyPage({ values: THOUSAND })
    telltale.track('one', { size: 3 })
    telltale.track('two')
    await platform.clock.advance(1_000)
    const { events = [], flagSets = {} } = sent.at(-1) ?? {}
    const [id = ''] = Object.keys(flagSets)
    expect(Object.keys(flagSets)).toHaveLength(1)
    expect(flagSets[id]).toMatchObject({ 'LDFF: some_flag_0': true, 'LDFF: some_flag_999': false })
    expect(events.slice(-2)).toMatchObject([
      { name: 'one', flagSet: id, properties: { size: 3 } },
      { name: 'two', flagSet: id },
    ])
    expect(JSON.stringify(events)).not.toContain('LDFF')
    telltale.close()
  })

  it('a page that ends can send 20 events with 1,000 flags', async () => {
    const { platform, telltale, bodies } = await openReadyPage({ values: THOUSAND })
    const before = bodies.length
    for (let count = 0; count < 20; count += 1) telltale.track('at the exit')
    platform.leave()
    expect(platform.transport.requests.at(-1)).toMatchObject({ keepalive: true })
    await platform.settle()
    expect(bodies.slice(before).flatMap(({ events }) => events)).toHaveLength(20)
    telltale.close()
  })
})
