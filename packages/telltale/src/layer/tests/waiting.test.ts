import { describe, expect, it } from 'vitest'
import { collector } from '../../collector.ts'
import type { AnalyticsEvent } from '../../core/model/event.ts'
import { fakeDisk } from '../../testing/fakeDisk.ts'
import { fakePlatform } from '../../testing/fakePlatform.ts'
import type { FakeAnswer } from '../../testing/fakeTransport.ts'
import { createTelltaleAtOnce, launchDarklyAtOnce as launchDarkly } from '../../testkit/createTelltaleAtOnce.ts'
import { sandboxSettings, storeFor } from './sandboxSettings.suite.ts'
import type { Settings } from '../settings.ts'
import { readBatch } from '../../testing/readBatch.ts'

const MAX_BYTES = 20_000
const settings = {
  ...sandboxSettings,
  auth: { token: () => '0b1f6c1e-5d0a-4d53-9b86-3a5d6b2c7e10' },
  flags: launchDarkly({ clientSideId: 'env-1', sendEvents: false }),
  destinations: ['first', 'second'].map((name) => collector({ name, url: `https://${name}.test/` })),
  events: { maxBytes: MAX_BYTES },
} satisfies Settings

/** The flag service does not answer before `answerFlags`, and the second collector is down. */
function openPage(disk = fakeDisk()) {
  let answerFlags = () => {}
  const flags = new Promise<FakeAnswer>((resolve) => (answerFlags = () => resolve({ status: 200, body: {} })))
  const taken: string[] = []
  const platform = fakePlatform(({ url, body }) => {
    if (url.includes('/who-am-i')) return { status: 200, body: { unique_identity: 'ida' } }
    if (url.includes('/sdk/evalx/')) return flags
    if (url.startsWith('https://second.test')) return { status: 503 }
    taken.push(...readBatch(body).events.map(({ name }: AnalyticsEvent) => name))
    return { status: 200, body: {} }
  }, disk)
  const telltale = createTelltaleAtOnce(settings, platform)
  const pending = async () =>
    (
      await disk
        .eventStore<AnalyticsEvent>(storeFor('https://first.test/', 'https://second.test/'))
        .read('pending', Infinity)
    ).map(({ event }) => event)
  return {
    platform,
    telltale,
    disk,
    pending,
    taken,
    answerFlags,
    waiting: async () => (await telltale.counts()).waiting,
  }
}

describe('waiting events', () => {
  it('waiting events are counted, for flags and for each destination', async () => {
    const { platform, telltale, waiting, answerFlags } = openPage()
    expect(await waiting()).toEqual({ pending: 0, unread: { first: 0, second: 0 } })
    await platform.settle()
    telltale.track('one')
    telltale.track('two')
    await platform.clock.advance(250)
    // The load event is the third.
    expect(await waiting()).toEqual({ pending: 3, unread: { first: 0, second: 0 } })
    answerFlags()
    await platform.clock.advance(1_000)
    expect(await waiting()).toEqual({ pending: 0, unread: { first: 0, second: 3 } })
    telltale.close()
  })

  it('waiting events are counted on the next visit, too', async () => {
    const page = openPage()
    page.telltale.track('one')
    await page.platform.settle()
    page.telltale.close()
    const next = openPage(page.disk)
    await next.platform.clock.advance(250)
    expect(await next.waiting()).toEqual({ pending: 3, unread: { first: 0, second: 0 } })
    next.telltale.close()
  })
})

describe('the order of delivery', () => {
  it('an event that waits for its user does not hold back later events, and complete events arrive in the order in which they were tracked', async () => {
    const taken: string[] = []
    let answerOtto = () => {}
    const otto = new Promise<FakeAnswer>(
      (resolve) => (answerOtto = () => resolve({ status: 200, body: { unique_identity: 'otto' } })),
    )
    const tokenOf = (name: string) => name.padEnd(36, '~')
    const platform = fakePlatform(({ url, headers, body }) => {
      if (url.includes('/who-am-i'))
        return headers?.['Authorization']?.includes('otto') ? otto : { status: 200, body: { unique_identity: 'ida' } }
      if (url.includes('/sdk/evalx/')) return { status: 200, body: {} }
      taken.push(...readBatch(body).events.map(({ name }: AnalyticsEvent) => name))
      return { status: 202 }
    })
    let token = tokenOf('otto')
    const destinations = [collector({ url: 'https://collect.test/' })]
    const telltale = createTelltaleAtOnce({ ...settings, auth: { token: () => token }, destinations }, platform)
    telltale.track('1')
    await platform.clock.advance(500)
    token = tokenOf('ida')
    for (const name of ['2', '3']) telltale.track(name)
    void telltale.identity.refresh()
    for (const name of ['4', '5']) telltale.track(name)
    await platform.clock.advance(5_000)
    const own = () => taken.filter((name) => !name.startsWith('Load'))
    expect(own()).toEqual(['4', '5'])
    answerOtto()
    await platform.clock.advance(5_000)
    expect(own()).toEqual(['4', '5', '1', '2', '3'])
    telltale.close()
  })
})

describe('an event that was tracked before who-am-i had answered, on a page that was left', () => {
  it('an event that was tracked before who-am-i answered is delivered with the user of its token, even if localStorage refuses every write', async () => {
    const disk = fakeDisk()
    disk.storage.set = () => false
    const collected: AnalyticsEvent[] = []
    const open = (whoAmI: FakeAnswer | Promise<FakeAnswer>) => {
      const platform = fakePlatform(({ url, body }) => {
        if (url.includes('/who-am-i')) return whoAmI
        collected.push(...readBatch(body).events)
        return { status: 202 }
      }, disk)
      const destinations = [collector({ url: 'https://collect.test/' })]
      const { auth } = settings
      return { platform, telltale: createTelltaleAtOnce({ ...sandboxSettings, auth, destinations }, platform) }
    }

    const first = open(new Promise(() => {}))
    first.telltale.track('Quote sent')
    await first.platform.settle()
    first.platform.leave()
    const second = open({ status: 200, body: { unique_identity: 'ida' } })
    await second.platform.clock.advance(61_000)

    const quotes = collected.filter(({ name }) => name === 'Quote sent')
    expect(quotes.map(({ identity }) => identity)).toEqual([{ id: 'ida' }])
    second.telltale.close()
  })
})

describe('events that wait for flags that never come', () => {
  const track = ({ telltale }: ReturnType<typeof openPage>, from: number, to: number) => {
    for (let number = from; number < to; number += 1) {
      telltale.track(`${number}`, { text: 'x'.repeat(500) })
    }
  }

  it('events that wait for flags are within the budget: the oldest are evicted, and counted', async () => {
    const page = openPage()
    for (let number = 0; number < 100; number += 1) {
      track(page, number, number + 1)
      await page.platform.settle()
    }
    await page.platform.clock.advance(250)
    const kept = await page.pending()
    expect(JSON.stringify(kept).length).toBeLessThan(MAX_BYTES * 1.2)
    expect(kept.map(({ name }) => name)).toEqual(
      Array.from({ length: kept.length }, (_, index) => `${100 - kept.length + index}`),
    )
    const { dropped } = page.telltale.diagnostics.get()
    const waiting = await page.waiting()
    expect(dropped).toEqual({ outbox: { 'over-budget': 101 - kept.length } })
    expect(waiting.pending).toBe(kept.length)
    expect(page.platform.logged).toEqual([
      'Telltale (outbox): more than 20000 bytes wait: the oldest are given up (T69)',
    ])
    page.telltale.close()
  })

  it('evicted events are not delivered when the flags arrive', async () => {
    const page = openPage()
    await page.platform.settle()
    track(page, 0, 100)
    await page.platform.settle()
    const kept = (await page.pending()).map(({ name }) => name)
    page.answerFlags()
    await page.platform.settle()
    page.platform.mayExit()
    await page.platform.clock.advance(1_000)
    expect(kept).toEqual(expect.arrayContaining(page.taken))
    expect(page.taken).toHaveLength(101 - (page.telltale.diagnostics.get().dropped['outbox']?.['over-budget'] ?? 0))
    page.telltale.close()
  })

  it('events that wait for flags are within the budget even when all of them were tracked in one task', async () => {
    const page = openPage()
    await page.platform.settle()
    track(page, 0, 1_000)
    await page.platform.settle()
    expect(JSON.stringify(await page.pending()).length).toBeLessThan(MAX_BYTES * 1.2)
    expect(page.telltale.diagnostics.get().dropped['outbox']?.['over-budget']).toBeGreaterThan(900)
    page.telltale.close()
  })

  it('evicted events leave nothing in localStorage', async () => {
    const disk = fakeDisk()
    const small = new Map<string, string>()
    disk.condition = 'refuses'
    disk.storage.set = (key, value) => small.set(key, value).size > 0
    disk.storage.remove = (key) => void small.delete(key)
    disk.storage.keys = () => [...small.keys()]
    const page = openPage(disk)
    await page.platform.settle()
    track(page, 0, 100)
    await page.platform.clock.advance(250)
    const unwritten = [...small.keys()].filter((key) => key.startsWith('unwritten:'))
    expect(unwritten).toHaveLength((await page.waiting()).pending)
    expect(unwritten.length).toBeLessThan(50)
    page.telltale.close()
  })
})

describe('events that are under way to a destination when too much waits', () => {
  it('each event arrives or is counted as dropped, and an event that is under way when it is dropped may arrive all the same', async () => {
    const taken: string[] = []
    let answer = () => {}
    const platform = fakePlatform(({ body }) => {
      const { events } = readBatch(body) as { events: AnalyticsEvent[] }
      return new Promise((resolve) => {
        answer = () => {
          answer = () => {}
          taken.push(...events.map(({ name }) => name))
          resolve({ status: 202 })
        }
      })
    })
    const destinations = [collector({ url: 'https://collect.test/' })]
    const events = { maxBytes: MAX_BYTES }
    const telltale = createTelltaleAtOnce({ ...sandboxSettings, destinations, events }, platform)
    const track = (name: string) => telltale.track(name, { text: 'x'.repeat(500) })
    track('0')
    await platform.clock.advance(1_000)
    for (let number = 1; number < 100; number += 1) track(`${number}`)
    await platform.settle()
    for (let batch = 0; batch < 5; batch += 1) {
      answer()
      await platform.clock.advance(2_000)
    }
    const { dropped } = telltale.diagnostics.get()
    expect(taken).toContain('0')
    const isUnderWay = 1 // '0'
    expect(taken.length + (dropped['outbox']?.['over-budget'] ?? 0)).toBe(100 + isUnderWay)
    telltale.close()
  })
})
