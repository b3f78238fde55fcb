import { describe, expect, it } from 'vitest'
import { collector } from '../../collector.ts'
import { fakeDisk } from '../../testing/fakeDisk.ts'
import { fakePlatform } from '../../testing/fakePlatform.ts'
import { createTelltaleAtOnce } from '../../testkit/createTelltaleAtOnce.ts'
import { sandboxSettings } from './sandboxSettings.suite.ts'
import { readBatch } from '../../testing/readBatch.ts'

// A release adds a collector, or moves it, while a tab of the older release is open.

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** As long as the product's own tokens. */
const TOKEN = 'ida'.padEnd(36, '~')
const START = Date.UTC(2026, 0, 1)

type Answer = { status: number; body: { unique_identity: string } }

interface Opening {
  /** Milliseconds after the first page. */
  at?: number
  whoAmI?: () => Answer | Promise<Answer>
  /** Whether the browser has Web Locks. */
  hasLocks?: boolean
}

/** A browser whose pages deliver to the collectors `eu`, `audit` or both, and the events that have arrived at `eu`. */
function browser() {
  const disk = fakeDisk()
  const arrived: string[] = []

  function open(to: string, { at = 0, whoAmI, hasLocks = true }: Opening = {}) {
    const page = { isDown: false }
    const platform = fakePlatform(
      ({ url, body }) => {
        if (url.includes('/who-am-i')) return whoAmI?.() ?? { status: 500 }
        if (page.isDown) return 'network'
        const { events } = readBatch(body) as { events: { name: string; identity: { id?: string } }[] }
        for (const { name, identity } of url.startsWith('https://eu.') ? events : []) {
          if (!name.startsWith('Load')) arrived.push(`${name} of ${identity.id ?? 'nobody'}`)
        }
        return { status: 202 }
      },
      disk,
      START + at,
    )
    /** The machine sleeps: no timer goes on, and then the clock is so much later. */
    function sleep(ms: number) {
      const { now } = platform.clock
      platform.clock.now = () => now() + ms
    }
    if (!hasLocks) platform.tabs.running = async () => undefined
    const settings = {
      ...sandboxSettings,
      ...(whoAmI && { auth: { token: () => TOKEN } }),
      destinations: to
        .split(' ')
        .map((host) => collector({ name: host === 'audit' ? 'audit' : 'collector', url: `https://${host}.test/` })),
    }
    const { track } = createTelltaleAtOnce(settings, platform)
    return Object.assign(page, { platform, track, sleep })
  }
  return { open, arrived }
}

type Page = ReturnType<ReturnType<typeof browser>['open']>

const ida: Answer = { status: 200, body: { unique_identity: 'ida' } }
const otto: Answer = { status: 200, body: { unique_identity: 'otto' } }

describe('while a tab of the older release is open', () => {
  it.each([
    ['eu audit', 'adds a collector'],
    ['eu', 'changes no collector'],
  ])('a release that has %s (%s) loses no event that the tab tracks and leaves by a crash', async (to) => {
    // The newer page may be in the middle of any step.
    for (let turns = 0; turns < 120; turns += 1) {
      const { open, arrived } = browser()
      const older = open('eu')
      older.isDown = true
      await older.platform.clock.advance(1_000)
      older.track('before')
      await older.platform.clock.advance(5_000)
      const newer = open(to, { at: 6_000 })
      for (let turn = 0; turn < turns; turn += 1) await Promise.resolve()
      older.track('meanwhile')
      older.platform.crash()
      await newer.platform.clock.advance(5_000)
      newer.platform.leave()
      await newer.platform.settle()
      const later = open(to, { at: 2 * DAY })
      await later.platform.clock.advance(5_000)
      expect([...arrived].sort(), `after ${turns} turns`).toEqual(['before of nobody', 'meanwhile of nobody'])
    }
  })

  it('an event that waits for its user there has this user, and arrives once', async () => {
    const { open, arrived } = browser()
    let answer = (_: Answer) => {}
    const older = open('eu', { whoAmI: () => new Promise((resolve) => (answer = resolve)) })
    await older.platform.clock.advance(1_000)
    older.track('a')
    await older.platform.clock.advance(1_000)
    const newer = open('eu audit', { at: 2_000, whoAmI: () => otto })
    await newer.platform.clock.advance(120_000)
    await older.platform.clock.advance(120_000)
    answer(ida)
    await older.platform.clock.advance(5_000)
    older.platform.leave()
    await older.platform.settle()
    newer.platform.leave()
    await newer.platform.settle()
    const later = open('eu audit', { at: 2 * DAY, whoAmI: () => otto })
    await later.platform.clock.advance(5_000)
    expect(arrived).toEqual(['a of ida'])
  })

  it.each(['eu audit', 'audit'])(
    'what it tracks after a day of sleep arrives, although a release to "%s" came meanwhile',
    async (to) => {
      const { open, arrived } = browser()
      const older = open('eu')
      older.isDown = true
      await older.platform.clock.advance(1_000)
      older.track('before')
      await older.platform.clock.advance(5_000)
      const newer = open(to, { at: 3 * DAY })
      await newer.platform.clock.advance(5_000)
      newer.platform.leave()
      await newer.platform.settle()
      older.track('after')
      await older.platform.clock.advance(5_000)
      older.platform.crash()
      const later = open('eu audit', { at: 6 * DAY })
      await later.platform.clock.advance(5_000)
      expect([...arrived].sort()).toEqual(['after of nobody', 'before of nobody'])
    },
  )

  it('what it tracks when it comes back from the back/forward cache arrives, although a release came meanwhile', async () => {
    const { open, arrived } = browser()
    const older = open('eu')
    older.isDown = true
    await older.platform.clock.advance(1_000)
    older.track('before')
    await older.platform.clock.advance(5_000)
    older.platform.almostLeave()
    const newer = open('eu audit', { at: 6_000 })
    await newer.platform.clock.advance(5_000)
    newer.platform.leave()
    await newer.platform.settle()
    older.platform.comeBack()
    await older.platform.settle()
    older.track('after')
    await older.platform.clock.advance(5_000)
    older.platform.crash()
    const later = open('eu audit', { at: 2 * DAY })
    await later.platform.clock.advance(5_000)
    expect([...arrived].sort()).toEqual(['after of nobody', 'before of nobody'])
  })
})

it.each<[string, (page: Page) => void]>([
  ['is left', ({ platform }) => platform.leave()],
  [
    'tracks and crashes',
    ({ platform, track }) => {
      track('after')
      platform.crash()
    },
  ],
])(
  'a page that %s after a day of sleep has used its store: another address does not get its events',
  async (_, end) => {
    const { open, arrived } = browser()
    const own = open('us')
    own.isDown = true
    await own.platform.clock.advance(1_000)
    own.track('before')
    await own.platform.clock.advance(5_000)
    own.sleep(DAY)
    end(own)
    await own.platform.settle()
    const other = open('eu', { at: DAY + 60_000 })
    await other.platform.clock.advance(5_000)
    expect(arrived).toEqual([])
  },
)

it('a release that adds a collector gets what waited after a day where no page can know which others are open', async () => {
  const { open, arrived } = browser()
  const older = open('eu', { hasLocks: false })
  older.isDown = true
  await older.platform.clock.advance(1_000)
  older.track('before')
  await older.platform.clock.advance(5_000)
  older.platform.leave()
  await older.platform.settle()
  const after: number[] = []
  for (const at of [HOUR, DAY - HOUR, DAY + HOUR]) {
    const newer = open('eu audit', { at, hasLocks: false })
    await newer.platform.clock.advance(5_000)
    newer.platform.leave()
    await newer.platform.settle()
    after.push(arrived.length)
  }
  expect(after).toEqual([0, 0, 1])
})
