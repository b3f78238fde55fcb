import { expect, test } from 'vitest'
import { fakeFlagService } from '../testing/fakeFlagService.ts'
import { createClientOn } from './createClient.ts'
import { initializeOn } from './initialize.ts'
import type { LDContext } from './contextReader.ts'

// packages/local/src/vendorContexts.nightly.test.ts compares more than a hundred contexts with the vendor's own SDKs.

const QUIET = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }

function v3(context: unknown, options = {}) {
  const service = fakeFlagService({ a: { value: 1, version: 1, trackEvents: true } })
  const { channel: _channel, ...platform } = service.platform
  return { service, client: initializeOn(platform)('env', context as LDContext, { logger: QUIET, ...options }) }
}

function v4(context: unknown, options = {}) {
  const service = fakeFlagService({ a: { value: 1, version: 1 } })
  const { channel: _channel, ...platform } = service.platform
  return { service, client: createClientOn(platform, QUIET)('env', context as LDContext, options) }
}

/** The context in the first request for flags. */
function sentIn(service: ReturnType<typeof fakeFlagService>): unknown {
  const [, context = ''] = /contexts\/([^?]*)/.exec(service.urls('poll')[0] ?? '') ?? []
  return JSON.parse(Buffer.from(context, 'base64url').toString())
}

const NUMBERS = { key: 42, name: 5, firstName: 7, custom: [], anonymous: 1 }

test('initialize and identify accept numbers as keys and as attributes of a user, and events contain them as strings', async () => {
  const { service, client } = v3(NUMBERS, { diagnosticOptOut: true })
  await client.waitForInitialization(5)
  expect(client.variation('a', 0)).toBe(1)
  await client.identify({ key: 43, name: 6 } as unknown as LDContext)
  await client.flush()
  expect(service.events('identify').map(({ context }) => context)).toEqual([
    { kind: 'user', key: '42', name: '5', firstName: '7', anonymous: true },
    { kind: 'user', key: '43', name: '6' },
  ])
})

test('createClient and identify accept a number as the key of a user', async () => {
  const { service, client } = v4({ key: 42 })
  expect(await client.start()).toEqual({ status: 'complete' })
  expect(service.keyIn(service.urls('poll')[0] ?? '')).toBe('42')
  expect(await client.identify({ key: 43 } as unknown as LDContext)).toEqual({ status: 'completed' })
  expect(service.keyIn(service.urls('poll')[1] ?? '')).toBe('43')
})

test('a user of initialize is sent as it is, with its secondary key for rollouts, and events contain it as a context', async () => {
  const user = { key: 42, secondary: 'b', name: 5, custom: { plan: 'gold' }, privateAttributeNames: ['plan'] }
  const { service, client } = v3(user, { diagnosticOptOut: true })
  await client.waitForInitialization(5)
  await client.flush()
  expect(sentIn(service)).toEqual({ ...user, key: '42', name: '5' })
  expect(service.events('identify')[0]?.['context']).toEqual({
    kind: 'user',
    key: '42',
    name: '5',
    _meta: { redactedAttributes: ['plan'] },
  })
})

test('a user of createClient is sent as a context with its numbers, and events contain them as strings', async () => {
  const { service, client } = v4({ key: 42, name: 5, custom: { email: 6 } }, { diagnosticOptOut: true })
  await client.start()
  await client.flush()
  expect(sentIn(service)).toEqual({ kind: 'user', key: '42', name: 5, email: 6 })
  expect(service.events('identify')[0]?.['context']).toEqual({ kind: 'user', key: '42', name: '5', email: '6' })
})

test.each([
  ['a name in place of a list', 'plan', ['plan']],
  ['a list with a number', [5, 'plan'], ['5', 'plan']],
  ['a number', 5, ['5']],
])('malformed names of private attributes are read as names, and each is private: %s', async (_title, names, read) => {
  const attributes = { key: 'a', plan: 'gold', 5: 'five' }
  const contexts = [
    { kind: 'user', ...attributes, _meta: { privateAttributes: names } },
    { key: 'a', custom: attributes, privateAttributeNames: names },
  ]
  for (const context of contexts) {
    const { service, client } = v4(context, { diagnosticOptOut: true })
    await client.start()
    await client.flush()
    expect(sentIn(service)).toMatchObject({ _meta: { privateAttributes: read } })
    const shown = service.events('identify')[0]?.['context']
    expect(shown).toMatchObject({ _meta: { redactedAttributes: expect.arrayContaining(read) as string[] } })
    for (const name of read) expect(shown).not.toHaveProperty(name)
  }
})

test('events of a context with a number as anonymous are those of an anonymous context', async () => {
  const { service, client } = v3({ kind: 'user', key: 'a', anonymous: 1, name: 'Ann' }, { diagnosticOptOut: true })
  await client.waitForInitialization(5)
  client.variation('a', 0)
  await client.flush()
  expect(service.events('feature')[0]?.['context']).toEqual({
    kind: 'user',
    key: 'a',
    anonymous: true,
    _meta: { redactedAttributes: ['name'] },
  })
})

test.each([
  [
    'initialize',
    async (context: unknown) => {
      const { client } = v3(context)
      await client.waitForInitialization(5)
      return client
    },
  ],
  [
    'createClient',
    async (context: unknown) => {
      const { client } = v4(context)
      await client.start()
      return client
    },
  ],
] as const)(
  'getContext of the client of %s returns a copy of the context that the application gave',
  async (_name, start) => {
    const given = { key: 'a', anonymous: false, custom: { age: 99, none: null } }
    const client = await start(given)
    expect(client.getContext()).toEqual(given)
    Object.assign(client.getContext() ?? {}, { key: 'b' })
    expect(client.getContext()).toEqual(given)
  },
)

test('getContext of the v3 client is null when the context is invalid', async () => {
  const { client } = v3({ kind: 'user' })
  await client.waitUntilReady()
  expect(client.getContext()).toBeNull()
})

test('hooks and inspectors receive the context that the application gave, and hooks no more arguments than from the v3 SDK', async () => {
  const calls: unknown[] = []
  const stage =
    (name: string) =>
    (...args: unknown[]) => {
      calls.push([name, ...args])
      return {}
    }
  const hook = {
    getMetadata: () => ({ name: 'h' }),
    beforeIdentify: stage('beforeIdentify'),
    beforeEvaluation: stage('beforeEvaluation'),
    afterTrack: stage('afterTrack'),
  }
  const inspector = { type: 'client-identity-changed', name: 'i', synchronous: true, method: stage('entered') }
  const used = { type: 'flag-used', name: 'u', synchronous: true, method: stage('used') }
  const { client } = v3({ key: 7, custom: { age: 99 } }, { hooks: [hook], inspectors: [inspector, used] })
  const context = { key: '7', custom: { age: 99 } }
  await client.waitForInitialization(5)
  client.variation('a', 0)
  client.track('done', null, 3)
  expect(calls).toEqual([
    ['beforeIdentify', { context }, {}],
    ['entered', context],
    ['beforeEvaluation', { flagKey: 'a', context, defaultValue: 0 }, {}],
    ['used', 'a', { value: 1 }, context],
    ['afterTrack', { key: 'done', context, data: null, metricValue: 3 }],
  ])
})

test('track of the v3 client leaves what is null out of the event', async () => {
  const { service, client } = v3({ key: 'a' }, { diagnosticOptOut: true })
  await client.waitForInitialization(5)
  client.track('done', null, 0)
  client.track('left', 0, null as unknown as number)
  await client.flush()
  const [done, left] = service.events('custom')
  expect(done).toMatchObject({ key: 'done', metricValue: 0 })
  expect(done).not.toHaveProperty('data')
  expect(left).toMatchObject({ key: 'left', data: 0 })
  expect(left).not.toHaveProperty('metricValue')
})
