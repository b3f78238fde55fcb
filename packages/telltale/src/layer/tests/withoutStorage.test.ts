import { describe, expect, it } from 'vitest'
import { collector } from '../../collector.ts'
import { createTelltaleAtOnce, launchDarklyAtOnce } from '../../testkit/createTelltaleAtOnce.ts'
import { fakeDisk } from '../../testing/fakeDisk.ts'
import { fakePlatform } from '../../testing/fakePlatform.ts'
import type { FakeAnswer } from '../../testing/fakeTransport.ts'
import { sandboxSettings } from './sandboxSettings.suite.ts'
import { readBatch } from '../../testing/readBatch.ts'

// The browser blocks site data, or the disk is full: an event exists only in its page.

const NEVER = new Promise<never>(() => {})
const IDA: FakeAnswer = { status: 200, body: { unique_identity: 'ida' } }

interface Services {
  whoAmI?: () => FakeAnswer | Promise<never>
  flags?: () => FakeAnswer | Promise<never>
  isBlocked?: boolean
}

function open({ whoAmI = () => IDA, flags, isBlocked = true }: Services, disk = fakeDisk()) {
  if (isBlocked) disk.condition = 'refuses'
  const arrived: string[] = []
  const platform = fakePlatform(({ url, body }) => {
    if (url.includes('/who-am-i')) return whoAmI()
    if (url.includes('/sdk/evalx/')) return flags?.() ?? { status: 404 }
    const { events } = readBatch(body) as { events: { name: string; identity: { id?: string } }[] }
    for (const { name, identity } of events) arrived.push(`${name} of ${identity.id ?? 'nobody'}`)
    return { status: 202 }
  }, disk)
  const settings = {
    ...sandboxSettings,
    auth: { token: () => 'ida'.padEnd(36, '~') },
    destinations: [collector({ url: 'https://events.test/' })],
    ...(flags && { flags: launchDarklyAtOnce({ clientSideId: 'env-1', sendEvents: false, streaming: false }) }),
  }
  const telltale = createTelltaleAtOnce(settings, platform)
  const own = () => arrived.filter((event) => !event.startsWith('Load'))
  return { platform, telltale, arrived: own, disk }
}

describe('without storage', () => {
  it.each<[string, () => FakeAnswer | Promise<never>]>([
    ['hangs', () => NEVER],
    ['is down', () => ({ status: 503 })],
    ['cannot be reached', () => 'network'],
  ])('events go as nobody’s when their page is left while who-am-i %s', async (_title, whoAmI) => {
    const { platform, telltale, arrived } = open({ whoAmI })
    telltale.track('a')
    await platform.clock.advance(2_000)
    telltale.track('b')
    await platform.clock.advance(2_000)
    expect(arrived()).toEqual([])
    platform.leave()
    await platform.settle()
    expect(arrived()).toEqual(['a of nobody', 'b of nobody'])
  })

  it('an event that waits only for its flags goes with its user', async () => {
    const { platform, telltale, arrived } = open({ flags: () => NEVER })
    telltale.track('a')
    await platform.clock.advance(2_000)
    expect(arrived()).toEqual([])
    platform.leave()
    await platform.settle()
    expect(arrived()).toEqual(['a of ida'])
  })

  it('an event that the application tracks when the page is left goes, too', async () => {
    const { platform, telltale, arrived } = open({ whoAmI: () => NEVER })
    await platform.clock.advance(2_000)
    platform.page.onMayExit(() => telltale.track('last'))
    platform.leave()
    await platform.settle()
    expect(arrived()).toEqual(['last of nobody'])
  })

  it('events of a page that is only hidden wait for their user', async () => {
    let isUp = false
    const { platform, telltale, arrived } = open({ whoAmI: () => (isUp ? IDA : { status: 503 }) })
    telltale.track('a')
    await platform.clock.advance(2_000)
    platform.mayExit()
    telltale.track('b')
    await platform.clock.advance(2_000)
    expect(arrived()).toEqual([])
    isUp = true
    platform.comeBack()
    await platform.clock.advance(5_000)
    expect(arrived()).toEqual(['a of ida', 'b of ida'])
  })

  it('an event that went as nobody’s is not sent again when the page comes back from the back/forward cache', async () => {
    let isUp = false
    const { platform, telltale, arrived } = open({ whoAmI: () => (isUp ? IDA : { status: 503 }) })
    telltale.track('a')
    await platform.clock.advance(2_000)
    platform.putInCache()
    await platform.clock.advance(1_000)
    isUp = true
    platform.comeBack()
    telltale.track('b')
    await platform.clock.advance(60_000)
    expect(arrived()).toEqual(['a of nobody', 'b of ida'])
  })
})

it('an event that the database has in an earlier version is left to the next page, although the disk is full when its page is left', async () => {
  const disk = fakeDisk()
  const earlier = open({ isBlocked: false, flags: () => ({ status: 503 }) }, disk)
  await earlier.platform.clock.advance(2_000)
  earlier.platform.leave()
  await earlier.platform.settle()

  let answerFlags = () => {}
  const flags = new Promise<never>((resolve) => (answerFlags = () => resolve({ status: 200, body: {} } as never)))
  const page = open({ isBlocked: false, whoAmI: () => NEVER, flags: () => flags }, disk)
  page.telltale.track('a')
  await page.platform.clock.advance(2_000)
  disk.condition = 'refuses'
  // The draft gets what was shown to the user who is remembered, which finds no room.
  answerFlags()
  await page.platform.clock.advance(2_000)
  page.platform.leave()
  await page.platform.settle()
  expect(page.arrived()).toEqual([])

  disk.condition = 'well'
  const next = open({ isBlocked: false }, disk)
  await next.platform.clock.advance(120_000)
  expect(next.arrived()).toEqual(['a of ida'])
})

it('with storage, events wait for the next page, which knows their user', async () => {
  const first = open({ whoAmI: () => NEVER, isBlocked: false })
  first.telltale.track('a')
  await first.platform.clock.advance(2_000)
  first.platform.leave()
  await first.platform.settle()
  expect(first.arrived()).toEqual([])
  const second = open({ isBlocked: false }, first.disk)
  await second.platform.clock.advance(120_000)
  expect(second.arrived()).toEqual(['a of ida'])
})
