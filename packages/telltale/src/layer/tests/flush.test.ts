import { describe, expect, it } from 'vitest'
import { collector } from '../../collector.ts'
import type { FlushOptions, FlushResult } from '../../core/model/diagnostics.ts'
import { fakeDisk } from '../../testing/fakeDisk.ts'
import { fakePlatform } from '../../testing/fakePlatform.ts'
import type { FakeAnswer } from '../../testing/fakeTransport.ts'
import { readBatch } from '../../testing/readBatch.ts'
import { revokedProxy, withThrowingGetter } from '../../testing/oddValues.suite.ts'
import { createTelltaleAtOnce, launchDarklyAtOnce as launchDarkly } from '../../testkit/createTelltaleAtOnce.ts'
import { vendor } from '../../vendor.ts'
import { createTelltale } from '../createTelltale.ts'
import type { Settings } from '../settings.ts'

interface World {
  disk?: ReturnType<typeof fakeDisk>
  answer?: (names: readonly string[]) => FakeAnswer | Promise<FakeAnswer>
  settings?: Partial<Settings>
  isLoading?: boolean
}

function openPage({ disk = fakeDisk(), answer = () => ({ status: 202 }), settings = {}, isLoading }: World = {}) {
  const taken: string[] = []
  const platform = fakePlatform(async ({ url, body }) => {
    if (url.includes('/sdk/')) return new Promise<FakeAnswer>(() => {})
    const names = readBatch(body).events.map(({ name }) => name)
    const given = await answer(names)
    if (given !== 'network' && given.status === 202) taken.push(...names)
    return given
  }, disk)
  const all: Settings = {
    app: 'Desk',
    identity: { person: () => ({ unique_identity: 'ida' }) },
    destinations: [collector({ url: 'https://collect.test/' })],
    ...settings,
  }
  const telltale = isLoading
    ? createTelltale(all, { platform, loadDeliveries: () => new Promise(() => {}) })
    : createTelltaleAtOnce(all, platform)
  /** Flushes, while time passes second by second until it has resolved. */
  async function flush(options?: FlushOptions) {
    let result: FlushResult | undefined
    let tookMs = 0
    void telltale.flush(options).then((given) => (result = given))
    await platform.settle()
    for (; !result && tookMs < 120_000; tookMs += 250) await platform.clock.advance(250)
    return { tookMs, ...(result as FlushResult) }
  }
  return { platform, telltale, taken, flush, disk }
}

describe('flush', () => {
  it('flush resolves as soon as everything is acknowledged', async () => {
    const { telltale, flush, taken } = openPage()
    telltale.track('one')
    telltale.track('two')
    const { tookMs, ...result } = await flush()
    expect(result).toEqual({
      ...{ isComplete: true, acknowledged: { collector: 3 }, refused: {}, reasons: {} },
      waiting: { pending: 0, unread: { collector: 0 } },
    })
    expect(tookMs).toBeLessThanOrEqual(1_000)
    expect(taken).toHaveLength(3)
  })

  it('flush resolves at once when nothing waits', async () => {
    const { platform, flush } = openPage()
    await platform.clock.advance(5_000)
    expect(await flush()).toMatchObject({ isComplete: true, acknowledged: {}, tookMs: 0 })
  })

  it('flush does not wait for the pause after a failure', async () => {
    let isDown = true
    const { telltale, platform, flush } = openPage({ answer: () => ({ status: isDown ? 503 : 202 }) })
    telltale.track('one')
    for (let second = 0; second < 30; second += 1) await platform.clock.advance(1_000)
    isDown = false
    expect(await flush()).toMatchObject({ isComplete: true, acknowledged: { collector: 2 } })
  })

  it.each<[string, FakeAnswer | Promise<FakeAnswer>, string]>([
    ['answers 503', { status: 503 }, 'status 503'],
    ['cannot be reached', 'network', 'no connection (its server is down, or CORS or a blocker forbids it)'],
    ['answers with a page', { status: 200, body: '<p>Welcome' }, 'status 200 with a page'],
    [
      'wants to be left alone',
      { status: 429, headers: { 'Retry-After': '60' } },
      'status 429, which asks to wait 60 s',
    ],
    ['does not answer', new Promise<FakeAnswer>(() => {}), 'it has not answered yet'],
  ])('flush says what waits and why after its time when the collector %s', async (_, answer, reason) => {
    const { telltale, flush } = openPage({ answer: () => answer })
    telltale.track('one')
    expect(await flush({ timeoutMs: 3_000 })).toEqual({
      ...{ isComplete: false, acknowledged: {}, refused: {}, tookMs: 3_000 },
      waiting: { pending: 0, unread: { collector: 2 } },
      reasons: { collector: reason },
    })
  })

  it('flush counts what was refused, which does not wait', async () => {
    const { telltale, platform, flush } = openPage({
      answer: (names) => ({ status: names.includes('odd') ? 400 : 202 }),
    })
    await platform.clock.advance(5_000)
    telltale.track('odd')
    telltale.track('one')
    expect(await flush({ timeoutMs: 60_000 })).toMatchObject({
      ...{ isComplete: true, acknowledged: { collector: 1 }, refused: { collector: 1 }, reasons: {} },
    })
  })

  it.each<[string, Partial<Settings>, object]>([
    ['the user', { identity: { person: () => undefined as never } }, { pending: 'the user is not known yet' }],
    [
      'the flags',
      { flags: launchDarkly({ clientSideId: 'env-1', sendEvents: false }) },
      { pending: 'the flags of the user are not there yet' },
    ],
    [
      'the script of a vendor',
      {
        destinations: [
          vendor({ name: 'ours', isLoaded: () => false, identify: () => {}, track: () => {}, reset: () => {} }),
        ],
      },
      { ours: 'its script is not ready' },
    ],
  ])('flush says that events wait for %s', async (_, settings, reasons) => {
    const { telltale, flush } = openPage({ settings })
    telltale.track('one')
    expect(await flush({ timeoutMs: 20_000 })).toMatchObject({ isComplete: false, reasons, tookMs: 20_000 })
  })

  it('flush resolves after its time while the code that delivers events is not there, and after close', async () => {
    const page = openPage({ isLoading: true })
    page.telltale.track('one')
    expect(await page.flush({ timeoutMs: 1_000 })).toMatchObject({
      isComplete: false,
      waiting: { pending: 2 },
      reasons: { outbox: 'the code that delivers events has not loaded' },
      tookMs: 1_000,
    })
    const closed = openPage()
    closed.telltale.track('one')
    closed.telltale.close()
    expect(await closed.flush()).toMatchObject({
      isComplete: false,
      reasons: { outbox: 'the layer is closed' },
      tookMs: 0,
    })
  })

  it.each<[string, unknown, number]>([
    ['undefined', undefined, 5_000],
    ['null', null, 5_000],
    ['a text', 'soon', 5_000],
    ['no time', {}, 5_000],
    ['a negative time', { timeoutMs: -1 }, 5_000],
    ['NaN', { timeoutMs: NaN }, 5_000],
    ['a time that is a text', { timeoutMs: '2000' }, 2_000],
    // The clock of the test goes on by 250 ms at a time.
    ['no time at all', { timeoutMs: 0 }, 250],
    ['a getter that throws', withThrowingGetter('timeoutMs'), 5_000],
    ['a revoked proxy', revokedProxy(), 5_000],
    ['a time that is a symbol', { timeoutMs: Symbol() }, 5_000],
  ])('flush waits 5 s unless it is given another time: %s', async (_, options, expectedMs) => {
    const { telltale, flush } = openPage({ answer: () => ({ status: 503 }) })
    telltale.track('one')
    expect(await flush(options as FlushOptions)).toMatchObject({ isComplete: false, tookMs: expectedMs })
  })

  it('two calls of flush both resolve, and neither sends an event twice', async () => {
    const { telltale, platform, taken } = openPage()
    telltale.track('one')
    const results: FlushResult[] = []
    for (let call = 0; call < 2; call += 1) void telltale.flush().then((result) => results.push(result))
    await platform.clock.advance(2_000)
    expect(results.map(({ isComplete }) => isComplete)).toEqual([true, true])
    expect(new Set(taken).size).toBe(taken.length)
  })

  it('flush counts the events that another tab has left, and leaves no timer and no listener', async () => {
    const disk = fakeDisk()
    let isDown = true
    const first = openPage({ disk, answer: () => ({ status: 503 }) })
    first.telltale.track('left')
    await first.platform.clock.advance(3_000)
    first.telltale.close()
    const second = openPage({ disk, answer: () => ({ status: isDown ? 503 : 202 }) })
    expect(await second.flush({ timeoutMs: 1_000 })).toMatchObject({ waiting: { unread: { collector: 3 } } })
    isDown = false
    expect(await second.flush()).toMatchObject({ isComplete: true, acknowledged: { collector: 3 } })
    second.telltale.close()
    await second.platform.settle()
    expect(second.platform.clock.pending).toBe(0)
  })
})
