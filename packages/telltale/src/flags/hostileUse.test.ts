import { expect, test } from 'vitest'
import { fakeFlagService, type FakeFlagService } from '../testing/fakeFlagService.ts'
import type { FlagClientOptions } from './flagSettings.ts'
import { startFlagClient } from './startFlagClient.ts'

// What an application may give to a client though its types say otherwise: it costs what is wrong, and nothing else.

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
  ['a hook that is none', { hooks: [null, 'x', { beforeEvaluation: 5 }] }],
  ['an inspector that is none', { inspectors: [null, 'x', { type: 'flag-used' }] }],
  ['a plugin that is none', { plugins: [null, 'x', {}] }],
  ['a private attribute that is none', { privateAttributes: [null, 5, {}, 'secret'] }],
  ['a logger that throws', { logger: { warn: boom, error: boom } }],
  ['tags that are none', { application: { id: 5, version: {} } }],
  ['headers that are none', { requestHeaderTransform: () => null }],
  ['a storage that is none', { storage: { get: 5 } }],
])('%s: flags are read, and events delivered, also after one that failed', async (_, options) => {
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

test('what of a list is of the wrong type is told of', async () => {
  const service = fakeFlagService()
  const client = start(service, { privateAttributes: ['team', 5] as never, hooks: [null] as never })
  await service.platform.settle()
  expect(service.platform.logged).toEqual([
    'Ignoring number in config option "privateAttributes"',
    'Ignoring null in config option "hooks"',
  ])
  await client.close()
})

test('a hook that is none and is added later harms no evaluation', async () => {
  const service = fakeFlagService({ a: { value: 1, version: 1 } })
  const client = start(service)
  await client.waitUntilReady()
  client.addHook({ getMetadata: boom })
  client.addHook(null as never)
  expect(client.variation('a', 0)).toBe(1)
  await client.close()
})

test.each<[string, object]>([
  ['a BigInt', { ...bob, credit: 1n }],
  ['a ring', ring],
  ['a getter that throws', Object.defineProperty({}, 'kind', { get: boom, enumerable: true })],
  ['a function', () => bob],
])(
  'a context that is no JSON, for %s, is refused, and who waits for the one before it has its flags',
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

test('a context is what it was when it was given, whatever becomes of its object', async () => {
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
  'to wait for %s seconds is to wait without a limit, and is warned of',
  async (seconds) => {
    const service = fakeFlagService()
    let answer = (_: { status: number }) => {}
    service.answers.poll = () => new Promise((resolve) => (answer = resolve))
    const client = start(service)
    const end = client.waitForInitialization(seconds as never).catch(({ name }: Error) => name)
    await service.platform.clock.advance(9_000)
    answer({ status: 401 })
    expect(await end).toBe('LaunchDarklyFlagFetchError')
    expect(service.platform.logged[0]).toBe('waitForInitialization: give it a time-out in seconds, of 5 or less.')
    await client.close()
  },
)

test('a fallback that is no JSON is left out of what is told of evaluations, and nothing else is', async () => {
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

test('somebody anonymous stays the same for as long as the page lives, where storage is blocked', async () => {
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
])('an event has no such name (case %#), and that is said, not thrown', async (key, name) => {
  const service = fakeFlagService()
  const client = start(service)
  await client.waitUntilReady()
  client.track(key as never)
  expect(service.platform.logged).toEqual([`Custom event "${name}" does not exist`])
  await client.close()
})
