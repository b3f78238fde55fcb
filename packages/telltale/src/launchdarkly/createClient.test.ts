import { expect, test } from 'vitest'
import { createClientOn } from './createClient.ts'
import type { LDClientV4 } from './ldClientV4.ts'
import type { LDOptionsV4 } from './optionsV4.ts'
import { basicLoggerOn, type LDLogger, type LDHook } from './ldModel.ts'
import { fakeDisk } from '../testing/fakeDisk.ts'
import { fakeFlagService, type FakeFlagService } from '../testing/fakeFlagService.ts'

const ann = { kind: 'user', key: 'ann' }
const bob = { kind: 'user', key: 'bob' }
const cleo = { kind: 'user', key: 'cleo' }
const flag = (value: unknown, version = 1, more = {}) => ({ value, version, ...more })

function loggerOf({ platform }: FakeFlagService): LDLogger {
  const write = (line: string) => platform.log.warn(line)
  return basicLoggerOn({ debug: write, info: write, warn: write, error: write })({ prefix: '' })
}

function make(service: FakeFlagService, options: LDOptionsV4 = {}): LDClientV4 {
  // As in a browser: a standalone flag client does not share a stream with other tabs.
  const { channel: _channel, ...platform } = service.platform
  return createClientOn(platform, loggerOf(service))('env', ann, { diagnosticOptOut: true, ...options })
}

async function started(service: FakeFlagService, options: LDOptionsV4 = {}) {
  const client = make(service, options)
  expect(await client.start()).toEqual({ status: 'complete' })
  await service.platform.settle()
  return client
}

test('createClient without a client-side id throws', () => {
  const { platform } = fakeFlagService()
  const create = createClientOn(platform, loggerOf(fakeFlagService()))
  for (const id of ['', ' ', undefined as never])
    expect(() => create(id, ann)).toThrow('createClient: pass the client-side ID of your environment first. (T127)')
})

test('before start no request is sent, flags are unknown, and an identify fails', async () => {
  const service = fakeFlagService({ a: flag(1) })
  const client = make(service)
  expect([client.variation('a', 5), client.variation('a'), client.boolVariation('a', true)]).toEqual([5, null, true])
  expect(client.variationDetail('a', 5)).toEqual({
    value: 5,
    variationIndex: null,
    reason: { kind: 'ERROR', errorKind: 'FLAG_NOT_FOUND' },
  })
  expect([client.allFlags(), client.getContext()]).toEqual([{}, undefined])
  expect(await client.identify(bob)).toMatchObject({ status: 'error' })
  client.track('early')
  expect(await client.flush()).toEqual({ result: true })
  await service.platform.settle()
  expect(service.platform.transport.requests).toEqual([])
  expect(service.platform.logged).toHaveLength(2)
})

test('start requests the flags with the v4 option names, and is complete when they arrive', async () => {
  const service = fakeFlagService({ a: flag(1, 1, { variation: 2, reason: { kind: 'OFF' } }) })
  const client = make(service, { baseUri: 'https://base.test', withReasons: true })
  const starting = client.start({ identifyOptions: { hash: 'signature' } })
  expect(client.start()).toBe(starting)
  expect(await starting).toEqual({ status: 'complete' })
  expect(await client.waitForInitialization()).toEqual({ status: 'complete' })
  expect(service.urls('poll')).toHaveLength(1)
  expect(service.urls('poll')[0]).toMatch(/^https:\/\/base\.test\/.*\?h=signature&withReasons=true$/)
  expect(client.variationDetail('a', 0)).toEqual({ value: 1, variationIndex: 2, reason: { kind: 'OFF' } })
  expect(client.getContext()).toEqual(ann)
})

test('the base URL of flags is that of the v4 SDK by default', async () => {
  const service = fakeFlagService()
  await started(service)
  expect(service.urls('poll')[0]).toMatch(/^https:\/\/clientsdk\.launchdarkly\.com\//)
})

test('options in seconds become milliseconds, and invalid or unknown options log warnings with their v4 names', async () => {
  const service = fakeFlagService({ a: flag(1) })
  const wrong = { flushInterval: 1, withReasons: 'yes', payloadFilterKey: 'x', evaluationReasons: true }
  const client = await started(service, { ...(wrong as object), streamInitialReconnectDelay: 3 })
  client.track('clicked')
  await service.platform.clock.advance(1_999)
  expect(service.events('custom')).toEqual([])
  await service.platform.clock.advance(1)
  expect(service.events('custom')).toHaveLength(1)
  expect(service.platform.logged).toEqual([
    'Config option "flushInterval" must be at least 2 (T117)',
    'Config option "withReasons" should be of type boolean, got string (T115)',
    'Ignoring unknown config option "payloadFilterKey" (T114)',
    'Ignoring unknown config option "evaluationReasons" (T114)',
  ])
})

test('a boolean option of another type is converted, so that an application that asks for privacy gets it', async () => {
  const service = fakeFlagService({ a: flag(1) })
  const wrong = { allAttributesPrivate: 1, disableCache: 'yes', streaming: 0, fetchGoals: 'no' } as object
  const { platform } = service
  const client = createClientOn(platform, loggerOf(service))('env', { ...ann, name: 'Ann' }, wrong)
  client.on('change', () => {})
  await client.start()
  await client.flush()
  expect(service.events('identify')[0]?.['context']).toEqual({ ...ann, _meta: { redactedAttributes: ['name'] } })
  platform.mayExit()
  expect(platform.storage.keys('flag')).toEqual([])
  expect([service.urls('stream').length, service.urls('goals').length]).toEqual([1, 1])
  expect(platform.logged).toEqual([
    'Config option "allAttributesPrivate" should be of type boolean, got number (T115)',
    'Config option "disableCache" should be of type boolean, got string (T115)',
    'Config option "streaming" should be of type boolean, got number (T115)',
    'Config option "fetchGoals" should be of type boolean, got string (T115)',
  ])
  await client.close()
  const silent = fakeFlagService()
  const quiet = make(silent, { sendEvents: 0 } as object)
  await quiet.start()
  await quiet.flush()
  expect(silent.batches()).toEqual([])
})

test('a start that fails or takes too long resolves with that, and does not reject', async () => {
  const failing = fakeFlagService()
  failing.answers.poll = { status: 404 }
  const client = make(failing)
  expect(await client.start()).toMatchObject({
    status: 'failed',
    error: { name: 'LaunchDarklyInvalidEnvironmentIdError' },
  })
  const hanging = fakeFlagService()
  hanging.answers.poll = () => new Promise(() => {})
  const waiting = make(hanging).start({ timeout: 2 })
  await hanging.platform.clock.advance(2_000)
  expect(await waiting).toEqual({ status: 'timeout' })
})

test('a start that failed goes on, and emits a change when the service answers again', async () => {
  const service = fakeFlagService({ a: flag(1) })
  service.answers.poll = { status: 503 }
  const client = make(service)
  const reported: unknown[] = []
  client.on('change', (_context, keys) => reported.push(keys))
  const starting = client.start({ timeout: 5 })
  await service.platform.clock.advance(4_000)
  expect(await starting).toMatchObject({ status: 'failed' })
  expect(service.urls('poll')).toHaveLength(3)
  delete service.answers.poll
  await service.platform.clock.advance(60_000)
  expect([reported, client.variation('a', 0)]).toEqual([[['a']], 1])
  await client.close()
  expect(await client.identify(bob)).toMatchObject({ status: 'error' })
})

test('flags of an earlier visit are in force at once, are emitted as a change, and start waits for the service', async () => {
  const disk = fakeDisk()
  const first = fakeFlagService({ a: flag(1) }, disk)
  const client = await started(first)
  first.platform.mayExit()
  await client.close()
  const second = fakeFlagService({ a: flag(2, 2) }, disk)
  second.answers.poll = () => new Promise(() => {})
  const next = make(second)
  const reported: unknown[] = []
  next.on('change', (...args) => reported.push(args))
  const starting = next.start({ timeout: 1 })
  expect(next.variation('a')).toBe(1)
  await second.platform.clock.advance(1_000)
  expect(await starting).toEqual({ status: 'timeout' })
  expect(reported).toEqual([[ann, ['a']]])
  await next.close()
})

test.each<LDOptionsV4>([{ disableCache: true }, { maxCachedContexts: 0 }])(
  'with %j no flags are cached for the next visit',
  async (options) => {
    const disk = fakeDisk()
    const service = fakeFlagService({ a: flag(1) }, disk)
    const client = await started(service, options)
    service.platform.mayExit()
    await client.close()
    expect(disk.storage.keys('flag')).toEqual([])
  },
)

test('with a bootstrap, start is complete at once, and no flags are requested', async () => {
  const service = fakeFlagService()
  const client = make(service)
  expect(await client.start({ bootstrap: { a: 1, $flagsState: { a: { version: 3 } }, $valid: true } })).toEqual({
    status: 'complete',
  })
  expect(client.variation('a')).toBe(1)
  expect(service.urls('poll')).toEqual([])
})

test('ready and initialized are emitted after start, and change with the context and the keys', async () => {
  const service = fakeFlagService({ a: flag(1), b: flag(1) })
  const client = make(service)
  const reported: unknown[] = []
  for (const name of ['ready', 'initialized', 'change', 'change:a']) {
    client.on(name, (...args) => reported.push([name, ...args]))
  }
  await client.start()
  await service.platform.settle()
  expect(reported).toEqual([['change', ann, ['a', 'b']], ['change:a', ann], ['ready'], ['initialized']])
  expect(service.urls('stream')).toHaveLength(1)
  client.off('change')
  client.off('change:a')
  await service.send('patch', { key: 'a', ...flag(2, 2) })
  expect(reported).toHaveLength(4)
})

test.each(['constructor', 'toString', '__proto__'])(
  'a flag named %s, as a property of each object, is read and emitted like any other',
  async (key) => {
    const service = fakeFlagService(Object.fromEntries([[key, flag(1)]]))
    const client = make(service, { streaming: true })
    expect([client.variation(key, 0), client.boolVariation(key, true)]).toEqual([0, true])
    const reported: unknown[] = []
    client.on(`change:${key}`, (...args) => reported.push(args))
    await client.start()
    await service.platform.settle()
    expect([client.numberVariation(key, 0), Object.entries(client.allFlags())]).toEqual([1, [[key, 1]]])
    await service.send('patch', { key: 'other', ...flag(1) })
    await service.send('patch', { key, ...flag(2, 2) })
    expect([client.variation(key, 0), reported]).toEqual([2, [[ann], [ann]]])
  },
)

test('an identify resolves with its outcome', async () => {
  const service = fakeFlagService({ a: flag(1) })
  const client = await started(service)
  expect(await client.identify(bob, { hash: 'of-bob' })).toEqual({ status: 'completed' })
  expect(service.urls('poll').at(-1)).toMatch(/\?h=of-bob$/)
  const overtaken = client.identify(ann)
  expect(await client.identify(bob)).toEqual({ status: 'completed' })
  expect(await overtaken).toEqual({ status: 'shed' })
  service.answers.poll = { status: 403 }
  expect(await client.identify(cleo)).toMatchObject({ status: 'error', error: { name: 'LaunchDarklyFlagFetchError' } })
  expect(client.getContext()).toEqual(bob)
  service.answers.poll = () => new Promise(() => {})
  const late = client.identify(cleo, { timeout: 3 })
  await service.platform.clock.advance(3_000)
  expect(await late).toEqual({ status: 'timeout', timeout: 3 })
})

test('a value of another type emits one error, and typed evaluations record no reason unless it is requested', async () => {
  const reason = { kind: 'OFF' }
  const service = fakeFlagService({ a: flag('text', 1, { trackEvents: true, reason }) })
  const client = await started(service)
  const errors: unknown[] = []
  client.on('error', (context, error) => errors.push([context, error.message]))
  expect([client.boolVariation('a', true), client.boolVariation('a', true)]).toEqual([true, true])
  expect(errors).toEqual([
    [ann, 'Wrong type "string" for feature flag "a" in boolVariation; returning default value (T133)'],
  ])
  expect(client.stringVariation('a', '')).toBe('text')
  expect(client.stringVariationDetail('a', '')).toEqual({ value: 'text', variationIndex: null, reason })
  expect(client.boolVariationDetail('a', true)).toMatchObject({ value: true, reason: { errorKind: 'WRONG_TYPE' } })
  await client.flush()
  expect(service.events('feature').map((event) => event['reason'])).toEqual([
    undefined,
    undefined,
    undefined,
    reason,
    reason,
  ])
})

test('a flag that is null has the wrong type for a typed evaluation, which emits an error, and hooks and inspectors receive the same', async () => {
  const reported: unknown[] = []
  const client = await started(fakeFlagService({ a: flag(null, 1, { variation: 2 }) }), {
    hooks: [
      {
        getMetadata: () => ({ name: 'hook' }),
        afterEvaluation: (_operation, data, detail) => (reported.push(['hook', detail]), data),
      },
    ],
    inspectors: [{ type: 'flag-used', name: 'used', method: (_key, detail) => void reported.push(['used', detail]) }],
  })
  const errors: string[] = []
  client.on('error', (_context, error) => errors.push(error.message))
  const wrong = { value: true, reason: { kind: 'ERROR', errorKind: 'WRONG_TYPE' } }
  expect(client.boolVariation('a', true)).toBe(true)
  expect(errors).toEqual(['Wrong type "null" for feature flag "a" in boolVariation; returning default value (T133)'])
  expect(client.boolVariationDetail('a', true)).toEqual({ ...wrong, variationIndex: null })
  expect(reported.slice(0, 2)).toEqual([
    ['used', wrong],
    ['hook', wrong],
  ])
  expect(client.jsonVariationDetail('a', 3)).toEqual({ value: 3, variationIndex: 2 })
  expect(client.variationDetail('a', 3)).toEqual({ value: 3, variationIndex: 2 })
  expect(reported.at(-1)).toEqual(['hook', { value: 3, variationIndex: 2 }])
})

test('without a default, the variation of an unknown flag is null, and that of a flag without a value is undefined', async () => {
  const client = await started(fakeFlagService({ a: flag(null) }))
  expect([client.variation('none'), client.variation('a'), client.variation('a', 3)]).toEqual([null, undefined, 3])
})

test('dataSourceStatus is emitted when the client starts, has flags, fails and is closed', async () => {
  const service = fakeFlagService({ a: flag(1) })
  const client = make(service)
  const states: unknown[] = []
  client.on('dataSourceStatus', ({ state, lastError }) => states.push([state, lastError?.message]))
  await client.start()
  await service.platform.settle()
  service.answers.poll = { status: 403 }
  await client.identify(bob)
  await client.close()
  const error = 'Error fetching flag settings: 403 (T89)'
  expect(states).toEqual([
    ['INITIALIZING', undefined],
    ['VALID', undefined],
    ['VALID', error],
    ['CLOSED', error],
  ])
})

test('hooks, inspectors and plugins are those of the v4 client, also when they are added before start', async () => {
  const service = fakeFlagService({ a: flag(1) })
  const seen: unknown[] = []
  const client = make(service, {
    inspectors: [{ type: 'flag-used', name: 'used', method: (key) => void seen.push(`used ${key}`) }],
    plugins: [
      {
        getMetadata: () => ({ name: 'toolbar' }),
        register: (given) => seen.push(given === client),
        registerDebug(overrides) {
          overrides.setOverride('b', 7)
          seen.push(overrides.getAllOverrides())
        },
      },
    ],
  })
  client.addHook({ getMetadata: () => ({ name: 'hook' }), afterTrack: ({ key }) => void seen.push(`tracked ${key}`) })
  await client.start()
  client.track('click')
  expect(client.variation('b')).toBe(7)
  expect(seen).toEqual([true, { b: { version: 0, flag: { value: 7, version: 0 } } }, 'tracked click', 'used b'])
})

test('hooks of an identify receive its timeout, and the status "shed" when a later one overtakes it', async () => {
  const reported: unknown[] = []
  const hook: LDHook = {
    getMetadata: () => ({ name: 'hook' }),
    beforeIdentify: ({ context, timeout }, data) => (reported.push([context['key'], timeout]), data),
    afterIdentify: ({ context }, data, { status }) => (reported.push([context['key'], status]), data),
  }
  const client = await started(fakeFlagService({ a: flag(1) }), { hooks: [hook] })
  void client.identify(bob, { timeout: 3 })
  await client.identify(cleo)
  expect(reported).toEqual([
    ['ann', undefined],
    ['ann', 'completed'],
    ['bob', 3],
    ['cleo', undefined],
    ['cleo', 'completed'],
    ['bob', 'shed'],
  ])
})

test('hooks of the first identify receive the timeout of the identify options of start', async () => {
  const timeouts: unknown[] = []
  const hook: LDHook = {
    getMetadata: () => ({ name: 'hook' }),
    beforeIdentify: ({ timeout }, data) => (timeouts.push(timeout), data),
  }
  const client = make(fakeFlagService({ a: flag(1) }), { hooks: [hook] })
  await client.start({ timeout: 2, identifyOptions: { timeout: 4 } })
  expect(timeouts).toEqual([4])
})

test('a typed variation without a default is null when the flag is unknown or has another type', async () => {
  const client = await started(fakeFlagService({ a: flag(1) }))
  const untyped = client as object as Record<string, (key: string) => unknown>
  for (const key of ['a', 'unknown']) {
    expect(untyped['boolVariation']?.(key)).toBeNull()
    expect(untyped['stringVariationDetail']?.(key)).toMatchObject({ value: null })
  }
  expect(untyped['numberVariation']?.('a')).toBe(1)
})

test('a listener to something that is not a name is never called, and nothing throws', async () => {
  const client = await started(fakeFlagService({ a: flag(1) }))
  client.on(5 as never, () => {})
  client.off(5 as never)
  client.on(undefined as never, () => {})
  expect(client.variation('a', 0)).toBe(1)
})

test('setConnectionMode warns that it has no effect', async () => {
  const service = fakeFlagService()
  const client = await started(service)
  client.setConnectionMode('offline')
  expect(service.platform.logged).toEqual([expect.stringContaining('setConnectionMode has no effect')])
})

test('after close no request is sent and no timer is left, and a client that was closed before start does not start', async () => {
  const service = fakeFlagService({ a: flag(1) })
  const client = await started(service, { streaming: true })
  client.track('last')
  await client.close()
  expect(service.events('custom')).toMatchObject([{ key: 'last' }])
  client.on('change', () => {})
  client.setStreaming(true)
  const { length } = service.platform.transport.requests
  await service.platform.clock.advance(600_000)
  expect(service.platform.transport.requests).toHaveLength(length)
  expect(service.platform.clock.pending).toBe(0)

  const unstarted = make(service)
  await unstarted.close()
  expect(await unstarted.start()).toMatchObject({ status: 'failed' })
})
