import { expect, test } from 'vitest'
import { withStorage } from './withStorage.ts'
import { withPlugins } from './plugins.ts'
import { withHooks } from './hooks.ts'
import type { FlagClientOptions } from './flagClientOptions.ts'
import { withInspectors } from './inspectors.ts'
import { startFlagClient } from './startFlagClient.ts'
import { fakeFlagService, type FakeFlagService } from '../testing/fakeFlagService.ts'

// Input that the types forbid: only the invalid part is ignored.

const ann = { kind: 'user', key: 'ann', team: 'a' }
const bob = { kind: 'user', key: 'bob' }
const boom = (): never => {
  throw new Error('boom')
}
const ring: Record<string, unknown> = { ...bob }
ring['self'] = ring

function start(service: FakeFlagService, options: Partial<FlagClientOptions & { context: object }> = {}) {
  return startFlagClient(
    { clientSideId: 'env', context: ann, diagnosticOptOut: true, fetchGoals: false, ...options },
    service.platform,
  )
}

test.each<[string, object]>([
  ['invalid hooks', { extensions: [withHooks([null, 'x', { beforeEvaluation: 5 }] as never)] }],
  ['invalid inspectors', { extensions: [withInspectors([null, 'x', { type: 'flag-used' }] as never)] }],
  ['invalid plugins', { extensions: [withPlugins([null, 'x', {}] as never)] }],
  ['invalid private attributes', { privateAttributes: [null, 5, {}, 'secret'] }],
  ['a logger that throws', { logger: { warn: boom, error: boom } }],
  ['invalid tags', { application: { id: 5, version: {} } }],
  ['invalid headers', { requestHeaderTransform: () => null }],
  [
    'hooks, inspectors and plugins that are no lists',
    { extensions: [withHooks, withInspectors, withPlugins].map((on) => on({} as never)) },
  ],
  ['invalid extensions', { extensions: [null, {}, { start: boom }] }],
  ['an invalid storage', { storage: { get: 5 } }],
  ['a storage with invalid methods', { storage: withStorage({ get: 5 } as never) }],
])('with %s, flags are read and events are delivered, even after a failed delivery', async (_, options) => {
  const service = fakeFlagService({ a: { value: 1, version: 1 } })
  service.answers.events = { status: 500 }
  const client = start(service, options)
  await service.platform.settle()
  await client.waitForInitialization()
  expect([client.variation('a', 0), client.variationDetail('a', 0).value]).toEqual([1, 1])
  client.track('bought')
  await client.flush()
  delete service.answers.events
  await service.platform.clock.advance(5_000)
  expect(service.batches().at(-1)).toContainEqual(expect.objectContaining({ kind: 'custom', key: 'bought' }))
  await client.close()
})

test('items of the wrong type in a list are reported', async () => {
  const service = fakeFlagService()
  const client = start(service, { privateAttributes: ['team', 5] as never, extensions: [null] as never })
  await service.platform.settle()
  expect(service.platform.logged).toEqual([
    'Config option "privateAttributes" should contain only strings (T119)',
    'Config option "extensions" should contain only objects (T119)',
  ])
  await client.close()
})

test.each<[string, object]>([
  ['a BigInt', { ...bob, credit: 1n }],
  ['a circular reference', ring],
  ['a getter that throws', Object.defineProperty({}, 'kind', { get: boom, enumerable: true })],
  ['a function', () => bob],
])(
  'a context that is not JSON because of %s is rejected, and the earlier identify still completes',
  async (_, context) => {
    const service = fakeFlagService({ a: { value: 1, version: 1 } })
    const client = start(service)
    const waiting = client.waitForInitialization(5)
    await expect(client.identify(context)).rejects.toMatchObject({ name: 'LaunchDarklyInvalidUserError' })
    await waiting
    expect([client.variation('a', 0), client.getContext()]).toEqual([1, ann])
    await client.close()
  },
)

test('a context is not affected by later changes of the object that was passed', async () => {
  const service = fakeFlagService()
  const address = { city: 'Lyon' }
  const client = start(service, { context: { ...ann, address } })
  await client.waitUntilReady()
  address.city = 'Nice'
  await client.flush()
  expect(service.events('identify')[0]).toMatchObject({ context: { address: { city: 'Lyon' } } })
  await client.close()
})

test.each([Number.NaN, '5', null])(
  'waiting for %s seconds waits without a limit, and logs a warning',
  async (seconds) => {
    const service = fakeFlagService()
    let answer = (_: { status: number }) => {}
    service.answers.poll = () => new Promise((resolve) => (answer = resolve))
    const client = start(service)
    const end = client.waitForInitialization(seconds as never).catch(({ name }: Error) => name)
    await service.platform.clock.advance(9_000)
    answer({ status: 401 })
    expect(await end).toBe('LaunchDarklyFlagFetchError')
    expect(service.platform.logged[0]).toBe(
      'waitForInitialization: give it a time-out in seconds, of 5 or less. (T110)',
    )
    await client.close()
  },
)

test('a fallback that is not JSON is left out of events, and nothing else is left out', async () => {
  const service = fakeFlagService({
    a: { value: 1, version: 1 },
    full: { value: null, version: 3, trackEvents: true },
  })
  const client = start(service)
  await client.waitUntilReady()
  client.variation('a', 0)
  for (const fallback of [ring, 1n]) {
    client.jsonVariation('none', fallback)
    expect(client.jsonVariation('full', fallback)).toBe(fallback)
  }
  await client.flush()
  expect(Object.keys((service.events('summary')[0] as { features: object }).features)).toEqual(['a', 'none', 'full'])
  expect(service.events('feature')).toHaveLength(2)
  await client.close()
})

test('an anonymous context keeps its key for as long as the page lives when storage is blocked', async () => {
  const service = fakeFlagService()
  const blocked = { get: () => undefined, set: () => false, remove() {}, keys: () => [] }
  Object.assign(service.platform, { storage: blocked })
  const context = { kind: 'user', anonymous: true }
  const client = start(service, { context })
  await client.waitUntilReady()
  const before = client.getContext()
  await client.identify({ kind: 'multi', user: { anonymous: true }, device: { anonymous: true } })
  expect(client.getContext()).toMatchObject({ user: { key: before?.['key'] } })
  expect(client.getContext()).not.toMatchObject({ device: { key: before?.['key'] } })
  await client.close()
})

test.each([
  [5, '5'],
  [undefined, 'undefined'],
  [Symbol('s'), 'Symbol(s)'],
  [Object.create(null), 'TypeError: Cannot convert object to primitive value'],
])('an event with an invalid name (case %#) is reported, and nothing throws', async (key, name) => {
  const service = fakeFlagService()
  const client = start(service)
  await client.waitUntilReady()
  client.track(key as never)
  expect(service.platform.logged).toEqual([`Custom event "${name}" does not exist (T112)`])
  await client.close()
})

const INHERITED = ['constructor', 'toString', 'valueOf', 'hasOwnProperty', '__proto__']
const flagsOf = (value: number) =>
  Object.fromEntries([...INHERITED, 'other'].map((key) => [key, { value, version: value }]))

test.each(INHERITED)(
  'a flag named %s, as a property of each object, is unknown until the service sends it, and then a flag like any other',
  async (key) => {
    const service = fakeFlagService()
    const client = start(service, { streaming: true })
    await client.waitForInitialization(5)
    expect([client.variation(key, 'none'), client.allFlags()]).toEqual(['none', {}])
    const reported: unknown[] = []
    client.on(`change:${key}`, (...change) => reported.push(change))
    await service.send('patch', { key: 'other', value: 1, version: 1 })
    expect(reported).toEqual([])
    await service.send('put', flagsOf(1))
    await service.send('patch', { key, value: 2, version: 2 })
    await service.send('delete', { key: 'other', version: 3 })
    expect(reported).toEqual([
      [1, undefined],
      [2, 1],
    ])
    expect([client.variation(key, 'none'), client.variationDetail(key, 'none').value]).toEqual([2, 2])
    expect(Object.entries(client.allFlags())).toContainEqual([key, 2])
    await client.flush()
    const [summary] = service.events('summary')
    expect(Object.entries(summary?.['features'] as object)).toMatchObject([
      [
        key,
        {
          counters: [
            { unknown: true, count: 1 },
            { value: 2, count: 2 },
          ],
        },
      ],
    ])
    await client.close()
  },
)

test.each(INHERITED)('a flag named %s is read from a bootstrap, and is unknown if it is not in it', async (key) => {
  const service = fakeFlagService()
  const value = JSON.parse(`{"${key}":1,"$flagsState":{"${key}":{"version":3,"variation":2}},"$valid":true}`) as object
  const client = start(service, { bootstrap: value })
  expect(client.variationDetail(key, 'none')).toEqual({ value: 1, variationIndex: 2 })
  const without = start(service, { bootstrap: { other: 1, $flagsState: { other: { version: 3 } } } })
  expect(without.variation(key, 'none')).toBe('none')
  await client.close()
  await without.close()
})

test('a listener to something that is not a name is never called, and nothing throws', async () => {
  const service = fakeFlagService({ a: { value: 1, version: 1 } })
  const client = start(service, { streaming: true })
  for (const name of [5, undefined, null, {}]) {
    client.on(name as never, boom)
    client.off(name as never, boom)
    client.on(name as never, boom)
  }
  await client.waitForInitialization(5)
  await service.send('patch', { key: 'a', value: 2, version: 2 })
  expect(client.variation('a', 0)).toBe(2)
  await client.close()
})
