import { describe, expect, it } from 'vitest'
import { collector } from '../../collector.ts'
import type { AnalyticsEvent, StoredEvent } from '../../core/model/event.ts'
import type { Destination, DeliveryResult } from '../../events/destinations/destination.ts'
import { fakeDisk, type FakeDisk } from '../../testing/fakeDisk.ts'
import { fakePlatform } from '../../testing/fakePlatform.ts'
import type { FakeAnswer } from '../../testing/fakeTransport.ts'
import { createTelltaleAtOnce } from '../../testkit/createTelltaleAtOnce.ts'
import { sandboxSettings, storeFor } from './sandboxSettings.suite.ts'
import { readBatch } from '../../testing/readBatch.ts'

/** How a destination fails for a batch that has the bad event, and how long the other events may take because of it. */
export interface Failure {
  title: string
  /** The answer of a collector. */
  answer?: () => FakeAnswer | Promise<FakeAnswer>
  /** The answer of a destination of the application, in place of a collector. */
  deliver?: () => Promise<DeliveryResult>
  /** Within this time all other events are stored, in milliseconds. */
  othersMs: number
  /** Within this time an event is stored that is tracked later, in milliseconds. */
  laterMs: number
}

const AT_ONCE = { othersMs: 30_000, laterMs: 2_000 }
// The server asks for a pause, and then a page adds its own.
const AFTER_PAUSES = { othersMs: 300_000, laterMs: 30_000 }
// A request takes 30 s until it counts as lost.
const AFTER_TIMEOUTS = { othersMs: 600_000, laterMs: 40_000 }

const status = (code: number) => ({ title: `status ${code}`, answer: () => ({ status: code }), ...AT_ONCE })

export const FAILURES: readonly Failure[] = [
  ...[300, 301, 302, 304, 307, 401, 403, 404, 408, 425, 429, 500, 502, 503, 504, 507].map(status),
  {
    title: 'status 429 with Retry-After',
    answer: () => ({ status: 429, headers: { 'Retry-After': '9' } }),
    ...AFTER_PAUSES,
  },
  {
    title: 'status 503 with Retry-After',
    answer: () => ({ status: 503, headers: { 'Retry-After': '9' } }),
    ...AFTER_PAUSES,
  },
  { title: 'a page in place of an acknowledgement', answer: () => ({ status: 200, body: '<html>' }), ...AT_ONCE },
  { title: 'a reset of the connection', answer: () => 'network', ...AT_ONCE },
  { title: 'no answer until the timeout', answer: () => new Promise(() => {}), ...AFTER_TIMEOUTS },
  { title: 'the outcome retry', deliver: async () => ({ outcome: 'retry' }), ...AT_ONCE },
  { title: 'the outcome retry with a reason', deliver: async () => ({ outcome: 'retry', reason: 'no' }), ...AT_ONCE },
  {
    title: 'the outcome retry with a time',
    deliver: async () => ({ outcome: 'retry', afterMs: 9_000 }),
    ...AFTER_PAUSES,
  },
]

/** The places of the bad events, and the number of all events. */
export const PLACES: readonly (readonly [title: string, bad: readonly number[], count: number])[] = [
  ['alone', [0], 1],
  ['before one other', [0], 2],
  ['after one other', [1], 2],
  ['before 119 others', [0], 120],
  ['among 119 others', [60], 120],
  ['after 119 others', [119], 120],
  ['one of five, among 115 others', [3, 30, 31, 70, 119], 120],
]

/** When the page with these events crashes. */
export const ENDS = ['once the others have arrived', 'after its first request'] as const

export interface PoisonCase {
  failure: Failure
  place: (typeof PLACES)[number]
  end: (typeof ENDS)[number]
}

const BAD = 'bad'

/** A server that fails for each batch with a bad event until it is mended, and drops no copy. */
function startServer({ answer, deliver }: Failure) {
  const state = { isMended: false, requests: 0 }
  const stored: string[] = []

  /** Takes the batch, unless it has a bad event. */
  function take(events: readonly AnalyticsEvent[]): boolean {
    state.requests += 1
    const names = events.map(({ name }) => name)
    if (names.includes(BAD) && !state.isMended) return false
    stored.push(...names)
    return true
  }

  const own: Destination = {
    name: 'collector',
    deliver: async (events) => (take(events) || !deliver ? { outcome: 'delivered' } : deliver()),
  }
  function openPage(disk: FakeDisk, startMs?: number) {
    const platform = fakePlatform(
      ({ body }) => (take((readBatch(body) as { events: AnalyticsEvent[] }).events) ? { status: 202 } : failed()),
      disk,
      startMs,
    )
    const destinations = [deliver ? own : collector({ url: COLLECTOR })]
    const telltale = createTelltaleAtOnce({ ...sandboxSettings, destinations }, platform)
    return { platform, telltale }
  }
  const failed = () => answer?.() ?? { status: 500 }
  return { state, stored, openPage }
}

const COLLECTOR = 'https://collector/'

type Page = ReturnType<ReturnType<typeof startServer>['openPage']>

/** Advances the clock until the condition holds, and returns how long that took, in milliseconds. At most an hour. */
async function timeUntil({ platform: { clock } }: Page, condition: () => boolean): Promise<number> {
  const start = clock.now()
  while (!condition() && clock.now() - start < 3_600_000) await clock.advance(250)
  return clock.now() - start
}

async function play({ failure, place: [, badPlaces, count], end }: PoisonCase) {
  const othersMs = failure.othersMs * (badPlaces.length > 1 ? 2 : 1)
  const disk = fakeDisk()
  const { state, stored, openPage } = startServer(failure)
  const names = Array.from({ length: count }, (_, index) => (badPlaces.includes(index) ? BAD : `good ${index}`))
  const expected = names.filter((name) => name !== BAD)
  const hasAll = () => stored.length >= expected.length && expected.every((name) => stored.includes(name))

  async function trackLater(page: Page, name: string) {
    page.telltale.track(name)
    expected.push(name)
    expect(await timeUntil(page, hasAll), `${name} has arrived`).toBeLessThanOrEqual(failure.laterMs)
  }

  const first = openPage(disk)
  for (const name of names) {
    first.telltale.track(name)
    await first.platform.clock.advance(1) // the ids of one millisecond have no order
  }
  if (end === 'after its first request') await timeUntil(first, () => state.requests > 0)
  else {
    expect(await timeUntil(first, hasAll), 'all others have arrived').toBeLessThanOrEqual(othersMs)
    if (expected.length > 0) await trackLater(first, 'later')
  }
  first.platform.crash()
  const next = openPage(disk, first.platform.clock.now())
  expect(await timeUntil(next, hasAll), 'all others have arrived by the next page').toBeLessThanOrEqual(othersMs)
  next.telltale.track('next')
  expected.push('next')
  expect(await timeUntil(next, hasAll), 'the event of the next page has arrived').toBeLessThanOrEqual(othersMs)
  // Until now the bad event was being isolated. From here on it only waits.
  expect(state.requests, 'requests while it is isolated').toBeLessThanOrEqual(40 + 20 * badPlaces.length)
  await next.platform.clock.advance(600_000)
  const { requests } = state
  await next.platform.clock.advance(600_000)
  expect(state.requests - requests, 'requests in ten minutes').toBeLessThanOrEqual(20)
  await trackLater(next, 'much later')

  const kept = (await disk.eventStore<StoredEvent>(storeFor(...(failure.deliver ? [] : [COLLECTOR]))).all()).map(
    ({ event, todo }) => [event.name, todo],
  )
  expect(kept, 'the bad event is kept').toEqual(badPlaces.map(() => [BAD, ['collector']]))
  expect(next.telltale.diagnostics.get().dropped, 'nothing is dropped or refused').toEqual({})
  expect((await next.telltale.counts()).waiting.unread).toEqual({ collector: badPlaces.length })

  state.isMended = true
  expected.push(...badPlaces.map(() => BAD))
  const mendedMs = await timeUntil(next, hasAll)
  expect(mendedMs, 'the bad event has arrived once the server takes it').toBeLessThanOrEqual(120_000)
  await next.platform.clock.advance(120_000)
  expect([...stored].sort(), 'each event is stored once').toEqual([...expected].sort())
  expect((await next.telltale.counts()).waiting.unread).toEqual({ collector: 0 })
  next.telltale.close()
  first.telltale.close()
  await next.platform.settle()
  expect(next.platform.clock.pending, 'timers after a close').toBe(0)
}

/** One event for which a destination fails must not stop the others, is kept, and arrives once the destination takes it. */
export function describePoison(title: string, cases: readonly PoisonCase[]): void {
  describe(title, () => {
    it.each(cases.map((one) => [one.failure.title, one.place[0], one.end, one] as const))(
      'a destination that fails with %s for one event gets all others: the event is %s, its page crashes %s',
      async (_failure, _place, _end, one) => play(one),
    )
  })
}
