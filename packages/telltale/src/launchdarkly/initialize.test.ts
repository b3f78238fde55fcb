import { expect, test, vi } from 'vitest'
import { fakeDisk } from '../testing/fakeDisk.ts'
import { fakeFlagService, type FakeFlagService } from '../testing/fakeFlagService.ts'
import { initializeOn } from './initialize.ts'
import type { LDClientV3, LDOptionsV3 } from './ldClientV3.ts'

const ann = { kind: 'user', key: 'ann' }
const bob = { kind: 'user', key: 'bob' }
const flag = (value: unknown, version = 1, more = {}) => ({ value, version, ...more })

function start(service: FakeFlagService, options: LDOptionsV3 = {}): LDClientV3 {
  // As in a browser: a standalone flag client does not share a stream with other tabs.
  const { channel: _channel, ...platform } = service.platform
  return initializeOn(platform)('env', ann, { diagnosticOptOut: true, ...options })
}

async function ready(service: FakeFlagService, options: LDOptionsV3 = {}) {
  const client = start(service, options)
  await client.waitForInitialization(5)
  await service.platform.settle()
  return client
}

/** The number of evaluations of each flag, according to the summaries so far. */
async function evaluated(service: FakeFlagService) {
  await service.platform.clock.advance(2000)
  const counts = Object.create(null) as Record<string, number>
  for (const { features } of service.events('summary') as {
    features?: Record<string, { counters: { count: number }[] }>
  }[]) {
    for (const [key, { counters }] of Object.entries(features ?? {})) {
      for (const { count } of counters) counts[key] = (counts[key] ?? 0) + count
    }
  }
  return counts
}

test('initialize starts a client for the environment and the context, with the v3 option names', async () => {
  const service = fakeFlagService({ a: flag(1) })
  const client = await ready(service, {
    baseUrl: 'https://base.test',
    eventsUrl: 'https://events.test',
    evaluationReasons: true,
    hash: 'signature',
  })
  expect(service.urls('poll')[0]).toMatch(/^https:\/\/base\.test\/sdk\/evalx\/env\/.*\?h=signature&withReasons=true$/)
  expect(client.variation('a', 0)).toBe(1)
  expect(client.getContext()).toEqual(ann)
  await client.flush()
  expect(service.urls('events')[0]).toBe('https://events.test/events/bulk/env')
})

test('an evaluation detail of the v3 client has null where variation and reason are unknown', async () => {
  const client = await ready(fakeFlagService({ a: flag(1) }))
  expect(client.variationDetail('a', 0)).toEqual({ value: 1, variationIndex: null, reason: null })
  expect(client.variationDetail('none', 0)).toEqual({
    value: 0,
    variationIndex: null,
    reason: { kind: 'ERROR', errorKind: 'FLAG_NOT_FOUND' },
  })
})

test('the callbacks of identify, flush and close are called with an error or a result, each once', async () => {
  const service = fakeFlagService({ a: flag(1) })
  const client = await ready(service)
  const reported: unknown[] = []
  void client.identify(bob, undefined, (...args) => reported.push(['identify', ...args]))
  void client.flush((...args: unknown[]) => reported.push(['flush', ...args]))
  await service.platform.clock.advance(0)
  expect(reported).toContainEqual(['identify', null, { a: 1 }])
  expect(reported).toContainEqual(['flush', null, undefined])
  void client.identify({ kind: 'user' }, undefined, (error, flags) => reported.push([error?.message, flags]))
  await service.platform.clock.advance(0)
  expect(reported).toContainEqual(['Invalid context specified. (T108)', null])
  void client.close((...args: unknown[]) => reported.push(['close', ...args]))
  await service.platform.clock.advance(0)
  expect(reported).toHaveLength(4)
  expect(reported).toContainEqual(['close', null, undefined])
})

test('the hash of the options signs the first context only', async () => {
  const service = fakeFlagService()
  const client = await ready(service, { hash: 'of-ann' })
  await client.identify(bob, 'of-bob')
  await client.identify(ann)
  expect(service.urls('poll').map((url) => url.split('?')[1])).toEqual(['h=of-ann', 'h=of-bob', undefined])
})

test('nothing is sent to the events service when the browser asks not to be tracked', async () => {
  const service = fakeFlagService({ a: flag(1) })
  service.platform.isDoNotTrack = true
  const client = await ready(service)
  client.variation('a')
  client.track('clicked')
  await client.flush()
  await client.waitUntilGoalsReady()
  expect([...service.urls('events'), ...service.urls('diagnostic'), ...service.urls('goals')]).toEqual([])
})

test('allFlags records an evaluation of each flag, without those that the flag depends on', async () => {
  const service = fakeFlagService({ a: flag(1, 1, { prerequisites: ['b'] }), b: flag(2) })
  const client = await ready(service)
  expect(client.allFlags()).toEqual({ a: 1, b: 2 })
  expect(await evaluated(service)).toEqual({ a: 1, b: 1 })
})

test('a flag that changes is recorded as evaluated', async () => {
  const service = fakeFlagService({ a: flag(1), b: flag(1) })
  await ready(service, { streaming: true })
  await service.send('patch', { key: 'a', ...flag(2, 2) })
  expect(await evaluated(service)).toEqual({ a: 1 })
})

test('with sendEventsOnlyForVariation neither allFlags nor a change is recorded', async () => {
  const service = fakeFlagService({ a: flag(1) })
  const client = await ready(service, { streaming: true, sendEventsOnlyForVariation: true })
  client.allFlags()
  await service.send('patch', { key: 'a', ...flag(2, 2) })
  expect(await evaluated(service)).toEqual({})
  expect(service.platform.logged).toEqual([])
})

test('a change is emitted to listeners, and the first flags are not', async () => {
  const service = fakeFlagService({ a: flag(1), b: flag(1) })
  const client = start(service)
  const reported: unknown[] = []
  client.on('change', (changes) => reported.push(changes))
  client.on('change:a', (...args) => reported.push(args))
  await client.waitUntilReady()
  await service.platform.settle()
  expect(reported).toEqual([])
  await service.send('patch', { key: 'a', ...flag(2, 2) })
  expect(reported).toEqual([[2, 1], { a: { current: 2, previous: 1 } }])
  expect(Object.getPrototypeOf(reported[1])).toBe(Object.prototype)
})

test.each(['constructor', 'toString', '__proto__'])(
  'a flag named %s, as a property of each object, is read, counted and emitted like any other',
  async (key) => {
    const flags = Object.fromEntries([[key, flag(1)]])
    const service = fakeFlagService(flags)
    const client = await ready(service, { streaming: true })
    const reported: unknown[] = []
    client.on('change', (changes) => reported.push(Object.entries(changes)))
    client.on(`change:${key}`, (...args) => reported.push(args))
    expect([client.variation(key, 0), Object.entries(client.allFlags())]).toEqual([1, [[key, 1]]])
    await service.send('patch', { key: 'other', ...flag(1) })
    await service.send('patch', { key, ...flag(2, 2) })
    expect(reported).toEqual([
      [['other', { current: 1, previous: undefined }]],
      [2, 1],
      [[key, { current: 2, previous: 1 }]],
    ])
    expect(Object.entries(await evaluated(service))).toEqual([
      [key, 3],
      ['other', 1],
    ])
  },
)

test('with cached flags of an earlier visit, the answer of the service is emitted as a change', async () => {
  const disk = fakeDisk()
  const first = fakeFlagService({ a: flag(1) }, disk)
  const client = await ready(first, { bootstrap: 'localStorage' })
  first.platform.mayExit()
  await client.close()
  const second = fakeFlagService({ a: flag(2, 2) }, disk)
  const next = start(second, { bootstrap: 'localStorage' })
  expect(next.variation('a')).toBe(1)
  const reported: unknown[] = []
  next.on('change', (changes) => reported.push(changes))
  await second.platform.settle()
  expect(reported).toEqual([{ a: { current: 2, previous: 1 } }])
})

test('bootstrap accepts localStorage in upper and lower case', async () => {
  const disk = fakeDisk()
  const first = await ready(fakeFlagService({ a: flag(1) }, disk), { bootstrap: 'localstorage' as 'localStorage' })
  await first.close()
  const service = fakeFlagService({}, disk)
  service.answers.poll = () => new Promise(() => {})
  const client = start(service, { bootstrap: 'LOCALSTORAGE' as 'localStorage' })
  await client.waitForInitialization(5)
  expect(client.variation('a', 0)).toBe(1)
})

test('a plugin receives the wrapper, and the application only if there is one', async () => {
  const received: unknown[] = []
  const plugin = {
    getMetadata: () => ({ name: 'p' }),
    register: (_client: unknown, about: unknown) => received.push(about),
  }
  start(fakeFlagService(), { plugins: [plugin] })
  const application = { id: 'shop', version: '2', owner: 'me' } as { id: string }
  start(fakeFlagService(), { plugins: [plugin], wrapperName: 'w', wrapperVersion: '1', application })
  const sdk = { name: 'telltale', version: expect.any(String) as string }
  expect(received).toStrictEqual([
    { sdk, clientSideId: 'env' },
    {
      sdk: { ...sdk, wrapperName: 'w', wrapperVersion: '1' },
      application: { id: 'shop', version: '2' },
      clientSideId: 'env',
    },
  ])
})

test('an inspector receives null as the value of a flag that is null, and neither value nor reason for a flag that was removed', async () => {
  const service = fakeFlagService({ a: flag(null), b: flag(1) })
  const details: unknown[] = []
  const whole = { type: 'flag-details-changed' as const, name: 'w', method: (all: unknown) => details.push(all) }
  const one = { type: 'flag-detail-changed' as const, name: 'o', method: (...args: unknown[]) => details.push(args) }
  await ready(service, { inspectors: [whole, one], streaming: true })
  await service.platform.clock.advance(0)
  await service.send('delete', { key: 'b', version: 2 })
  await service.platform.clock.advance(0)
  expect(details).toEqual([{ a: { value: null }, b: { value: 1 } }, ['b', { value: undefined }]])
})

test('with a bootstrap the flags are in force at once, and are not requested', async () => {
  const service = fakeFlagService()
  const client = start(service, { bootstrap: { a: 1, $flagsState: { a: { version: 3 } }, $valid: true } })
  expect(client.variation('a')).toBe(1)
  await client.waitForInitialization(1)
  await service.platform.settle()
  expect(service.urls('poll')).toEqual([])
})

test('a stream is open while there are change listeners, unless setStreaming or the option says otherwise', async () => {
  const service = fakeFlagService()
  const client = await ready(service)
  const listener = () => {}
  const streams = async () => {
    await service.platform.settle()
    return service.urls('stream').length
  }
  expect(await streams()).toBe(0)
  client.on('change:a', listener)
  expect(await streams()).toBe(1)
  client.off('change:a', listener)
  client.setStreaming(true)
  expect(await streams()).toBe(2)
  client.setStreaming(false)
  client.on('change', listener)
  expect(await streams()).toBe(2)
  client.setStreaming()
  expect(await streams()).toBe(3)
  await client.close()

  const closed = await ready(service, { streaming: false })
  closed.on('change', listener)
  expect(await streams()).toBe(3)
})

test('a listener is called with the given context as this, and as often as it was added', async () => {
  const service = fakeFlagService({ a: flag(1) })
  const client = await ready(service)
  const reported: unknown[] = []
  const self = { name: 'self' }
  function listener(this: unknown, current: unknown) {
    reported.push(this, current)
  }
  client.on('change:a', listener, self)
  client.on('change:a', listener, self)
  client.off('change:a', listener)
  await service.platform.settle()
  await service.send('patch', { key: 'a', ...flag(2, 2) })
  expect(reported).toEqual([self, 2, self, 2])
  client.off('change:a', listener, self)
  await service.send('patch', { key: 'a', ...flag(3, 3) })
  expect(reported).toHaveLength(4)
})

test('initialized and ready are emitted on success, failed and ready on failure', async () => {
  const names = async (service: FakeFlagService) => {
    const client = start(service)
    const reported: string[] = []
    for (const name of ['initialized', 'failed', 'ready']) client.on(name, () => reported.push(name))
    client.on('error', (error: Error) => reported.push(error.name))
    await client.waitUntilReady()
    await service.platform.settle()
    return reported
  }
  expect(await names(fakeFlagService())).toEqual(['initialized', 'ready'])
  const failing = fakeFlagService()
  failing.answers.poll = { status: 404 }
  expect(await names(failing)).toEqual(['LaunchDarklyInvalidEnvironmentIdError', 'failed', 'ready'])
})

test.each<[string, LDOptionsV3, string]>([
  ['the goals have arrived', {}, 'env'],
  ['goals are not requested', { fetchGoals: false }, 'env'],
  ['no events are sent', { sendEvents: false }, 'env'],
  ['the client cannot start', {}, ''],
])('waitUntilGoalsReady resolves when %s', async (_, options, env) => {
  const service = fakeFlagService()
  const isReady = vi.fn()
  const client = initializeOn(service.platform)(env, ann, { diagnosticOptOut: true, ...options })
  void client.waitUntilGoalsReady().then(isReady)
  await service.platform.settle()
  expect(isReady).toHaveBeenCalledOnce()
})

test('an identify that fails rejects, does not change the context, and causes no unhandled rejection', async () => {
  const service = fakeFlagService({ a: flag(1) })
  const client = await ready(service)
  service.answers.poll = { status: 403 }
  await expect(client.identify(bob)).rejects.toMatchObject({ name: 'LaunchDarklyFlagFetchError' })
  void client.identify(bob)
  await service.platform.settle()
  expect(client.getContext()).toEqual(ann)
  expect(client.variation('a')).toBe(1)
})

test('after close an identify resolves without values, and nothing is sent', async () => {
  const service = fakeFlagService({ a: flag(1) })
  const client = await ready(service, { streaming: true })
  client.track('last')
  await client.close()
  expect(service.events('custom')).toMatchObject([{ key: 'last' }])
  expect(await client.identify(bob)).toEqual({})
  await client.close()
  const { length } = service.platform.transport.requests
  await service.platform.clock.advance(600_000)
  expect(service.platform.transport.requests).toHaveLength(length)
})

test('a plugin is registered with the v3 client, and its hooks and overrides work', async () => {
  const service = fakeFlagService({ a: flag(1) })
  const seen: unknown[] = []
  const client = await ready(service, {
    plugins: [
      {
        getMetadata: () => ({ name: 'toolbar' }),
        register: (given, { clientSideId }) => seen.push(given, clientSideId),
        getHooks: () => [
          { getMetadata: () => ({ name: 'hook' }), afterTrack: ({ key }) => void seen.push(`tracked ${key}`) },
        ],
        registerDebug: (overrides) => overrides.setOverride('a', 7),
      },
    ],
  })
  client.track('click')
  expect(seen).toEqual([client, 'env', 'tracked click'])
  expect(client.variation('a')).toBe(7)
})

test('an unknown option is reported as an error', async () => {
  const service = fakeFlagService()
  const client = start(service, { disableSyncEventPost: true } as LDOptionsV3)
  const errors: Error[] = []
  client.on('error', (error) => errors.push(error))
  await service.platform.settle()
  expect(errors).toMatchObject([
    {
      name: 'LaunchDarklyInvalidArgumentError',
      message: 'Ignoring unknown config option "disableSyncEventPost" (T114)',
    },
  ])
})
