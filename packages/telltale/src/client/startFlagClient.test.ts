import { expect, test, vi } from 'vitest'
import { withEtags } from './withEtags.ts'
import { withStorage } from './withStorage.ts'
import { withPlugins, type DebugOverrides } from './plugins.ts'
import { withHooks, type Hook } from './hooks.ts'
import type { FlagClientOptions } from './flagClientOptions.ts'
import { withInspectors } from './inspectors.ts'
import { startFlagClient } from './startFlagClient.ts'
import { fakeDisk } from '../testing/fakeDisk.ts'
import { fakeFlagService, json, type FakeFlagService } from '../testing/fakeFlagService.ts'

const ann = { kind: 'user', key: 'ann' }
const bob = { kind: 'user', key: 'bob' }
const flag = (value: unknown, version = 1, more = {}) => ({ value, version, ...more })

function start(service: FakeFlagService, options: Partial<FlagClientOptions & { context: object }> = {}) {
  return startFlagClient({ clientSideId: 'env', context: ann, diagnosticOptOut: true, ...options }, service.platform)
}

test('a flag client starts at once, is initialized, and evaluates flags', async () => {
  const service = fakeFlagService({ a: flag(1), b: flag('x', 2, { variation: 3, reason: { kind: 'OFF' } }) })
  const client = start(service)
  const reported: string[] = []
  client.on('initialized', () => reported.push('initialized'))
  client.on('failed', () => reported.push('failed'))
  client.on('ready', () => reported.push('ready'))
  await client.waitForInitialization(5)
  await service.platform.settle()
  expect(reported).toEqual(['initialized', 'ready'])
  expect(client.variation('a', 0)).toBe(1)
  expect(client.variationDetail('b', 'y')).toEqual({ value: 'x', variationIndex: 3, reason: { kind: 'OFF' } })
  expect(client.variation('none', 'fallback')).toBe('fallback')
  expect(client.variation('none')).toBeUndefined()
  expect(client.allFlags()).toEqual({ a: 1, b: 'x' })
  expect(client.getContext()).toEqual(ann)
  await client.close()
  await service.platform.settle()
  expect(service.platform.clock.pending).toBe(0)
})

test('a typed evaluation gives the fallback when the value is of another type', async () => {
  const service = fakeFlagService({ b: flag(true), s: flag('x'), n: flag(1.5), j: flag({ a: 1 }) })
  const client = start(service)
  await client.waitUntilReady()
  expect([client.boolVariation('b', false), client.boolVariation('s', false)]).toEqual([true, false])
  expect([client.stringVariation('s', ''), client.stringVariation('n', '')]).toEqual(['x', ''])
  expect([client.numberVariation('n', 0), client.numberVariation('j', 0)]).toEqual([1.5, 0])
  expect([client.jsonVariation('j', 0), client.jsonVariation('b', 0)]).toEqual([{ a: 1 }, true])
  expect(client.numberVariationDetail('b', 7)).toEqual({ value: 7, reason: { kind: 'ERROR', errorKind: 'WRONG_TYPE' } })
  expect(client.boolVariationDetail('b', false)).toEqual({ value: true })
})

test('a change event has the current and the previous value, and is sent only when they differ', async () => {
  const service = fakeFlagService({ a: flag(1), b: flag({ x: [1] }) })
  const client = start(service)
  await client.waitUntilReady()
  const reported: unknown[] = []
  client.on('change', (changes) => reported.push({ ...changes }))
  const onA = (current: unknown, previous: unknown) => reported.push([current, previous])
  client.on('change:a', onA)
  await service.platform.settle()
  await service.send('patch', { key: 'a', ...flag(2, 2) })
  await service.send('patch', { key: 'b', ...flag({ x: [1] }, 2) })
  await service.send('put', { a: flag(2, 5), b: flag({ x: [1] }, 5) })
  client.off('change:a', onA)
  await service.send('delete', { key: 'a', version: 6 })
  expect(reported).toEqual([[2, 1], { a: { current: 2, previous: 1 } }, { a: { current: undefined, previous: 2 } }])
})

test.each([
  [undefined, 'No context specified. (T107)'],
  [null, 'No context specified. (T107)'],
  [{ kind: 'user' }, 'Invalid context specified. (T108)'],
  ['ann', 'Invalid context specified. (T108)'],
])('the context %j is refused with the reason', async (context, message) => {
  const service = fakeFlagService()
  const client = startFlagClient({ clientSideId: 'env', context: context as unknown as object }, service.platform)
  const errors: Error[] = []
  client.on('error', (error) => errors.push(error))
  await expect(client.waitForInitialization(5)).rejects.toMatchObject({ name: 'LaunchDarklyInvalidUserError' })
  expect(errors[0]?.message).toContain(message)
  expect(service.platform.transport.requests).toEqual([])
  expect(client.variation('a', 1)).toBe(1)
  await expect(client.identify({ key: 3 })).rejects.toThrow('Invalid context specified. (T108)')
})

test.each(['', ' \t'])(
  'a flag client with the client-side id %j fails with that reason, and sends no request',
  async (clientSideId) => {
    const service = fakeFlagService()
    const client = start(service, { clientSideId })
    await expect(client.waitForInitialization(1)).rejects.toMatchObject({
      name: 'LaunchDarklyInvalidEnvironmentIdError',
      message: expect.stringContaining('No environment/client-side ID was specified. (T106)'),
    })
    expect(service.platform.transport.requests).toEqual([])
  },
)

test('a wait that times out rejects, and a wait that is too long logs a warning', async () => {
  const service = fakeFlagService()
  service.answers.poll = () => new Promise(() => {})
  const client = start(service)
  const waiting = client.waitForInitialization(2)
  await service.platform.clock.advance(2000)
  await expect(waiting).rejects.toMatchObject({
    name: 'LaunchDarklyTimeoutError',
    message: 'waitForInitialization timed out after 2 seconds.',
  })
  void client.waitForInitialization(6)
  void client.waitForInitialization()
  void client.waitForInitialization('3' as never as number)
  void client.waitForInitialization('soon' as never as number)
  const warning = 'waitForInitialization: give it a time-out in seconds, of 5 or less. (T110)'
  expect(service.platform.logged).toEqual([warning, warning, warning, warning])
  await client.close()
  await service.platform.settle()
  expect(service.platform.clock.pending).toBe(0)
})

test('options of the wrong type are reported and replaced by their defaults', async () => {
  const service = fakeFlagService()
  const client = start(service, {
    ...({ baseUrl: 5, streaming: 'yes', eventCapacity: Number.NaN, made: 'up', extensions: {} } as object),
    flushInterval: 10,
    eventCapacity: 0,
    application: { id: 'a b', version: 'x'.repeat(65) },
    logger: {} as never,
  })
  const errors: string[] = []
  client.on('error', ({ name, message }) => errors.push(`${name}: ${message}`))
  await service.platform.settle()
  expect(
    [...errors, ...service.platform.logged].map((text) => text.replace('LaunchDarklyInvalidArgumentError: ', '')),
  ).toEqual(
    expect.arrayContaining([
      'Config option "baseUrl" should be of type string, got number (T115)',
      'Config option "streaming" should be of type boolean, got string (T115)',
      'Config option "extensions" should be of type array, got object (T115)',
      'Config option "flushInterval" must be at least 2000 (T117)',
      'Config option "eventCapacity" must be at least 1 (T117)',
      'Ignoring unknown config option "made" (T114)',
      'Config option "application.id" must be up to 64 letters, digits, ., _ or - (T118)',
      'Config option "application.version" must be up to 64 letters, digits, ., _ or - (T118)',
    ]),
  )
  expect(service.urls('poll')[0]).toMatch(/^https:\/\/app\.launchdarkly\.com\/sdk\/evalx\/env\/contexts\//)
  expect(service.urls('stream')).toHaveLength(1)
})

test('the latest identify wins in any order of answers, and the earlier one ends with it', async () => {
  const service = fakeFlagService({ who: flag('ann') })
  const client = start(service)
  await client.waitUntilReady()
  let answerSlow = (_answer: ReturnType<typeof json>) => {}
  service.answers.poll = (url) =>
    service.keyIn(url) === 'slow'
      ? new Promise((resolve) => (answerSlow = resolve))
      : json({ who: flag(service.keyIn(url)) })
  const slow = client.identify({ kind: 'user', key: 'slow' })
  const fast = client.identify(bob)
  expect(await fast).toEqual({ who: 'bob' })
  expect(await slow).toEqual({ who: 'bob' })
  answerSlow(json({ who: flag('slow') }))
  await service.platform.settle()
  expect(client.variation('who', '')).toBe('bob')
  expect(client.getContext()).toEqual(bob)
})

test('an identify that fails leaves flags and context unchanged', async () => {
  const service = fakeFlagService({ who: flag('ann') })
  const client = start(service)
  await client.waitUntilReady()
  service.answers.poll = { status: 401 }
  await expect(client.identify(bob)).rejects.toMatchObject({ name: 'LaunchDarklyFlagFetchError' })
  expect(client.getContext()).toEqual(ann)
  expect(client.variation('who', '')).toBe('ann')
  service.answers.poll = json({ who: flag('carl') })
  expect(await client.identify({ kind: 'user', key: 'carl' })).toEqual({ who: 'carl' })
})

test('a flag service that redirects each request is retried like one that cannot be reached', async () => {
  const service = fakeFlagService({ who: flag('ann') })
  for (const route of ['poll', 'stream', 'goals', 'events'] as const) {
    service.answers[route] = { status: 307, headers: { Location: 'https://sign-in.test/' } }
  }
  const client = start(service, { streaming: true, fetchGoals: true })
  client.on('error', (error) => service.platform.log.error((error as Error).message))
  await service.platform.clock.advance(10_000)
  const redirects = 'the address redirects, probably to a sign-in page'
  expect(service.platform.logged).toEqual([
    `Error on stream connection to https://clientstream.launchdarkly.com: ${redirects}. Reconnecting. (T94)`,
    `Error fetching goals: ${redirects} (T103)`,
    `Flag events could not be delivered to https://events.launchdarkly.com: ${redirects}, will retry (T100)`,
    `${redirects} (T92)`,
  ])

  const posts = service.batches().length
  for (const route of ['poll', 'stream', 'events'] as const) delete service.answers[route]
  await service.platform.clock.advance(60_000)
  expect(client.variation('who', '')).toBe('ann')
  expect(service.batches().slice(posts)).toMatchObject([[{ kind: 'identify' }]])
  await client.close()
})

test('a flag whose value is nested 20,000 levels deep changes like any other', async () => {
  const polled = (inner: number) =>
    json(`{"deep":{"version":${inner},"value":${'['.repeat(20_000)}${inner}${']'.repeat(20_000)}}}`)
  const service = fakeFlagService()
  service.answers.poll = polled(1)
  const client = start(service, { streaming: true, sendEvents: false })
  await client.waitUntilReady()
  let changes = 0
  client.on('change:deep', () => (changes += 1))
  await service.platform.settle()
  service.answers.poll = polled(2)
  await service.send('ping', {})
  expect(changes).toBe(1)
  let value: unknown = client.variation('deep', [])
  while (Array.isArray(value)) [value] = value
  expect(value).toBe(2)
  await client.close()
})

test('a flag client whose every request fails leaves no rejection unhandled', async () => {
  const service = fakeFlagService()
  for (const route of ['poll', 'stream', 'goals', 'events', 'diagnostic'] as const) service.answers[route] = 'network'
  const client = start(service, { streaming: true, diagnosticOptOut: false })
  void client.identify(bob)
  void client.identify({})
  void client.waitForInitialization(1)
  void client.flush()
  client.track('x')
  await service.platform.clock.advance(60_000)
  void client.close()
  await service.platform.settle()
  // The test runner then fails the file if a rejection was left unhandled.
  await new Promise((resolve) => setTimeout(resolve))
  expect(service.platform.clock.pending).toBe(0)
})

test.each([
  [{}, 'GET', /\/sdk\/evalx\/env\/contexts\/[\w=-]+$/, /\/eval\/env\/[\w=-]+$/],
  [{ evaluationReasons: true }, 'GET', /\/contexts\/[\w=-]+\?withReasons=true$/, /\?withReasons=true$/],
  [{ hash: 'a b' }, 'GET', /\?h=a%20b$/, /\?h=a%20b$/],
  [{ hash: 'x', evaluationReasons: true }, 'GET', /\?h=x&withReasons=true$/, /\?h=x&withReasons=true$/],
  [{ useReport: true }, 'REPORT', /\/sdk\/evalx\/env\/context$/, /\/eval\/env$/],
  [{ usePost: true }, 'POST', /\/sdk\/evalx\/env\/context$/, /\/eval\/env$/],
])('with the options %j, flags are requested by %s', async (options, method, poll, stream) => {
  const service = fakeFlagService()
  start(service, { ...options, streaming: true, sendEvents: false })
  await service.platform.settle()
  const [polled, streamed] = service.platform.transport.requests
  expect([polled?.method ?? 'GET', streamed?.method ?? 'GET']).toEqual([method, method === 'POST' ? 'REPORT' : method])
  expect(polled?.url).toMatch(poll)
  expect(streamed?.url).toMatch(stream)
  expect(polled?.body && JSON.parse(polled.body)).toEqual(method === 'GET' ? undefined : ann)
  expect(polled?.headers).toEqual(method === 'GET' ? {} : { 'Content-Type': 'application/json' })
})

test('tags, wrapper and instance id are headers of all requests, and the application may change or remove them', async () => {
  const service = fakeFlagService()
  const options = {
    streaming: true,
    application: { id: 'desk', version: '1.0' },
    wrapperName: 'react',
    wrapperVersion: '2',
    instanceId: true,
  }
  start(service, options)
  await service.platform.clock.advance(2000)
  for (const { headers } of service.platform.transport.requests) {
    expect(headers).toMatchObject({
      'X-LaunchDarkly-Tags': 'application-id/desk application-version/1.0',
      'X-LaunchDarkly-Wrapper': 'react/2',
      'X-LaunchDarkly-Instance-Id': expect.stringMatching(/^[0-9a-f-]{36}$/),
    })
  }
  const bare = fakeFlagService()
  start(bare, { ...options, sendLDHeaders: false, requestHeaderTransform: (headers) => ({ ...headers, via: 'proxy' }) })
  await bare.platform.settle()
  expect(bare.platform.transport.requests[0]?.headers).toEqual({ via: 'proxy' })
})

test('a bootstrap object is in force at once, with its metadata, and no poll is sent', async () => {
  const service = fakeFlagService()
  const client = start(service, {
    bootstrap: {
      a: 1,
      b: 'x',
      $flagsState: { a: { variation: 2, version: 5, trackEvents: true }, c: {} },
      $valid: true,
    } as never,
  })
  expect(client.variationDetail('a', 0)).toEqual({ value: 1, variationIndex: 2 })
  expect(client.allFlags()).toEqual({ a: 1, b: 'x' })
  await client.waitForInitialization(1)
  expect(service.urls('poll')).toEqual([])
  expect(service.platform.logged).toEqual([])
})

test('a bootstrap without metadata, or from a server without flags, logs a warning', async () => {
  const service = fakeFlagService()
  start(service, { bootstrap: { a: 1 } })
  start(service, { bootstrap: { $valid: false, $flagsState: {} } as never })
  expect(service.platform.logged).toEqual([
    'The bootstrap has no flag metadata: events may not be right. (T98)',
    'The bootstrap is not valid: the back end could not read the flags. (T97)',
  ])
})

test('flags of an earlier visit are in force at once, and are then corrected', async () => {
  const disk = fakeDisk()
  const first = fakeFlagService({ a: flag(1), b: flag(1) }, disk)
  const before = start(first, { bootstrap: 'localStorage' })
  await first.platform.clock.advance(1000)
  await before.close()

  const second = fakeFlagService({ a: flag(2), b: flag(1) }, disk)
  const client = start(second, { bootstrap: 'localStorage' })
  expect(client.allFlags()).toEqual({ a: 1, b: 1 })
  const changes: unknown[] = []
  client.on('change', (change) => changes.push({ ...change }))
  await client.waitForInitialization(1)
  await second.platform.settle()
  expect(changes).toEqual([{ a: { current: 2, previous: 1 } }])
  const stranger = start(fakeFlagService({}, disk), { bootstrap: 'localStorage', context: bob })
  expect(stranger.allFlags()).toEqual({})
})

test('flags of a visit that was shorter than a second are saved when the page is left', async () => {
  const disk = fakeDisk()
  const first = fakeFlagService({ a: flag(1) }, disk)
  const client = start(first, { bootstrap: 'localStorage', streaming: true })
  await client.waitForInitialization(1)
  await first.platform.settle()
  await first.send('patch', { key: 'a', ...flag(2, 2) })
  expect(disk.storage.keys('flags')).toEqual([])
  first.platform.mayExit()
  expect(disk.storage.keys('flags')).toHaveLength(1)
  first.platform.crash()
  expect(start(fakeFlagService({}, disk), { bootstrap: 'localStorage' }).allFlags()).toEqual({ a: 2 })
})

test('a page that is left again without a change writes nothing, and neither does a closed client', async () => {
  const disk = fakeDisk()
  const service = fakeFlagService({ a: flag(1) }, disk)
  const client = start(service, { bootstrap: 'localStorage' })
  await client.waitForInitialization(1)
  service.platform.mayExit()
  const written = disk.storage.keys('flags')
  for (const name of written) disk.storage.remove(name)
  service.platform.mayExit()
  await client.close()
  service.platform.mayExit()
  expect(written).toHaveLength(1)
  expect(disk.storage.keys('flags')).toEqual([])
})

test('flags of an earlier visit are not used unless the bootstrap option asks for them', async () => {
  const disk = fakeDisk()
  const first = fakeFlagService({ a: flag(1) }, disk)
  start(first, { bootstrap: 'localStorage' })
  await first.platform.clock.advance(1000)
  expect(start(fakeFlagService({}, disk)).allFlags()).toEqual({})
})

test('an entity tag is sent on the next visit, and an answer of 304 stands for its flags', async () => {
  const disk = fakeDisk()
  const first = fakeFlagService({}, disk)
  first.answers.poll = json({ a: flag(1) }, { etag: '"one"' })
  start(first, { etags: withEtags() })
  await first.platform.settle()
  expect(first.platform.transport.requests[0]?.headers).toEqual({})

  const second = fakeFlagService({}, disk)
  second.answers.poll = { status: 304 }
  const client = start(second, { etags: withEtags() })
  expect(client.allFlags()).toEqual({})
  await client.waitForInitialization(1)
  expect(second.platform.transport.requests[0]?.headers).toEqual({ 'If-None-Match': '"one"' })
  expect(client.allFlags()).toEqual({ a: 1 })
  const other = fakeFlagService({}, disk)
  start(other, { etags: withEtags(), context: { ...ann, plan: 'gold' } })
  expect(other.platform.transport.requests[0]?.headers).toEqual({})
})

test('an anonymous key is made once for each kind, and a key of the vendor’s client is reused', async () => {
  const disk = fakeDisk()
  const keyOf = (kind: string) =>
    start(fakeFlagService({}, disk), { context: { kind, anonymous: true } }).getContext()?.['key']
  const made = keyOf('user')
  expect(made).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(keyOf('user')).toBe(made)
  expect(keyOf('device')).not.toBe(made)

  // The next page has what is stored, and nothing of what this page remembers. Asked in another order, new keys would differ.
  const next = fakeDisk()
  for (const name of disk.storage.keys('')) next.storage.set(name, disk.storage.get(name) ?? '')
  const keyOfNext = (kind: string) =>
    start(fakeFlagService({}, next), { context: { kind, anonymous: true } }).getContext()?.['key']
  expect(['device', 'user'].map(keyOfNext)).toEqual(['device', 'user'].map(keyOf))

  const foreign: Record<string, string> = {
    LaunchDarkly_ContextKeys_user: 'v4-user',
    'ld:$anonUserId': 'v3-user',
    'ld:$contextKey:org': 'v3-org',
    LaunchDarkly_AnonymousKeys_device: 'v4-old-device',
  }
  const moved = fakeDisk()
  moved.storage.getForeign = (name) => foreign[name]
  const movedKeyOf = (kind: string) =>
    start(fakeFlagService({}, moved), { context: { kind, anonymous: true } }).getContext()?.['key']
  expect(['user', 'org', 'device'].map(movedKeyOf)).toEqual(['v4-user', 'v3-org', 'v4-old-device'])
  delete foreign['LaunchDarkly_ContextKeys_user']
  expect(movedKeyOf('user')).toBe('v4-user')
  const older = fakeDisk()
  older.storage.getForeign = (name) => foreign[name]
  expect(start(fakeFlagService({}, older), { context: { anonymous: true } }).getContext()?.['key']).toBe('v3-user')
})

test("a flag client waits for the application's own storage, for at most five seconds", async () => {
  const items = new Map<string, string>()
  const slow = {
    get: async (key: string) => items.get(key),
    set: async (key: string, value: string) => items.set(key, value),
  }
  const service = fakeFlagService({ a: flag(1) })
  const options = { bootstrap: 'localStorage', context: { kind: 'user', anonymous: true } } as const
  const first = start(service, { ...options, storage: withStorage(slow) })
  expect(first.getContext()).toBeUndefined()
  await service.platform.clock.advance(1000)
  await first.close()
  const again = fakeFlagService()
  again.answers.poll = () => new Promise(() => {})
  const second = start(again, { ...options, storage: withStorage(slow) })
  await again.platform.settle()
  expect(second.getContext()).toEqual(first.getContext())
  expect(second.allFlags()).toEqual({ a: 1 })

  const dead = fakeFlagService({ a: flag(2) })
  const third = start(dead, { ...options, storage: withStorage({ get: () => new Promise(() => {}), set: () => {} }) })
  await dead.platform.clock.advance(4999)
  expect(dead.urls('poll')).toEqual([])
  await dead.platform.clock.advance(1)
  expect(third.allFlags()).toEqual({ a: 2 })
  const broken = fakeFlagService({ a: flag(3) })
  const throwing = () => {
    throw new Error('no storage')
  }
  const fourth = start(broken, { ...options, storage: withStorage({ get: throwing, set: throwing }) })
  await broken.platform.clock.advance(2000)
  expect(fourth.allFlags()).toEqual({ a: 3 })
})

test('a bootstrap is there in the task of the start, however slow the storage is, and nothing stored is lost', async () => {
  const items = new Map<string, string>()
  const slow = (waitMs: number, service: FakeFlagService) => ({
    get: (key: string) =>
      new Promise<string | undefined>((resolve) => service.platform.clock.after(waitMs, () => resolve(items.get(key)))),
    set: (key: string, value: string) => items.set(key, value),
  })
  const bootstrap = { a: 7, $flagsState: { a: { version: 1, variation: 0 } }, $valid: true }

  const first = fakeFlagService({ a: flag(1) })
  const anonymous = { kind: 'user', anonymous: true }
  const client = start(first, { context: anonymous, storage: withStorage(slow(10, first)) })
  await first.platform.clock.advance(100)
  const key = client.getContext()?.['key']
  await client.close()

  const second = fakeFlagService({ a: flag(1) })
  second.answers.poll = () => new Promise(() => {})
  const known = start(second, { bootstrap, storage: withStorage(slow(2_000, second)) })
  expect([known.variation('a', 0), known.getContext()]).toEqual([7, ann])
  await second.platform.clock.advance(10_000)
  await known.close()

  // A context without a key waits for the key that is stored.
  const third = fakeFlagService({ a: flag(1) })
  const unknown = start(third, { context: anonymous, bootstrap, storage: withStorage(slow(2_000, third)) })
  expect(unknown.getContext()).toBeUndefined()
  await third.platform.clock.advance(3_000)
  expect(unknown.getContext()?.['key']).toBe(key)
  await unknown.close()
})

test("with the application's own storage, the browser's has no key of the client", async () => {
  const disk = fakeDisk()
  const service = fakeFlagService({ a: flag(1) }, disk)
  const context = { kind: 'user', anonymous: true }
  const memory = new Map<string, string>()
  const own = { get: (key: string) => memory.get(key), set: (key: string, value: string) => memory.set(key, value) }
  const client = start(service, { context, sendEvents: false, storage: withStorage(own) })
  await client.waitUntilReady()
  await service.platform.clock.advance(10_000)
  await client.close()
  expect(client.variation('a', 0)).toBe(1)
  expect(disk.storage.keys('')).toEqual([])
  expect(memory.size).toBe(1)

  const other = start(fakeFlagService({ a: flag(1) }, disk), { context, sendEvents: false })
  await other.waitUntilReady()
  expect(disk.storage.keys('')).not.toEqual([])
})

test('hooks run in order before and in reverse order after, and a hook that throws loses only its own data', async () => {
  const service = fakeFlagService({ a: flag(1, 1, { variation: 0 }) })
  service.answers.poll = json(service.flags, { 'x-ld-envid': 'env-1' })
  const reported: unknown[] = []
  const hook = (name: string, more: object = {}): Hook => ({
    getMetadata: () => ({ name }),
    beforeEvaluation: (_context, data) => (reported.push(`before ${name}`), { ...data, from: name }),
    afterEvaluation: (_context, data, detail) => (reported.push([`after ${name}`, data, detail]), data),
    afterTrack: (context) => void reported.push([`track ${name}`, context]),
    beforeIdentify: (_context, data) => (reported.push(`identify ${name}`), data),
    afterIdentify: (_context, data, result) => (reported.push([`identified ${name}`, result]), data),
    ...more,
  })
  const throwing = () => {
    throw new Error('oh')
  }
  const client = start(service, {
    extensions: [
      withHooks([hook('one', { beforeEvaluation: throwing, afterTrack: throwing })]),
      withHooks([hook('two')]),
    ],
  })
  await client.waitUntilReady()
  reported.length = 0
  expect(client.variation('a', 0)).toBe(1)
  const detail = { value: 1, variationIndex: 0 }
  expect(reported).toEqual(['before two', ['after two', { from: 'two' }, detail], ['after one', {}, detail]])
  expect(service.platform.logged).toEqual(['Hook "one" threw in beforeEvaluation: Error: oh (T122)'])
  reported.length = 0
  client.track('bought', { total: 1 }, 2)
  const context = { key: 'bought', context: ann, data: { total: 1 }, metricValue: 2, environmentId: 'env-1' }
  expect(reported).toEqual([['track two', context]])
  reported.length = 0
  await client.identify(bob)
  service.answers.poll = { status: 401 }
  await client.identify(ann).catch(() => {})
  expect(reported).toEqual([
    'identify one',
    'identify two',
    ['identified two', { status: 'completed' }],
    ['identified one', { status: 'completed' }],
    'identify one',
    'identify two',
    ['identified two', { status: 'error' }],
    ['identified one', { status: 'error' }],
  ])
})

test('inspectors receive evaluations, changes and identities', async () => {
  const service = fakeFlagService({ a: flag(1) })
  const reported: unknown[] = []
  const inspector = (type: string, synchronous = true) => ({
    type: type as 'flag-used',
    name: type,
    synchronous,
    method: (...args: unknown[]) => void reported.push([type, ...args]),
  })
  const bad = { type: 'flag-used' as const, name: 'bad', synchronous: true, method: () => JSON.parse('{') as never }
  const client = start(service, {
    streaming: true,
    extensions: [
      withInspectors([
        inspector('flag-used'),
        inspector('flag-details-changed'),
        inspector('flag-detail-changed'),
        inspector('client-identity-changed', false),
        inspector('flag-usd'),
        bad,
      ]),
    ],
  })
  await service.platform.clock.advance(0)
  expect(reported).toEqual([
    ['flag-details-changed', { a: { value: 1 } }],
    ['client-identity-changed', ann],
  ])
  reported.length = 0
  client.variation('a', 0)
  client.variation('a', 0)
  await service.send('patch', { key: 'a', ...flag(2, 2) })
  expect(reported).toEqual([
    ['flag-used', 'a', { value: 1 }, ann],
    ['flag-used', 'a', { value: 1 }, ann],
    ['flag-detail-changed', 'a', { value: 2 }],
  ])
  expect(service.platform.logged).toEqual([
    'Inspector "flag-usd" is of an invalid type: flag-usd (T123)',
    'Inspector "bad" threw (T124)',
  ])
})

test("a plugin gets the client, adds hooks and may override a flag's value", async () => {
  const service = fakeFlagService({ a: flag(1), b: flag(1) })
  const reported: unknown[] = []
  let overrides: DebugOverrides | undefined
  const plugin = {
    getMetadata: () => ({ name: 'toolbar' }),
    getHooks: () => [{ getMetadata: () => ({ name: 'h' }), afterTrack: () => void reported.push('tracked') }],
    register: vi.fn(),
    registerDebug: (debug: NonNullable<typeof overrides>) => void (overrides = debug),
  }
  const broken = { getMetadata: () => ({ name: 'broken' }), register: () => JSON.parse('{') as never }
  const client = start(service, {
    extensions: [withPlugins([broken, plugin])],
    streaming: true,
    application: { id: 'desk' },
  })
  expect(plugin.register).toHaveBeenCalledWith(client, {
    sdk: { name: 'telltale', version: expect.any(String) },
    application: { id: 'desk' },
    clientSideId: 'env',
  })
  await client.waitUntilReady()
  client.track('x')
  client.on('change:a', (current, previous) => reported.push([current, previous]))
  overrides?.setOverride('a', 9)
  overrides?.setOverride('new', true)
  expect([client.variation('a', 0), client.allFlags()]).toEqual([9, { a: 9, b: 1, new: true }])
  await service.send('patch', { key: 'a', ...flag(2, 2) })
  await service.send('put', { a: flag(3, 3), b: flag(1) })
  expect(client.variation('a', 0)).toBe(9)
  expect(overrides?.getAllOverrides()).toEqual({ a: 9, new: true })
  overrides?.removeOverride('a')
  overrides?.clearAllOverrides()
  expect(client.allFlags()).toEqual({ a: 3, b: 1 })
  expect(reported).toEqual(['tracked', [9, 1], [3, 9]])
})

test('requests to the page’s own origin carry its XSRF cookie, and requests to the vendor do not', async () => {
  const service = fakeFlagService({ a: flag(1) })
  service.platform.cookies['XSRF-TOKEN'] = 'x-1'
  const client = start(service, { baseUrl: 'https://app.test', streaming: true })
  await client.waitUntilReady()
  client.track('sent')
  await client.close()
  const tokens = service.platform.transport.requests.map(
    ({ url, headers }) => [new URL(url).hostname, headers?.['X-XSRF-TOKEN']] as const,
  )
  expect(new Set(tokens.map(String))).toEqual(
    new Set(['app.test,x-1', 'clientstream.launchdarkly.com,', 'events.launchdarkly.com,']),
  )
})

/** A page on which ann's flags are cached, her first poll is under way, and all changes are listened to. */
async function withKeptFlags(kept: readonly { key: string }[]) {
  const disk = fakeDisk()
  const before = fakeFlagService({}, disk)
  before.answers.poll = (url) => json({ who: flag(before.keyIn(url)) })
  const earlier = start(before, { bootstrap: 'localStorage' })
  for (const context of kept) await earlier.identify({ kind: 'user', ...context })
  await earlier.close()
  const service = fakeFlagService({}, disk)
  const answers = Object.create(null) as Record<string, () => void>
  service.answers.poll = (url) => {
    const key = String(service.keyIn(url))
    return new Promise((resolve) => (answers[key] = () => resolve(json({ who: flag(`${key}, now`, 2) }))))
  }
  const client = start(service, { bootstrap: 'localStorage' })
  const reported: unknown[] = []
  client.on('change:who', (current) => reported.push(current))
  await service.platform.settle()
  return { client, answers, reported, settle: service.platform.settle }
}

test('a user who is identified during the first poll does not see fallbacks in between', async () => {
  const { client, answers, reported, settle } = await withKeptFlags([ann])
  const identified = client.identify(bob)
  await settle()
  expect(client.variation('who', 'nobody')).toBe('ann')
  answers['bob']?.()
  expect(await identified).toEqual({ who: 'bob, now' })
  answers['ann']?.()
  await settle()
  expect(reported).toEqual(['bob, now'])
  expect(client.getContext()).toEqual(bob)
  await client.close()
})

test('a user whose flags are cached sees them at once, during the first poll too', async () => {
  const { client, answers, reported, settle } = await withKeptFlags([bob, ann])
  void client.identify(bob)
  await settle()
  expect([client.variation('who', 'nobody'), client.getContext()]).toEqual(['bob', bob])
  answers['bob']?.()
  await settle()
  expect(reported).toEqual(['bob', 'bob, now'])
  await client.close()
})

test('an identify that fails during the first poll does not cancel that poll', async () => {
  const { client, answers, settle } = await withKeptFlags([ann])
  await expect(client.identify({ kind: 'kind' })).rejects.toThrow('Invalid context')
  answers['ann']?.()
  await settle()
  expect(client.variation('who', 'nobody')).toBe('ann, now')
  await client.close()
  await settle()
})

test('a flag client that is closed after a failed identify leaves no timer', async () => {
  const service = fakeFlagService()
  const client = start(service, { fetchGoals: false })
  await client.waitUntilReady()
  service.answers.poll = { status: 503 }
  const failed = client.identify(bob).catch(({ name }: Error) => name)
  await service.platform.clock.advance(4_000)
  expect(await failed).toBe('LaunchDarklyFlagFetchError')
  await client.close()
  await service.platform.settle()
  expect(service.platform.clock.pending).toBe(0)
})

test.each<[string, string | { hash: string }]>([
  ['an option', { hash: 'hash-of-bob' }],
  ['a string', 'hash-of-bob'],
])('identify sends the hash that it is given as %s, with the poll and with the stream', async (_, given) => {
  const service = fakeFlagService({ a: flag(1) })
  const client = start(service, { hash: 'hash-of-ann', streaming: true })
  await client.waitForInitialization(5)
  await client.identify(bob, given)
  const hashes = (route: 'poll' | 'stream') => service.urls(route).map((url) => new URL(url).searchParams.get('h'))
  expect(hashes('poll')).toEqual(['hash-of-ann', 'hash-of-bob'])
  expect(hashes('stream')).toEqual(['hash-of-ann', 'hash-of-bob'])
  await client.close()
})
