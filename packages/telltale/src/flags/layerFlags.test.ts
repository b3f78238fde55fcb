import { expect, test } from 'vitest'
import { base64Url } from '../core/lib/text.ts'
import type { Topics } from '../core/host.ts'
import type { Identity } from '../core/model/identity.ts'
import { fakeHost } from '../testing/fakeHost.ts'
import { fakePlatform } from '../testing/fakePlatform.ts'
import { fakeStream, type FakeAnswer, type FakeServer } from '../testing/fakeTransport.ts'
import type { FlagClientOptions } from '../client/flagClientOptions.ts'
import { launchDarklyAtOnce } from '../testkit/createTelltaleAtOnce.ts'

const json = (body: unknown): FakeAnswer => ({
  status: 200,
  headers: { 'content-type': 'application/json; charset=utf-8' },
  body,
})
const flag = (value: unknown, version = 1) => ({ value, version })
const sse = (event: string, data: unknown) => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`

const known = (id: string, epoch = id, more = {}): Identity => ({
  status: 'known',
  epoch,
  person: { unique_identity: id, email_address: `${id}@hire.test` },
  name: id,
  displayIdentity: id,
  ...more,
})

const isStream = (url: string) => url.includes('/eval/')
const keyIn = (url: string) =>
  JSON.parse(atob((url.split('/').pop() ?? '').split('?')[0]!.replaceAll('-', '+').replaceAll('_', '/'))).key

function start(server: FakeServer, options: Partial<FlagClientOptions> = {}, first: Identity = known('ann')) {
  const platform = fakePlatform(server)
  const host = fakeHost(platform, first)
  const { identity, bus } = host
  const exposures: Topics['exposure'][] = []
  bus.on('exposure', (exposure) => exposures.push(exposure))
  const problems: string[] = []
  bus.on('problem', ({ message }) => problems.push(message))
  const part = launchDarklyAtOnce({
    clientSideId: 'env',
    baseUrl: 'http://base/',
    streamUrl: 'http://stream',
    streaming: false,
    sendEvents: false,
    ...options,
  })
  const flags = part.start(host)
  const urls = () => platform.transport.requests.map(({ url }) => url)
  return { platform, identity, flags, exposures, problems, urls, settle: platform.settle, clock: platform.clock }
}

test('launchDarkly throws without a client-side id, and with both a client-side id and a client', () => {
  expect(() => launchDarklyAtOnce({ clientSideId: '' })).toThrow(
    'Cannot boot Launch Darkly: client side id is not set!',
  )
  const both = { clientSideId: 'env', client: {} } as never
  expect(() => launchDarklyAtOnce(both)).toThrow('conflicting options were provided')
})

test.each(['extensions', 'hooks', 'logger', 'storage'])(
  '%s is an option of a standalone client only, and the layer reports that it ignores it',
  async (name) => {
    const { settle, problems } = start(() => json({}), { streaming: true, [name]: [] })
    await settle()
    expect(problems).toEqual([`Ignoring unknown config option "${name}" (T114)`])
  },
)

test('an option of a standalone client does not compile in the layer', () => {
  const id = { clientSideId: 'env' }
  // @ts-expect-error -- the layer publishes exposures on its bus
  launchDarklyAtOnce({ ...id, extensions: [] })
  // @ts-expect-error -- the layer has its own log
  launchDarklyAtOnce({ ...id, logger: console })
  // @ts-expect-error -- the layer has its own storage
  launchDarklyAtOnce({ ...id, storage: { get: () => null, set: () => {} } })
})

test('the flags are requested for the context of the signed-in user', async () => {
  const { flags, urls, settle } = start(() => json({ on: flag(true) }))
  expect(flags.status.get()).toBe('initialising')
  expect(flags.current.get()).toEqual({
    epoch: 'ann',
    isReady: false,
    user: { id: 'ann' },
    values: {},
    getFlag: expect.any(Function) as unknown,
  })
  await settle()
  const context = { unique_identity: 'ann', email_address: 'ann@hire.test', kind: 'user', key: 'ann' }
  expect(urls()).toEqual([`http://base/sdk/evalx/env/contexts/${base64Url(JSON.stringify(context))}`])
  expect(flags.status.get()).toBe('live')
  expect(flags.current.get()).toEqual({
    epoch: 'ann',
    isReady: true,
    user: { id: 'ann' },
    values: { on: true },
    getFlag: expect.any(Function) as unknown,
  })
  expect(flags.variation('on', false)).toBe(true)
  expect(flags.allFlags()).toBe(flags.allFlags())
})

test('no flags are requested while the identity is resolving, and it is not taken for an anonymous user', async () => {
  const { flags, identity, urls, settle } = start(() => json({ on: flag(1) }), {}, { status: 'resolving', epoch: 'a' })
  await settle()
  expect(urls()).toEqual([])
  expect(flags.current.get().isReady).toBe(false)
  identity.set({ status: 'unknown', reason: 'signed-out', epoch: 'b' })
  await settle()
  expect(flags.current.get()).toEqual({
    epoch: 'b',
    isReady: true,
    user: {},
    values: { on: 1 },
    getFlag: expect.any(Function) as unknown,
  })
  const key = keyIn(urls()[0]!)
  expect(key).toMatch(/^[0-9a-f-]{36}$/)
  identity.set({ status: 'unknown', reason: 'signed-out', epoch: 'c' })
  await settle()
  expect(keyIn(urls()[1]!)).toBe(key)
})

test('the flags of an earlier identity are gone at once, and its late answer is ignored', async () => {
  let answerAnn = (_answer: FakeAnswer) => {}
  const { flags, identity, settle } = start(({ url }) =>
    keyIn(url) === 'ann' ? new Promise((resolve) => (answerAnn = resolve)) : json({ who: flag(keyIn(url)) }),
  )
  identity.set(known('bob'))
  expect(flags.current.get()).toEqual({
    epoch: 'bob',
    isReady: false,
    user: { id: 'bob' },
    values: {},
    getFlag: expect.any(Function) as unknown,
  })
  await settle()
  expect(flags.variation('who', '')).toBe('bob')
  answerAnn(json({ who: flag('ann') }))
  await settle()
  expect(flags.variation('who', '')).toBe('bob')
  identity.set(known('eve'))
  expect(flags.getFlag('who')).toBeUndefined()
  expect(flags.variation('who', 'nobody')).toBe('nobody')
})

test('a correction of the same identity requests the flags again and keeps the current ones until the answer', async () => {
  const { flags, identity, urls, settle } = start(({ url }) => json({ key: flag(url.length) }))
  await settle()
  const before = flags.variation('key', 0)
  identity.set(known('ann', 'ann', { person: { unique_identity: 'ann', company_name: 'Hire & Co' } }))
  expect(flags.current.get().isReady).toBe(true)
  expect(flags.variation('key', 0)).toBe(before)
  await settle()
  expect(urls()).toHaveLength(2)
  expect(flags.variation('key', 0)).not.toBe(before)
})

test('the flags are ready even when the service cannot be reached, and live once it can', async () => {
  let isUp = false
  const { flags, urls, clock, problems } = start(() => (isUp ? json({ on: flag(true) }) : { status: 503 }))
  await clock.advance(2999)
  expect(flags.current.get().isReady).toBe(true)
  expect(flags.status.get()).toBe('failed')
  expect(urls()).toHaveLength(3)
  expect(problems).toEqual(['Error fetching flag settings: 503 (T89)'])
  isUp = true
  await clock.advance(300_000)
  expect(flags.status.get()).toBe('live')
  expect(flags.variation('on', false)).toBe(true)
})

test.each([401, 403, 404, 405])('a poll that is answered with %i fails at once and is not retried', async (status) => {
  const { flags, urls, clock } = start(() => ({ status }))
  await clock.advance(3_600_000)
  expect(flags.status.get()).toBe('failed')
  expect(urls()).toHaveLength(1)
  expect(clock.pending).toBe(0)
})

test('a poll without an answer times out after ten seconds, and an answer that is not JSON is retried', async () => {
  let calls = 0
  const { flags, clock } = start(() => {
    calls += 1
    if (calls === 1) return new Promise(() => {})
    if (calls === 2)
      return { status: 200, headers: { 'content-type': 'text/html' }, body: '<h1>Log in to the network</h1>' }
    return json({ on: flag(true) })
  })
  await clock.advance(20_000)
  expect(calls).toBe(3)
  expect(flags.status.get()).toBe('live')
})

test('an unknown flag and a flag of another type give the fallback, with the reason', async () => {
  const { flags, settle } = start(() =>
    json({ text: { ...flag('a'), variation: 2, reason: { kind: 'OFF' } }, nothing: flag(null) }),
  )
  await settle()
  expect(flags.variationDetail('text', 'b')).toEqual({ value: 'a', variationIndex: 2, reason: { kind: 'OFF' } })
  expect(flags.variationDetail('text', 1)).toEqual({ value: 1, reason: { kind: 'ERROR', errorKind: 'WRONG_TYPE' } })
  expect(flags.variationDetail('none', 1)).toEqual({ value: 1, reason: { kind: 'ERROR', errorKind: 'FLAG_NOT_FOUND' } })
  expect(flags.variation('nothing', 'fallback')).toBe('fallback')
})

test('a change calls the watchers of the changed flag, and not those of equal values', async () => {
  const stream = fakeStream()
  const { flags, settle } = start(
    ({ url }) => (isStream(url) ? { status: 200, chunks: stream.chunks } : json({ a: flag(1), b: flag({ c: [1] }) })),
    { streaming: true },
  )
  const reported: string[] = []
  flags.watch('a', () => reported.push(`a=${flags.getFlag('a')?.value}`))
  flags.watch('b', () => reported.push('b'))
  let inForceChanges = 0
  await settle()
  flags.current.watch(() => (inForceChanges += 1))
  const { values } = flags.current.get()
  reported.length = 0
  stream.push(sse('patch', { key: 'b', ...flag({ c: [1] }, 2) }))
  await settle()
  expect(flags.current.get().values).toBe(values)
  expect(inForceChanges).toBe(0)
  stream.push(sse('patch', { key: 'a', ...flag(2, 2) }))
  await settle()
  stream.push(sse('patch', { key: 'a', ...flag(3, 2) }))
  stream.push(sse('delete', { key: 'a', version: 3 }))
  stream.push(sse('put', { a: flag(5, 1), b: flag({ c: [1] }) }))
  await settle()
  expect(reported).toEqual(['a=2', 'a=undefined', 'a=5'])
  expect(inForceChanges).toBe(3)
})

test('by default a stream is open while a flag is watched', async () => {
  const { flags, urls, settle, clock } = start(
    ({ url }) => (isStream(url) ? { status: 200, chunks: fakeStream().chunks } : json({})),
    { streaming: undefined as never },
  )
  await settle()
  const streams = () => urls().filter(isStream)
  expect(streams()).toHaveLength(0)
  const stop = [flags.watch('a', () => {}), flags.watch('b', () => {})]
  await settle()
  expect(streams()).toHaveLength(1)
  await clock.advance(1000)
  // The timers of the stream's first message, of its read timeout, and of the heartbeat to other tabs.
  expect(clock.pending).toBe(3)
  for (const end of stop) end()
  await settle()
  expect(clock.pending).toBe(0)
})

test('several pings during a poll cause one further poll', async () => {
  const stream = fakeStream()
  let polls = 0
  const { flags, settle } = start(
    ({ url }) => {
      if (isStream(url)) return { status: 200, chunks: stream.chunks }
      polls += 1
      return json({ polls: flag(polls, polls) })
    },
    { streaming: true },
  )
  await settle()
  stream.push(`event: ping\ndata:\n\n${'event: ping\ndata: \n\n'.repeat(9)}`)
  await settle()
  expect(polls).toBe(3)
  expect(flags.variation('polls', 0)).toBe(3)
})

test('a ping ends the wait after a failed poll, because the service has recovered', async () => {
  const stream = fakeStream()
  let polls = 0
  const { flags, settle, clock } = start(
    ({ url }) => {
      if (isStream(url)) return { status: 200, chunks: stream.chunks }
      polls += 1
      return polls < 6 ? { status: 503 } : json({ on: flag(true) })
    },
    { streaming: true },
  )
  await clock.advance(12_000)
  expect([polls, flags.status.get()]).toEqual([5, 'failed'])
  stream.push('event: ping\ndata:\n\n')
  await settle()
  expect([polls, flags.status.get()]).toEqual([6, 'live'])
  await clock.advance(600_000)
  expect(polls).toBe(6)
})

test('a stream that fails is reopened after growing delays, and reported once', async () => {
  const { urls, settle, clock, problems } = start(({ url }) => (isStream(url) ? { status: 500 } : json({})), {
    streaming: true,
  })
  await settle()
  const streams = () => urls().filter(isStream).length
  const counts = []
  for (const delay of [750, 1500, 3000, 6000, 12_000, 22_500, 22_500]) {
    await clock.advance(delay - 1)
    counts.push(streams())
    await clock.advance(1)
  }
  expect(counts).toEqual([1, 2, 3, 4, 5, 6, 7])
  expect(problems).toEqual(['Error on stream connection to http://stream: 500. Reconnecting. (T94)'])
})

test('a failing stream is reopened after at most 30 seconds, shortened by a quarter on average, and no sooner', async () => {
  const { urls, settle, clock } = start(({ url }) => (isStream(url) ? { status: 500 } : json({})), { streaming: true })
  await settle()
  const streams = () => urls().filter(isStream).length
  for (const delay of [750, 1500, 3000, 6000, 12_000]) await clock.advance(delay)
  for (const expected of [6, 7, 8, 9]) {
    await clock.advance(22_499)
    expect(streams()).toBe(expected)
    await clock.advance(1)
    expect(streams()).toBe(expected + 1)
  }
})

test('a silent stream is closed after five minutes, and a heartbeat keeps it open', async () => {
  const stream = fakeStream()
  const { urls, settle, clock } = start(
    ({ url }) => (isStream(url) ? { status: 200, chunks: stream.chunks } : json({})),
    { streaming: true },
  )
  await settle()
  const streams = () => urls().filter(isStream).length
  await clock.advance(299_999)
  stream.push(':\n')
  await clock.advance(299_999)
  expect(streams()).toBe(1)
  await clock.advance(1000)
  expect(streams()).toBe(2)
})

test('a stream that ends normally is reopened without a report, unless it ends repeatedly', async () => {
  const { urls, clock, problems } = start(({ url }) => (isStream(url) ? { status: 200, body: ':' } : json({})), {
    streaming: true,
  })
  await clock.advance(749)
  expect(problems).toEqual([])
  await clock.advance(1)
  expect(urls().filter(isStream)).toHaveLength(2)
  await clock.advance(60_000)
  expect(problems).toEqual(['Error on stream connection to http://stream: closed. Reconnecting. (T94)'])
})

test.each([401, 403, 405])('a stream that is refused with %i is not reopened', async (status) => {
  const { urls, clock, problems } = start(({ url }) => (isStream(url) ? { status } : json({})), { streaming: true })
  await clock.advance(3_600_000)
  expect(urls().filter(isStream)).toHaveLength(1)
  expect(problems).toEqual([
    `Error on stream connection to http://stream: ${status}, giving up permanently: check streamUrl and the client-side ID "env" (T93)`,
  ])
})

test('a bootstrap of a server that could not read the flags is not in force: the service is asked', async () => {
  const { flags, problems, urls, settle } = start(() => json({ plan: flag('pro') }), {
    bootstrap: { $flagsState: {}, $valid: false },
  })
  expect(flags.current.get().isReady).toBe(false)
  await settle()
  expect(urls()).toHaveLength(1)
  expect(flags.current.get()).toMatchObject({ isReady: true, values: { plan: 'pro' } })
  expect(problems).toEqual(['The bootstrap is not valid: the back end could not read the flags. (T97)'])
})

test('invalid data in a stream is reported and changes nothing', async () => {
  const stream = fakeStream()
  const { flags, settle, problems } = start(
    ({ url }) => (isStream(url) ? { status: 200, chunks: stream.chunks } : json({ a: flag(1) })),
    { streaming: true },
  )
  await settle()
  stream.push('event: put\ndata: {"a":\n\nevent: patch\ndata: null\n\n')
  await settle()
  expect(flags.allFlags()).toEqual({ a: 1 })
  expect(problems).toHaveLength(2)
  expect(problems[0]).toBe('Invalid data in the stream (T95)')
})

test('value, detail and expose record an exposure; peek, watch and impersonators do not', async () => {
  const { flags, identity, exposures, settle } = start(() => json({ on: flag(true) }))
  await settle()
  flags.getFlag('on')
  flags.allFlags()
  flags.watch('on', () => {})
  expect(exposures).toEqual([])
  flags.variation('on', false)
  flags.recordExposure('on')
  flags.variationDetail('none', 1)
  expect(exposures.map(({ key }) => key)).toEqual(['on', 'on', 'none'])
  expect(exposures[0]?.flag?.value).toBe(true)
  identity.set(known('ann', 'ann-2', { impersonator: 'support@hire.test' }))
  await settle()
  expect(flags.variation('on', false)).toBe(true)
  flags.recordExposure('on')
  expect(exposures).toHaveLength(3)
})

test('after stop the flags send no request and leave no timer', async () => {
  const { flags, identity, urls, settle, clock } = start(
    ({ url }) => (isStream(url) ? { status: 200, chunks: fakeStream().chunks } : { status: 503 }),
    { streaming: true },
  )
  await settle()
  flags.stop()
  await settle()
  const count = urls().length
  identity.set(known('bob'))
  await clock.advance(3_600_000)
  expect(urls()).toHaveLength(count)
  expect(clock.pending).toBe(0)
})

test('a poll under way is cancelled when the stream delivers all flags', async () => {
  const stream = fakeStream()
  let answer = (_answer: FakeAnswer) => {}
  const { flags, settle } = start(
    ({ url }) =>
      isStream(url) ? { status: 200, chunks: stream.chunks } : new Promise((resolve) => (answer = resolve)),
    { streaming: true },
  )
  stream.push(sse('put', { a: flag('new', 2) }))
  await settle()
  answer(json({ a: flag('old', 1) }))
  await settle()
  expect(flags.variation('a', '')).toBe('new')
  expect(flags.status.get()).toBe('live')
})
