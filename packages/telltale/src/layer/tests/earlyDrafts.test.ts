import { expect, test } from 'vitest'
import { collector } from '../../collector.ts'
import { publicUrl } from '../../core/lib/publicUrl.ts'
import type { AnalyticsEvent, EventIdentity } from '../../core/model/event.ts'
import type { StartDeliveries } from '../../events/createEvents.ts'
import { OTHER_PAGE_MS } from '../../events/recording/attribution.ts'
import type { Destination } from '../../events/destinations/destination.ts'
import { createTelltale } from '../createTelltale.ts'
import { sandboxSettings } from './sandboxSettings.suite.ts'
import { fakeDisk } from '../../testing/fakeDisk.ts'
import { fakePlatform } from '../../testing/fakePlatform.ts'
import { startOn, launchDarklyAtOnce as launchDarkly } from '../../testkit/createTelltaleAtOnce.ts'
import { readBatch } from '../../testing/readBatch.ts'

interface World {
  disk?: ReturnType<typeof fakeDisk>
  url?: string
  flagsDeadlineMs?: number
  /** Whether the settings of this page have the application's own destination. */
  hasOwn?: boolean
  /** How long the flag service takes to answer. */
  flagsMs?: number
}

/** A page whose lazy chunk is loaded with `arrive`. Whatever is written to `localStorage` is kept in `written`. */
function openPage({ disk = fakeDisk(), url = 'https://app.test/fleet', hasOwn = true, ...world }: World = {}) {
  const { flagsDeadlineMs, flagsMs = 0 } = world
  const written: string[] = []
  const taken: AnalyticsEvent[] = []
  const seen: string[] = []
  let answer: (who: object) => void = () => {}
  const who = new Promise<object>((resolve) => (answer = resolve))
  const set = disk.storage.set
  disk.storage.set = (key, value) => {
    written.push(value)
    return set(key, value)
  }
  const platform = fakePlatform(async (request) => {
    if (request.url.includes('/who-am-i')) return { status: 200, body: await who }
    if (request.url.includes('/sdk/evalx/')) {
      if (flagsMs > 0) await new Promise<void>((resolve) => platform.clock.after(flagsMs, resolve))
      return { status: 200, body: { plan: { value: 'a', version: 1 } } }
    }
    taken.push(...readBatch(request.body).events)
    return { status: 202 }
  }, disk)
  platform.url = url
  let arrive: (start: StartDeliveries) => void = () => {}
  const accepted: AnalyticsEvent[] = []
  const handed: AnalyticsEvent[] = []
  const own: Destination = {
    name: 'own',
    accepts(event) {
      accepted.push(event)
      return true
    },
    async deliver(events) {
      handed.push(...events)
      return { outcome: 'delivered' }
    },
  }
  const telltale = createTelltale(
    {
      ...sandboxSettings,
      auth: { token: () => '0b1f6c1e-5d0a-4d53-9b86-3a5d6b2c7e10' },
      flags: launchDarkly({ clientSideId: 'env-1', sendEvents: false, streaming: false }),
      ...(flagsDeadlineMs && { events: { flagsDeadlineMs } }),
      destinations: [collector({ url: 'https://collect.test/' }), ...(hasOwn ? [own] : [])],
      observers: [
        { name: 'progress', start: ({ on }) => on('progress', (progress) => void seen.push(JSON.stringify(progress))) },
        { name: 'events', start: ({ on }) => on('event', (event) => void seen.push(event.url)) },
      ],
    },
    { platform, loadDeliveries: () => new Promise((resolve) => (arrive = resolve)) },
  )
  return {
    platform,
    telltale,
    disk,
    written,
    seen,
    accepted,
    handed: () => handed.filter(({ name }) => !name.startsWith('Load')).map(({ name }) => name),
    answer: () => answer({ unique_identity: 'ida' }),
    named: () => taken.filter(({ name }) => !name.startsWith('Load')),
    arrive: () => arrive(startOn(platform)),
  }
}

/** Addresses with something that may not be stored, and what that is. */
const ADDRESSES: readonly (readonly [url: string, secret: string])[] = [
  ['https://app.test/fleet?token=s3cretvalue&tab=1', 's3cretvalue'],
  ['https://app.test/cb#access_token=s3cretvalue&state=x', 's3cretvalue'],
  ['https://app.test/people/ida@example.com/rentals?tab=1', 'example.com'],
  ['https://app.test/people/ida%40example.com/rentals', 'example.com'],
  ['https://app.test/reset/s3cretvalue', 's3cretvalue'],
  ['https://app.test/page;jsessionid=s3cretvalue?tab=1', 's3cretvalue'],
  ['https://app.test/in?next=%2Fcb%3Ftoken%3Ds3cretvalue', 's3cretvalue'],
  ['https://app.test/in/eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJhIn0.c2ln-_/done', 'eyJ'],
]
/** When who-am-i answers: a draft is complete in the task of its call, before the lazy chunk is there, or after it. */
const PHASES = ['before the call', 'before the lazy chunk', 'after the lazy chunk'] as const

test.each(ADDRESSES.flatMap(([url, secret]) => PHASES.map((phase) => [url, phase, secret] as const)))(
  'no secret of %s is stored or observed, and the event has the whole public address, if who-am-i answers %s',
  async (url, phase, secret) => {
    const { platform, telltale, written, seen, accepted, answer, named, arrive, disk } = openPage({ url })
    if (phase === 'before the call') answer()
    await platform.clock.advance(100)
    telltale.track('one')
    if (phase === 'before the lazy chunk') answer()
    await platform.clock.advance(100)
    platform.url = 'https://app.test/elsewhere'
    expect(written.join()).toContain('"one"')
    expect([written, seen].join()).not.toContain(secret)
    arrive()
    await platform.settle()
    const kept = () => disk.storage.keys('unwritten:').map((key) => disk.storage.get(key))
    expect([written, seen, kept()].join()).not.toContain(secret)
    telltale.track('two')
    answer()
    await platform.clock.advance(2_000)
    expect(named().map(({ name, url: sent }) => [name, sent])).toEqual([
      ['one', publicUrl(url)],
      ['two', 'https://app.test/elsewhere'],
    ])
    expect([written, seen, platform.logged, JSON.stringify(accepted)].join()).not.toContain(secret)
    expect(accepted.flatMap((event) => Object.getOwnPropertySymbols(event))).toEqual([])
    telltale.close()
  },
)

test('an event that still waits when the lazy chunk arrives is stored with the whole public address', async () => {
  const first = openPage({ url: 'https://app.test/fleet?tab=1&token=s3cretvalue' })
  first.telltale.track('one')
  await first.platform.settle()
  first.arrive()
  await first.platform.clock.advance(1_000)
  first.platform.leave()
  const second = openPage({ disk: first.disk })
  second.answer()
  second.arrive()
  await second.platform.clock.advance(OTHER_PAGE_MS * 2)
  expect(second.named()).toMatchObject([{ name: 'one', url: 'https://app.test/fleet?tab=1&token=' }])
  second.telltale.close()
})

test.each([
  ['known', true],
  ['awaited', false],
])(
  'an event whose page crashes before its lazy chunk has arrived has the address without its query, if its user was %s',
  async (_what, isKnown) => {
    const first = openPage({ url: 'https://app.test/fleet/crane?tab=1' })
    if (isKnown) first.answer()
    await first.platform.settle()
    first.telltale.track('one')
    first.platform.leave()
    const second = openPage({ disk: first.disk })
    second.answer()
    second.arrive()
    await second.platform.clock.advance(OTHER_PAGE_MS * 2)
    expect(second.named()).toMatchObject([
      { name: 'one', url: 'https://app.test/fleet/crane', identity: { id: 'ida' }, properties: { 'LDFF: plan': 'a' } },
    ])
    second.telltale.close()
  },
)

test.each<[what: string, arriveAtMs: number, sentAtMs: number]>([
  ['before its deadline', 1_000, 5_000],
  ['after its deadline', 8_000, 8_000],
])(
  'an event that was tracked before the lazy chunk waits no longer for its flags than it may, if the file arrives %s',
  async (_what, arriveAtMs, sentAtMs) => {
    const { platform, telltale, answer, named, arrive } = openPage({ flagsDeadlineMs: 5_000, flagsMs: 60_000 })
    answer()
    await platform.settle()
    telltale.track('one')
    await platform.clock.advance(arriveAtMs)
    arrive()
    await platform.clock.advance(sentAtMs - arriveAtMs - 1)
    expect(named()).toEqual([])
    await platform.clock.advance(1_000)
    const identity: EventIdentity = { id: 'ida' }
    expect(named()).toMatchObject([{ name: 'one', identity }])
    telltale.close()
  },
)

test('an event whose page crashes before its lazy chunk has arrived waits for a destination that the next page does not have', async () => {
  const first = openPage()
  first.answer()
  await first.platform.settle()
  first.telltale.track('one')
  first.platform.leave()
  const second = openPage({ disk: first.disk, hasOwn: false })
  second.answer()
  second.arrive()
  await second.platform.clock.advance(2_000)
  expect(second.named()).toHaveLength(1)
  second.telltale.close()
  const third = openPage({ disk: first.disk })
  third.answer()
  third.arrive()
  await third.platform.clock.advance(2_000)
  expect([third.named(), third.handed()]).toEqual([[], ['one']])
  third.telltale.close()
})
