import { describe, expect, it } from 'vitest'
import { collector, type CollectorOptions } from '../../collector.ts'
import type { Moment } from '../../core/model/event.ts'
import type { Step } from '../../core/step.ts'
import { fakeDisk } from '../../testing/fakeDisk.ts'
import { fakePlatform } from '../../testing/fakePlatform.ts'
import { type Batch, readBatch } from '../../testing/readBatch.ts'
import { createTelltaleAtOnce, launchDarklyAtOnce as launchDarkly } from '../../testkit/createTelltaleAtOnce.ts'
import type { ObservedLayer } from '../../core/observer.ts'

const LOAD = 'Load - App - Desk - Browser'
const FLAGS = {
  'new-pricing': { value: 'b', version: 12, flagVersion: 4, variation: 1, reason: { kind: 'RULE_MATCH', ruleId: 'r' } },
  newPricing: { value: true, version: 3, variation: 0 },
  limits: { value: { days: 3 }, version: 7, variation: 2 },
}
const FULL: Moment = {
  session: { id: '0b1f6c1e-5d0a-4d53-9b86-3a5d6b2c7e10', startedAt: 1_795_228_800_000 },
  view: {
    id: '0b1f6c1e-5d0a-4d53-9b86-3a5d6b2c7e11',
    pattern: '/quotes/:id/lines',
    title: 'Quote',
    referrer: '/quotes',
  },
  release: '2026.11.28-1',
  environment: 'production',
}

interface World {
  disk?: ReturnType<typeof fakeDisk>
  steps?: readonly Step[]
  options?: Partial<CollectorOptions>
  flags?: object
  isDown?: boolean
}

function openPage(world: World = {}) {
  const { disk = fakeDisk(), steps = [], options = {}, flags = FLAGS } = world
  const batches: Batch[] = []
  const sent: string[] = []
  const platform = fakePlatform(({ url, body }) => {
    if (url.includes('/sdk/evalx/')) return { status: 200, body: flags }
    if (world.isDown) return { status: 503 }
    batches.push(readBatch(body))
    sent.push(body ?? '')
    return { status: 202 }
  }, disk)
  let layer: ObservedLayer | undefined
  const telltale = createTelltaleAtOnce(
    {
      app: 'Desk',
      identity: { person: () => ({ unique_identity: 'ida' }) },
      flags: launchDarkly({ clientSideId: 'env-1', sendEvents: false }),
      destinations: [collector({ url: 'https://collect.test/', ...options })],
      observers: [{ name: 'test', start: (observed) => ((layer = observed), () => {}) }],
      events: { steps },
    },
    platform,
  )
  const events = () => batches.flatMap((batch) => batch.events)
  const named = (name: string) => events().find((event) => event.name === name)
  return { platform, telltale, disk, batches, sent, events, named, layer: () => layer }
}

describe('the page and the number of an event', () => {
  it('the events of a page are numbered from 1 without a gap, the load event included', async () => {
    const { telltale, platform, events } = openPage()
    telltale.track('one')
    telltale.track('two')
    await platform.clock.advance(1_000)
    telltale.track('three')
    await platform.clock.advance(1_000)
    expect(
      events()
        .map(({ n }) => n)
        .sort(),
    ).toEqual([1, 2, 3, 4])
    expect(new Set(events().map(({ page }) => page)).size).toBe(1)
    expect(
      events()
        .map(({ name, n }) => `${n} ${name}`)
        .sort(),
    ).toEqual([`1 ${LOAD}`, '2 one', '3 two', '4 three'].sort())
  })

  it('each page has an id of its own, and an event that a later page delivers keeps those of its page', async () => {
    const world: World = { isDown: true, disk: fakeDisk() }
    const first = openPage(world)
    first.telltale.track('left behind')
    await first.platform.clock.advance(1_000)
    first.telltale.close()
    const second = openPage({ disk: first.disk })
    await second.platform.clock.advance(1_000)
    second.telltale.track('own')
    await second.platform.clock.advance(120_000)
    const [left, own] = ['left behind', 'own'].map(second.named)
    expect(left?.page).toMatch(/^[0-9a-f-]{36}$/)
    expect(own?.page).not.toBe(left?.page)
    expect([left?.n, own?.n]).toEqual([2, 2])
  })

  it('a call that is ignored has no number', async () => {
    const { telltale, platform, events } = openPage()
    telltale.track(' ' as never)
    expect(telltale.track('one')).toBe(
      (await platform.clock.advance(1_000), events().find(({ name }) => name === 'one')?.id),
    )
    expect(telltale.track(5 as never)).toBeUndefined()
    telltale.track('two')
    await platform.clock.advance(1_000)
    expect(
      events()
        .map(({ n }) => n)
        .sort(),
    ).toEqual([1, 2, 3])
  })
})

describe('the moment of an event', () => {
  const step: Step = { name: 'moment', enrich: () => ({ moment: { ...FULL } }) }

  it('the parts of several steps make one moment, and the last part of a name wins', async () => {
    const { telltale, platform, named } = openPage({
      steps: [
        { name: 'one', enrich: () => ({ moment: { release: '1', locale: 'en-GB' } }) },
        { name: 'two', enrich: () => ({ moment: { release: '2' }, properties: { own: 1 } }) },
      ],
    })
    telltale.track('one')
    await platform.clock.advance(1_000)
    expect(named('one')).toMatchObject({ moment: { release: '2', locale: 'en-GB' }, properties: { own: 1 } })
    expect(named(LOAD)).toMatchObject({ moment: { release: '2', locale: 'en-GB' } })
  })

  it('a batch contains a moment once, and an event without one has only its page', async () => {
    const { telltale, platform, sent } = openPage({ steps: [step] })
    for (const name of ['one', 'two', 'three']) telltale.track(name)
    await platform.clock.advance(1_000)
    const { moments, events } = JSON.parse(sent.at(-1) ?? '')
    expect(moments).toEqual([{ page: expect.any(String) as string, ...FULL }])
    expect(events.map(({ moment }: { moment: unknown }) => moment)).toEqual([0, 0, 0, 0])
    const without = openPage()
    without.telltale.track('one')
    await without.platform.clock.advance(1_000)
    expect(JSON.parse(without.sent.at(-1) ?? '').moments).toEqual([{ page: expect.any(String) as string }])
  })

  it('a full moment and 50 flags with their details cost an event at most 120 bytes in a batch', async () => {
    const flags = Object.fromEntries(
      Array.from({ length: 50 }, (_, index) => [`flag-${index}`, { value: true, version: 9, variation: 1 }]),
    )
    const bytesOf = async (count: number) => {
      const { telltale, platform, sent } = openPage({ steps: [step], flags })
      await platform.clock.advance(1_000)
      for (let index = 0; index < count; index += 1) telltale.track('Quote sent')
      await platform.clock.advance(1_000)
      return sent.at(-1)?.length ?? 0
    }
    const perEvent = ((await bytesOf(40)) - (await bytesOf(10))) / 30
    // What an event cost before: its id, name, time, address, properties, epoch, identity and the id of its set of flags.
    const before = JSON.stringify({
      id: '019ab2f4-6a3e-7cc3-98c4-dc0c0c07398f',
      name: 'Quote sent',
      at: 1_795_228_800_000,
      url: 'https://app.test/quotes',
      properties: { screen_dimensions: '1440x900' },
      epoch: '019ab2f4-6a3e-7cc3-98c4-dc0c0c07398f',
      identity: { id: 'ida' },
      flagSet: '1234567890123456-1234567890123456',
    }).length
    expect(perEvent - before).toBeLessThanOrEqual(120)
  })

  it('an event with a full moment and 1,000 flags costs at most 450 characters of localStorage', async () => {
    const flags = Object.fromEntries(
      Array.from({ length: 1_000 }, (_, i) => [`flag-${i}`, { value: true, version: 1 }]),
    )
    const { telltale, platform, disk } = openPage({ steps: [step], flags })
    await platform.clock.advance(1_000)
    disk.condition = 'hangs'
    telltale.track('first')
    const size = () =>
      disk.storage.keys('').reduce((sum, key) => sum + key.length + (disk.storage.get(key)?.length ?? 0), 0)
    const before = size()
    for (let count = 0; count < 10; count += 1) telltale.track('another')
    expect((size() - before) / 10).toBeLessThanOrEqual(450)
  })

  it('an event that a page has left in localStorage keeps its moment', async () => {
    const disk = fakeDisk()
    const first = openPage({ disk, steps: [step] })
    await first.platform.clock.advance(1_000)
    disk.condition = 'hangs'
    first.telltale.track('left behind')
    await first.platform.settle()
    disk.condition = 'well'
    const second = openPage({ disk })
    await second.platform.clock.advance(120_000)
    expect(second.named('left behind')).toMatchObject({ moment: FULL })
    expect(disk.storage.keys('').filter((key) => /flagset/.test(key)).length).toBeLessThanOrEqual(2)
  })

  it.each([['a text'], [5], [[1]], [null]])(
    'a moment that is %j is reported, and the event goes on without it',
    async (moment) => {
      const { telltale, platform, named } = openPage({
        steps: [{ name: 'odd', enrich: () => ({ moment }) as never }],
      })
      telltale.track('one')
      await platform.clock.advance(1_000)
      expect(named('one')).toBeDefined()
      expect(named('one')).not.toHaveProperty('moment')
      expect(platform.logged).toContainEqual(expect.stringContaining('the step "odd" has failed'))
    },
  )
})

describe('how the flags of an event came to their values', () => {
  it('each flag has its key, variation, version and reason, once for a batch', async () => {
    const { telltale, platform, batches } = openPage()
    telltale.track('one')
    telltale.track('two')
    await platform.clock.advance(1_000)
    const details = Object.values(batches.at(-1)?.flagDetails ?? {})
    expect(details).toEqual([
      {
        'new-pricing': { property: 'LDFF: new_pricing', variation: 1, version: 4, reason: 'RULE_MATCH' },
        newPricing: { value: true, variation: 0, version: 3 },
        limits: { property: 'LDFF: limits', variation: 2, version: 7 },
      },
    ])
  })

  it('another version of a flag makes another set, although its value is the same', async () => {
    const { telltale, platform, batches, layer } = openPage()
    await platform.clock.advance(1_000)
    telltale.track('one')
    layer()?.flags.override('limits', { days: 3 })
    telltale.track('two')
    layer()?.flags.override('limits', undefined)
    telltale.track('three')
    await platform.clock.advance(1_000)
    const sets = Object.values(batches.at(-1)?.flagDetails ?? {})
    expect(sets.map((set) => set['limits'])).toEqual([
      { property: 'LDFF: limits', variation: 2, version: 7 },
      { property: 'LDFF: limits', reason: 'OVERRIDE' },
    ])
  })

  it('an event names the flags whose values a panel for developers has replaced', async () => {
    const { telltale, platform, named, layer } = openPage()
    await platform.clock.advance(1_000)
    layer()?.flags.override('new-pricing', 'c')
    telltale.track('one')
    layer()?.flags.override('new-pricing', undefined)
    telltale.track('two')
    await platform.clock.advance(1_000)
    expect(named('one')).toMatchObject({ overridden: ['new-pricing'], properties: { 'LDFF: new_pricing': 'c' } })
    expect(named('two')).toMatchObject({ properties: { 'LDFF: new_pricing': 'b' } })
    expect(named('two')).not.toHaveProperty('overridden')
  })

  it('at the end of a page, details of many flags do not take the room of events', async () => {
    const flags = Object.fromEntries(
      Array.from({ length: 1_000 }, (_, i) => [`flag-${i}`, { value: true, version: 1 }]),
    )
    const { telltale, platform, batches } = openPage({ flags })
    await platform.clock.advance(1_000)
    expect(batches.at(-1)?.flagDetails).toBeDefined()
    for (let count = 0; count < 20; count += 1) telltale.track('at the exit')
    platform.leave()
    await platform.settle()
    expect(batches.at(-1)?.events).toHaveLength(20)
    expect(batches.at(-1)).not.toHaveProperty('flagDetails')
  })
})
