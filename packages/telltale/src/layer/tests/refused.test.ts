import { describe, expect, it } from 'vitest'
import { collector } from '../../collector.ts'
import type { AnalyticsEvent } from '../../core/model/event.ts'
import { fakeDisk } from '../../testing/fakeDisk.ts'
import { fakePlatform } from '../../testing/fakePlatform.ts'
import type { FakeAnswer } from '../../testing/fakeTransport.ts'
import { createTelltaleAtOnce } from '../../testkit/createTelltaleAtOnce.ts'
import { vendor } from '../../vendor.ts'
import { sandboxSettings } from './sandboxSettings.suite.ts'
import { readBatch } from '../../testing/readBatch.ts'

/** Collectors that refuse a batch that contains one of these names, or fail for a batch that contains one of the others. */
function openPage({
  disk = fakeDisk(),
  poison = [] as string[],
  failing = [] as string[],
  names = ['collector'],
} = {}) {
  const taken: string[] = []
  const platform = fakePlatform(({ url, body }): FakeAnswer => {
    const { events } = readBatch(body) as { events: AnalyticsEvent[] }
    if (events.some(({ name }) => poison.includes(name) && url.includes('collector'))) return { status: 400 }
    if (events.some(({ name }) => failing.includes(name))) return { status: 500 }
    taken.push(...events.map(({ name }) => `${name} at ${new URL(url).hostname}`))
    return { status: 202 }
  }, disk)
  const destinations = names.map((name) => collector({ name, url: `https://${name}/` }))
  // No user is signed in, so there is no load event beside the events that a test tracks.
  const telltale = createTelltaleAtOnce({ ...sandboxSettings, destinations }, platform)
  const refusedNames = async () => (await telltale.refused.read()).map(({ event }) => event.name)
  async function counted() {
    await platform.clock.advance(250)
    return (await telltale.counts()).refused
  }
  /** Lets time pass in small steps: a batch that is halved many times needs more turns than one step has. */
  async function pass(ms: number) {
    for (let left = ms; left > 0; left -= 250) await platform.clock.advance(Math.min(250, left))
  }
  return { telltale, platform, disk, poison, failing, taken, refusedNames, counted, pass }
}

describe('a collector that denies access', () => {
  it.each([401, 403, 404])(
    'a collector that denies access with status %i is reported, and gets all events when it allows access again',
    async (status) => {
      const taken: string[] = []
      let isAllowed = false
      const platform = fakePlatform(({ body }): FakeAnswer => {
        if (!isAllowed) return { status }
        taken.push(...(readBatch(body).events as AnalyticsEvent[]).map(({ name }) => name))
        return { status: 202 }
      })
      const destinations = [collector({ url: 'https://collector/' })]
      const telltale = createTelltaleAtOnce({ ...sandboxSettings, promotion: 'production', destinations }, platform)
      for (const name of ['1', '2']) telltale.track(name)
      await platform.clock.advance(60_000)
      expect(platform.logged).toEqual([
        `Telltale (collector): its server answers with status ${status}. Events are kept and tried again: check url and who may post there. (T73)`,
      ])
      isAllowed = true
      await platform.clock.advance(120_000)
      expect(taken).toEqual(['1', '2'])
      telltale.close()
    },
  )
})

describe('events that a destination refuses', () => {
  it('refused events are kept with the destination and the reason, and counted, and the other events are delivered', async () => {
    const { telltale, pass, taken, counted } = openPage({ poison: ['bad'] })
    for (const name of ['before', 'bad', 'after']) telltale.track(name)
    await pass(2_000)
    expect(taken).toEqual(['before at collector', 'after at collector'])
    expect(await telltale.refused.read()).toMatchObject([
      { destination: 'collector', reason: 'status 400', event: { name: 'bad', identity: {} } },
    ])
    expect(await counted()).toEqual({ collector: 1 })
    expect(telltale.diagnostics.get().dropped).toEqual({ collector: { refused: 1 } })
    telltale.close()
  })

  it('refused events are reported once as an error in production', async () => {
    const platform = fakePlatform(() => ({ status: 400 }))
    const destinations = [collector({ url: 'https://collector/' })]
    const telltale = createTelltaleAtOnce({ ...sandboxSettings, promotion: 'production', destinations }, platform)
    for (const name of ['1', '2']) telltale.track(name)
    await platform.clock.advance(2_000)
    expect(platform.logged).toEqual([
      'Telltale (collector): refused events (status 400). They are kept: see telltale.refused. (T68)',
    ])
    telltale.close()
  })

  it('refused events are available to the next page, which counts them', async () => {
    const first = openPage({ poison: ['bad'] })
    first.telltale.track('bad')
    await first.platform.clock.advance(1_000)
    first.platform.crash()

    const next = openPage({ disk: first.disk })
    await next.platform.settle()
    expect(await next.counted()).toEqual({ collector: 1 })
    expect(await next.refusedNames()).toEqual(['bad'])
    expect(next.taken).toEqual([])
    next.telltale.close()
  })

  it('refused events are removed when a retry delivers them, except those that are refused again', async () => {
    const names = ['1', '2', 'bad', '3', '4', '5']
    const { telltale, pass, poison, taken, refusedNames, counted } = openPage({ poison: [...names] })
    for (const name of names) telltale.track(name)
    await pass(2_000)
    expect([taken, await refusedNames()]).toEqual([[], names])
    poison.splice(0, names.length, 'bad')
    await telltale.refused.retry()
    expect(taken).toEqual(['1', '2', '3', '4', '5'].map((name) => `${name} at collector`))
    expect(await refusedNames()).toEqual(['bad'])
    expect(await counted()).toEqual({ collector: 1 })

    poison.pop()
    await telltale.refused.retry()
    expect(taken).toContain('bad at collector')
    expect(await refusedNames()).toEqual([])
    expect(await counted()).toEqual({})
    telltale.close()
  })

  it.each(['0', '29', '59'])(
    'refused events are delivered by a retry although the destination fails for one of them: %s of sixty',
    async (bad) => {
      const names = Array.from({ length: 60 }, (_, index) => `${index}`)
      const { telltale, pass, poison, failing, taken, refusedNames } = openPage({ poison: [...names] })
      for (const name of names) telltale.track(name)
      // It takes others meanwhile, so that it is not left alone.
      for (let second = 0; second < 200; second += 1) {
        telltale.track('good')
        await pass(1_000)
      }
      expect(await refusedNames()).toHaveLength(60)
      poison.length = taken.length = 0
      failing.push(bad)
      await telltale.refused.retry()
      expect(await refusedNames()).toEqual([bad])
      expect(new Set(taken)).toHaveLength(59)
      telltale.close()
    },
  )

  it('a retry of refused events asks a destination that fails for all of them at most eight times', async () => {
    const names = Array.from({ length: 60 }, (_, index) => `${index}`)
    const { telltale, platform, pass, poison, failing, refusedNames } = openPage({ poison: [...names] })
    for (const name of names) telltale.track(name)
    for (let second = 0; second < 200; second += 1) {
      telltale.track('good')
      await pass(1_000)
    }
    poison.length = 0
    failing.push(...names)
    const before = platform.transport.requests.length
    await telltale.refused.retry()
    expect(platform.transport.requests.length - before).toBeLessThanOrEqual(8)
    expect(await refusedNames()).toHaveLength(60)
    telltale.close()
  })

  it('refused events stay when the destination cannot be reached', async () => {
    const { telltale, platform, refusedNames } = openPage({ poison: ['bad'] })
    telltale.track('bad')
    await platform.clock.advance(1_000)
    platform.transport.send = async () => ({ outcome: 'network' })
    await telltale.refused.retry()
    expect(await refusedNames()).toEqual(['bad'])
    telltale.close()
  })

  it('refused events are retried only at the destinations that refused them', async () => {
    const { telltale, platform, poison, taken } = openPage({ poison: ['bad'], names: ['collector', 'other'] })
    telltale.track('bad')
    await platform.clock.advance(1_000)
    poison.pop()
    await telltale.refused.retry()
    expect(taken).toEqual(['bad at other', 'bad at collector'])
    telltale.close()
  })

  it('refused events can be discarded', async () => {
    const { telltale, platform, refusedNames, counted } = openPage({ poison: ['bad'] })
    telltale.track('bad')
    await platform.clock.advance(1_000)
    await telltale.refused.discard()
    expect([await refusedNames(), await counted()]).toEqual([[], {}])
    telltale.close()
  })

  it('refused events are kept within a budget: the oldest are evicted, and counted', async () => {
    const { telltale, platform, refusedNames } = openPage({ poison: ['bad', 'last'] })
    for (let count = 0; count < 130; count += 1) {
      telltale.track('bad', { text: 'x'.repeat(10_000) })
      await platform.clock.advance(1_000)
    }
    telltale.track('last')
    await platform.clock.advance(1_000)
    const kept = await refusedNames()
    expect(kept.length).toBeGreaterThan(20)
    expect(kept.at(-1)).toBe('last')
    expect(telltale.diagnostics.get().dropped['outbox']?.['over-budget']).toBe(131 - kept.length)
    telltale.close()
  })
})

describe('the events that earlier pages could not deliver', () => {
  it('the events that earlier pages could not deliver are tried again in a few requests on each page while their destination refuses them all', async () => {
    const { telltale, platform, disk, refusedNames } = openPage({ poison: ['bad'] })
    for (let event = 0; event < 120; event += 1) telltale.track('bad')
    for (let minute = 0; minute < 300 && (await refusedNames()).length < 120; minute += 1)
      await platform.clock.advance(60_000)
    telltale.close()
    const next = openPage({ disk, poison: ['bad'] })
    next.telltale.track('good')
    await next.pass(60_000)
    expect(next.taken).toEqual(['good at collector'])
    expect(next.platform.transport.requests.length).toBeLessThanOrEqual(17)
    expect(await next.refusedNames()).toHaveLength(120)
    next.poison.pop()
    await next.telltale.refused.retry()
    expect(await next.refusedNames()).toEqual([])
    next.telltale.close()
  })
})

describe('two calls of retry at once', () => {
  it('two calls of retry at once send each refused event once, and both wait for it, in a browser without Web Locks', async () => {
    const { telltale, platform, poison, taken, refusedNames } = openPage({ poison: ['bad'] })
    telltale.track('bad')
    await platform.clock.advance(1_000)
    // Without Web Locks, a tab runs each task as if it were the only tab.
    platform.tabs.whileAlone = async (_name, signal, task) => {
      await task(signal)
      return true
    }
    poison.pop()
    const first = telltale.refused.retry()
    await telltale.refused.retry()
    expect([taken, await refusedNames()]).toEqual([['bad at collector'], []])
    await first
    telltale.close()
  })

  it('two calls of retry at once send each refused event once, in batches of fifty, in one tab and in two', async () => {
    const { telltale, platform, disk, poison, taken, refusedNames } = openPage({ poison: ['bad'] })
    for (let event = 0; event < 120; event += 1) telltale.track('bad')
    for (let minute = 0; minute < 300 && (await refusedNames()).length < 120; minute += 1)
      await platform.clock.advance(60_000)
    const other = openPage({ disk })
    await other.platform.settle()
    poison.length = 0
    const before = platform.transport.requests.length
    await Promise.all([telltale.refused.retry(), telltale.refused.retry(), other.telltale.refused.retry()])
    const sizes = platform.transport.requests.slice(before).map(({ body }) => readBatch(body).events.length)
    expect([sizes, taken.length, other.taken.length]).toEqual([[50, 50, 20], 120, 0])
    expect(await refusedNames()).toEqual([])
    for (const page of [telltale, other.telltale]) page.close()
  })
})

describe('a vendor’s script that throws for an event', () => {
  it('the event is kept with the error, counted, and reported once as an error in production', async () => {
    const platform = fakePlatform(() => ({ status: 200, body: { unique_identity: 'ida' } }))
    const taken: string[] = []
    const script = vendor({
      name: 'script',
      identify() {},
      reset() {},
      track({ name }) {
        if (name === 'bad') throw new Error('boom')
        taken.push(name)
      },
    })
    const auth = { token: () => 'ida'.padEnd(36, '~') }
    const telltale = createTelltaleAtOnce(
      { ...sandboxSettings, promotion: 'production', auth, analytics: script },
      platform,
    )
    for (const name of ['bad', 'good', 'bad']) telltale.track(name)
    await platform.clock.advance(2_000)
    expect(taken).toContain('good')
    expect(telltale.diagnostics.get().dropped).toEqual({ script: { refused: 2 } })
    expect((await telltale.refused.read()).map(({ reason, event }) => [reason, event.name])).toEqual([
      ['Error: boom', 'bad'],
      ['Error: boom', 'bad'],
    ])
    expect(platform.logged).toEqual([
      'Telltale (script): refused events (Error: boom). They are kept: see telltale.refused. (T68)',
    ])
    telltale.close()
  })
})

describe('a destination that a later release no longer has', () => {
  const DAY_MS = 86_400_000

  function openRelease(name: string, status: number, { disk = fakeDisk(), ms = 0 } = {}) {
    const taken: string[] = []
    const platform = fakePlatform(
      ({ body }): FakeAnswer => {
        const { events } = readBatch(body) as { events: AnalyticsEvent[] }
        if (status === 202) taken.push(...events.map((event) => event.name))
        return { status }
      },
      disk,
      Date.UTC(2026, 0, 1) + ms,
    )
    const destinations = [collector({ name, url: 'https://collector/' })]
    const telltale = createTelltaleAtOnce({ ...sandboxSettings, promotion: 'production', destinations }, platform)
    return { telltale, platform, disk, taken }
  }

  it('its events of the last day are kept and counted, and an earlier release in another tab delivers them', async () => {
    const first = openRelease('old', 503)
    first.telltale.track('one')
    await first.platform.clock.advance(2_000)
    first.telltale.close()
    const next = openRelease('new', 202, { disk: first.disk, ms: DAY_MS - 1 })
    await next.platform.clock.advance(2_000)
    expect(await next.telltale.counts()).toMatchObject({ waiting: { unread: { old: 1, new: 0 } } })
    expect(next.telltale.diagnostics.get().dropped).toEqual({})
    next.telltale.close()
    const back = openRelease('old', 202, { disk: first.disk, ms: 2 * DAY_MS })
    await back.platform.clock.advance(2_000)
    expect(back.taken).toEqual(['one'])
    back.telltale.close()
  })

  it('its events are given up after a day, counted under its name, and reported as an error', async () => {
    const first = openRelease('old', 503)
    for (const name of ['one', 'two']) first.telltale.track(name)
    await first.platform.clock.advance(2_000)
    first.telltale.close()
    const next = openRelease('new', 202, { disk: first.disk, ms: DAY_MS + 2_000 })
    await next.platform.clock.advance(2_000)
    expect(next.platform.logged).toEqual([
      'Telltale (old): no destination is called "old": 2 events are given up after a day (T143)',
    ])
    const { dropped } = next.telltale.diagnostics.get()
    const { waiting } = await next.telltale.counts()
    expect([dropped, waiting.unread]).toEqual([{ old: { 'no-destination': 2 } }, { new: 0 }])
    next.telltale.close()
  })
})
