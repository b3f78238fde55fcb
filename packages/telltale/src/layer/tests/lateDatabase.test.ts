import { expect, it } from 'vitest'
import { collector } from '../../collector.ts'
import type { Problem } from '../../core/observer.ts'
import { openEventStore } from '../../platform/indexedDbEventStore.ts'
import { createTelltaleAtOnce } from '../../testkit/createTelltaleAtOnce.ts'
import { fakeDisk } from '../../testing/fakeDisk.ts'
import { fakePlatform } from '../../testing/fakePlatform.ts'
import { sandboxSettings, storeFor } from './sandboxSettings.suite.ts'
import { readBatch } from '../../testing/readBatch.ts'

// The browser takes longer than five seconds to open its database: another program writes to a slow disk, or the profile is large.

function createBrowser() {
  const disk = fakeDisk()
  const arrived: string[] = []
  const services = { isCollectorUp: true, isWhoAmIUp: true }

  /** Opens a page whose database opens when the test says so. */
  function open({ isSlow = false, isBlocked = false, onProblem = (_: Problem) => {} } = {}) {
    let answer = () => {}
    const opened = new Promise<void>((resolve) => (answer = resolve))
    const steps: string[] = []
    if (!isSlow) answer()
    const platform = fakePlatform(({ url, body }) => {
      if (url.includes('/who-am-i'))
        return services.isWhoAmIUp ? { status: 200, body: { unique_identity: 'ida' } } : { status: 503 }
      if (!services.isCollectorUp) return { status: 503 }
      const { events } = readBatch(body) as { events: { name: string; identity: { id?: string } }[] }
      for (const { name, identity } of events)
        if (!name.startsWith('Load')) arrived.push(`${name} of ${identity.id ?? 'nobody'}`)
      return { status: 202 }
    }, disk)
    platform.eventStore = (name) =>
      openEventStore(async () => {
        if (isBlocked) throw new Error('SecurityError')
        await opened
        return disk.eventStore(name)
      }, platform.clock)
    const telltale = createTelltaleAtOnce(
      {
        ...sandboxSettings,
        auth: { token: () => 'ida'.padEnd(36, '~') },
        destinations: [collector({ url: 'https://events.test/' })],
        observers: [
          { name: 'steps', start: ({ on }) => on('progress', ({ id, step }) => void steps.push(`${step} ${id}`)) },
          { name: 'problems', start: ({ on }) => on('problem', onProblem) },
        ],
      },
      platform,
    )
    return { platform, telltale, answer, steps }
  }

  return { disk, arrived, services, open }
}

const keysIn = (disk: ReturnType<typeof fakeDisk>) => disk.storage.keys('unwritten:')

it('events of earlier pages are delivered by the page on which the database answers after twelve seconds', async () => {
  const { services, arrived, open } = createBrowser()
  services.isCollectorUp = false
  const first = open()
  for (const name of ['a', 'b', 'c']) first.telltale.track(name)
  await first.platform.clock.advance(2_000)
  first.platform.crash()

  services.isCollectorUp = true
  const { platform, telltale, answer } = open({ isSlow: true })
  await platform.clock.advance(12_000)
  expect(arrived).toEqual([])
  answer()
  await platform.clock.advance(2_000)
  expect(arrived).toEqual(['a of ida', 'b of ida', 'c of ida'])
  expect(await telltale.counts()).toEqual({
    isComplete: true,
    waiting: { pending: 0, unread: { collector: 0 } },
    refused: {},
  })
})

it('what waits is not said to be nothing while the database does not answer', async () => {
  const { platform, telltale, answer } = createBrowser().open({ isSlow: true })
  await platform.clock.advance(6_000)
  expect(await telltale.counts()).toMatchObject({ isComplete: false })
  answer()
  await platform.clock.advance(1_000)
  expect(await telltale.counts()).toMatchObject({ isComplete: true })
})

it('what waits is not said to be nothing where the browser opens no database', async () => {
  const { platform, telltale } = createBrowser().open({ isBlocked: true })
  await platform.clock.advance(1_000)
  expect(await telltale.counts()).toMatchObject({ isComplete: false })
})

it.each([
  ['before the database answers', true],
  ['after it', false],
])('events of a page with a slow database are delivered once, %s', async (_, isUp) => {
  const { disk, services, arrived, open } = createBrowser()
  services.isCollectorUp = isUp
  const { platform, telltale, answer } = open({ isSlow: true })
  telltale.track('early')
  await platform.clock.advance(8_000)
  telltale.track('late')
  await platform.clock.advance(2_000)
  if (isUp) expect(arrived).toEqual(['early of ida', 'late of ida'])
  answer()
  services.isCollectorUp = true
  await platform.clock.advance(60_000)
  telltale.track('last')
  await platform.clock.advance(2_000)
  // A collector that was down is tried with one event alone, which may come before older ones.
  expect([...arrived].sort()).toEqual(['early of ida', 'last of ida', 'late of ida'])
  expect(keysIn(disk)).toEqual([])
  platform.leave()

  const next = open()
  await next.platform.clock.advance(10_000)
  expect(arrived).toHaveLength(3)
})

it('events that were stored after all are reported as stored, and go with the last request of their page', async () => {
  const { services, arrived, open } = createBrowser()
  services.isCollectorUp = false
  const { platform, telltale, answer, steps } = open({ isSlow: true })
  telltale.track('early')
  await platform.clock.advance(8_000)
  const storedBefore = steps.filter((step) => step.startsWith('stored'))
  answer()
  await platform.clock.advance(1_000)
  const stored = steps.filter((step) => step.startsWith('stored')).slice(storedBefore.length)
  // The load event, too.
  expect(stored).toHaveLength(2)
  services.isCollectorUp = true
  platform.leave()
  await platform.clock.advance(100)
  expect(arrived).toEqual(['early of ida'])
})

it('a page that was closed writes nothing when its database answers after all', async () => {
  const { disk, services, open } = createBrowser()
  services.isCollectorUp = false
  const { platform, telltale, answer } = open({ isSlow: true })
  telltale.track('early')
  await platform.clock.advance(8_000)
  telltale.close()
  answer()
  await platform.clock.advance(1_000)
  expect(await disk.eventStore(storeFor('https://events.test/')).all()).toEqual([])
  // The next page finds it here.
  expect(keysIn(disk)).not.toEqual([])
})

it('events that were stored after all are kept when their page crashes', async () => {
  const { disk, services, arrived, open } = createBrowser()
  services.isCollectorUp = false
  const { platform, telltale, answer } = open({ isSlow: true })
  telltale.track('early')
  await platform.clock.advance(8_000)
  answer()
  await platform.clock.advance(1_000)
  expect(keysIn(disk)).toEqual([])
  platform.crash()

  services.isCollectorUp = true
  const next = open()
  await next.platform.clock.advance(10_000)
  expect(arrived).toEqual(['early of ida'])
})

it('an event that waits for its user while the database is slow has this user, on its page and on the next', async () => {
  for (const isCrash of [false, true]) {
    const { services, arrived, open } = createBrowser()
    services.isWhoAmIUp = false
    const { platform, telltale, answer } = open({ isSlow: true })
    telltale.track('early')
    await platform.clock.advance(8_000)
    answer()
    await platform.clock.advance(1_000)
    if (isCrash) platform.crash()
    services.isWhoAmIUp = true
    const page = isCrash ? open() : { platform }
    await page.platform.clock.advance(100_000)
    expect([isCrash, arrived]).toEqual([isCrash, ['early of ida']])
  }
})

it('while the database does not answer, that is one problem, which ends when it does', async () => {
  const problems: Problem[] = []
  const { open } = createBrowser()
  const page = open({ isSlow: true, onProblem: (problem) => void problems.push(problem) })
  page.telltale.track('a')
  await page.platform.clock.advance(6_000)
  page.telltale.track('b')
  await page.platform.clock.advance(6_000)
  expect(problems.map(({ where, message, isError }) => [where, message.slice(-6), isError])).toEqual([
    ['outbox', '(T188)', undefined],
  ])
  expect(problems[0]?.until?.aborted).toBe(false)
  page.answer()
  await page.platform.clock.advance(2_000)
  expect(problems[0]?.until?.aborted).toBe(true)
  expect(problems).toHaveLength(1)
  page.telltale.close()
})

it('a database that the browser blocks is a problem, too', async () => {
  const problems: Problem[] = []
  const { open } = createBrowser()
  const page = open({ isBlocked: true, onProblem: (problem) => void problems.push(problem) })
  page.telltale.track('a')
  await page.platform.clock.advance(1_000)
  page.telltale.track('b')
  await page.platform.clock.advance(1_000)
  expect(problems).toMatchObject([{ where: 'outbox', message: expect.stringMatching(/localStorage.*\(T188\)$/) }])
  page.telltale.close()
})
