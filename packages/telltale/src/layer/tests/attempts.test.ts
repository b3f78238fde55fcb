import { describe, expect, it } from 'vitest'
import { collector } from '../../collector.ts'
import { createConsoleLink } from '../../adapters/consoleLink.ts'
import type { Destination } from '../../events/destinations/destination.ts'
import { fakeDisk, type FakeDisk } from '../../testing/fakeDisk.ts'
import { fakePlatform } from '../../testing/fakePlatform.ts'
import type { FakeAnswer } from '../../testing/fakeTransport.ts'
import { createTelltaleAtOnce } from '../../testkit/createTelltaleAtOnce.ts'
import { sandboxSettings } from './sandboxSettings.suite.ts'

type Answer = FakeAnswer | Promise<FakeAnswer>

const COLLECTOR = 'https://collector.test/ida@example.com/batches?key=secret'
const CONSOLE = 'http://127.0.0.1:4801'
const TAKEN: FakeAnswer = { status: 202 }
const NEVER = () => new Promise<FakeAnswer>(() => {})

interface Page {
  answer?: () => Answer
  disk?: FakeDisk
  destination?: Destination
}

/** A page that reports to the console. Times are in milliseconds since it was opened. */
function openPage({ answer = () => TAKEN, disk = fakeDisk(), destination }: Page) {
  const server = { answer }
  const platform = fakePlatform(({ url }) => (url.startsWith(CONSOLE) ? { status: 202 } : server.answer()), disk)
  const start = platform.clock.now()
  const telltale = createTelltaleAtOnce(
    {
      ...sandboxSettings,
      destinations: [destination ?? collector({ url: COLLECTOR })],
      observers: [createConsoleLink({ url: CONSOLE }, () => platform)],
    },
    platform,
  )
  const reports = () => platform.transport.requests.filter(({ url }) => url.startsWith(CONSOLE))
  const bodies = () => reports().map(({ body }) => JSON.parse(body ?? ''))
  return {
    server,
    platform,
    telltale,
    texts: () => reports().map(({ body }) => body ?? ''),
    /** What the console knows of the destination, with its times in milliseconds since the page was opened. */
    known() {
      const one = bodies().at(-1)?.deliveries?.[0]
      return one && JSON.parse(JSON.stringify(one), (key, value) => (isTime(key) ? value - start : value))
    },
    problems: () => bodies().at(-1)?.problems ?? [],
  }
}

const isTime = (key: string) => /^at$|At$/.test(key)
const NUMBER = expect.any(Number) as number
const NO_CONNECTION = 'no connection (its server is down, or CORS or a blocker forbids it)'

/** The number of attempts that have failed after so many seconds, at least and at most: the back-off has a random part. */
interface Expected {
  reason: string
  failures: readonly [atSeconds: number, least: number, most: number][]
}

describe('what a page tells the console of a destination', () => {
  it.each<[string, () => Answer, Expected]>([
    [
      'refuses connections',
      () => 'network',
      {
        reason: NO_CONNECTION,
        failures: [
          [1, 1, 2],
          [5, 3, 4],
          [15, 4, 6],
        ],
      },
    ],
    [
      'answers 503',
      () => ({ status: 503 }),
      {
        reason: 'status 503',
        failures: [
          [1, 1, 2],
          [5, 3, 4],
          [15, 4, 6],
        ],
      },
    ],
    [
      'answers 503 with Retry-After',
      () => ({ status: 503, headers: { 'Retry-After': '8' } }),
      {
        reason: 'status 503, which asks to wait 8 s',
        failures: [
          [1, 1, 1],
          [5, 1, 1],
          [15, 2, 2],
        ],
      },
    ],
    [
      'answers 401',
      () => ({ status: 401 }),
      {
        reason: 'status 401',
        failures: [
          [1, 1, 2],
          [5, 3, 4],
          [15, 4, 6],
        ],
      },
    ],
    [
      'answers 302',
      () => ({ status: 302 }),
      {
        reason: 'a redirect',
        failures: [
          [1, 1, 2],
          [15, 4, 6],
        ],
      },
    ],
    [
      'answers with a page',
      () => ({ status: 200, body: '<html>' }),
      {
        reason: 'status 200 with a page',
        failures: [
          [1, 1, 2],
          [15, 4, 6],
        ],
      },
    ],
  ])(
    'what a page tells the console of a collector that %s: the last error, the failures, the next attempt and what waits',
    async (_, answer, { reason, failures }) => {
      const { platform, telltale, known } = openPage({ answer })
      for (const name of ['1', '2', '3']) telltale.track(name)
      let seconds = 0
      for (const [at, least, most] of failures) {
        await platform.clock.advance((at - seconds) * 1_000)
        seconds = at
        const one = known()
        expect(one).toMatchObject({ name: 'collector', outcome: 'failed', reason, waiting: 3 })
        expect(one.failures).toBeGreaterThanOrEqual(least)
        expect(one.failures).toBeLessThanOrEqual(most)
        // The time of an attempt that goes on at this moment has just passed.
        expect(one.nextAt).toBeGreaterThan(at * 1_000 - 500)
        expect('failingSinceAt' in one).toBe(one.failures > 1)
      }
      telltale.close()
    },
  )

  it('what a page tells the console of a collector that leaves requests open: since when it is asked, and after 30 s that it has not answered', async () => {
    const { platform, telltale, known } = openPage({ answer: NEVER })
    telltale.track('1')
    for (const ms of [1_000, 4_000, 10_000]) {
      await platform.clock.advance(ms)
      expect(known()).toEqual({ name: 'collector', sentAt: 250, failures: 0 })
    }
    await platform.clock.advance(17_000)
    expect(known()).toMatchObject({ outcome: 'failed', reason: 'no answer within 30 s', failures: 1, waiting: 1 })
    await platform.clock.advance(30_500)
    expect(known()).toMatchObject({ failures: 2, failingSinceAt: 30_250 })
    telltale.close()
  })

  it('what a page tells the console of a collector that comes back: it delivers, nothing waits, and the last error is past', async () => {
    const { server, platform, telltale, known } = openPage({ answer: () => ({ status: 503 }) })
    telltale.track('1')
    await platform.clock.advance(15_000)
    const { failures, answeredAt } = known()
    expect(known().lastError).toEqual({ at: answeredAt, reason: 'status 503', failures })
    server.answer = () => TAKEN
    await platform.clock.advance(30_000)
    expect(known()).toEqual({
      name: 'collector',
      address: 'https://collector.test//batches',
      sentAt: NUMBER,
      answeredAt: NUMBER,
      outcome: 'delivered',
      failures: 0,
      waiting: 0,
      lastError: { at: NUMBER, reason: 'status 503', failures: NUMBER },
    })
    telltale.close()
  })

  it('what a page tells the console of a collector that refuses an event: the status, and not what the server has said about the event', async () => {
    const { platform, telltale, known } = openPage({
      answer: () => ({ status: 400, body: { message: 'ida@example.com is not allowed' } }),
    })
    telltale.track('1')
    await platform.clock.advance(5_000)
    expect(known()).toMatchObject({ outcome: 'refused', reason: 'status 400', failures: 0, waiting: 0 })
    telltale.close()
  })

  it.each<[string, Destination['deliver'], string]>([
    ['throws', () => Promise.reject(new Error('no token yet')), 'Error: no token yet'],
    ['gives a cause', async () => ({ outcome: 'retry', cause: 'status 429' }), 'status 429'],
    ['gives a reason', async () => ({ outcome: 'retry', reason: 'No key. Set it.' }), 'No key. Set it.'],
    ['gives neither', async () => ({ outcome: 'retry' }), 'it gives no reason'],
    [
      'gives a cause that is not a text',
      async () => ({ outcome: 'retry', cause: Object.create(null) as never }),
      'it gives no reason',
    ],
    ['gives a long cause', async () => ({ outcome: 'retry', cause: 'x'.repeat(1_000) }), 'x'.repeat(200)],
  ])(
    'what a page tells the console of a destination of the application that %s: what it has said',
    async (_, deliver, reason) => {
      const { platform, telltale, known } = openPage({ destination: { name: 'own', deliver } })
      telltale.track('1')
      await platform.clock.advance(5_000)
      expect(known()).toMatchObject({ name: 'own', outcome: 'failed', reason, waiting: 1 })
      telltale.close()
    },
  )

  it('what a page tells the console of a destination that fails for one event and takes others: it works, one event waits, and when it is tried again', async () => {
    const { platform, telltale, known } = openPage({
      destination: {
        name: 'own',
        async deliver(batch) {
          if (batch.some(({ name }) => name === 'bad')) return { outcome: 'retry', cause: 'status 500' }
          return { outcome: 'delivered' }
        },
      },
    })
    telltale.track('good')
    await platform.clock.advance(2_000)
    for (const name of ['bad', 'another']) telltale.track(name)
    await platform.clock.advance(60_000)
    expect(known()).toMatchObject({ outcome: 'failed', reason: 'status 500', failures: 0, waiting: 1 })
    expect(known().nextAt).toBeGreaterThan(61_000)
    expect(known()).not.toHaveProperty('failingSinceAt')
    telltale.close()
  })

  it('what a page tells the console of a destination whose events another tab has delivered: nothing waits any more, and its problem has ended', async () => {
    const disk = fakeDisk()
    const one = openPage({ disk, answer: () => 'network' })
    one.telltale.track('1')
    await one.platform.clock.advance(62_000)
    expect(one.problems()).toMatchObject([{ where: 'collector', message: expect.stringContaining('T67') as string }])
    expect(one.problems()[0]).not.toHaveProperty('endedAt')
    const two = openPage({ disk })
    await two.platform.clock.advance(5_000)
    expect(two.known()).toMatchObject({ outcome: 'delivered', failures: 0, waiting: 0 })
    await one.platform.clock.advance(120_000)
    expect(one.known()).toMatchObject({ waiting: 0 })
    expect(one.known()).not.toHaveProperty('nextAt')
    expect(one.problems()).toMatchObject([{ endedAt: NUMBER }])
    for (const { telltale } of [one, two]) telltale.close()
  })

  it('without its address, which may identify a person or contain a key', async () => {
    const { platform, telltale, texts } = openPage({ answer: () => 'network' })
    telltale.track('1')
    await platform.clock.advance(60_000)
    expect(texts().join()).toContain(NO_CONNECTION)
    expect(texts().join()).not.toMatch(/secret|ida@example/)
    telltale.close()
  })

  it('nothing of a destination that has not got an event', async () => {
    const { platform, telltale, known } = openPage({})
    await platform.clock.advance(20_000)
    expect(known()).toBeUndefined()
    telltale.close()
  })
})
