import { describe, expect, test } from 'vitest'
import { fakeFlagService } from '../testing/fakeFlagService.ts'
import { fakeHost } from '../testing/fakeHost.ts'
import { NO_JSON, revokedProxy, UNREADABLE } from '../testing/oddValues.suite.ts'
import { launchDarklyAtOnce } from '../testkit/createTelltaleAtOnce.ts'
import { startFlagClient } from '../client/startFlagClient.ts'

const ida = { kind: 'user', key: 'ida' }
const FLAGS = { layout: { value: 'compact', version: 1 } }
const options = { clientSideId: 'env', sendEvents: false, fetchGoals: false, diagnosticOptOut: true }

describe.each(NO_JSON)('a context with %s', (_, make) => {
  const contexts = [
    make(),
    { ...ida, tenant: make() },
    { ...ida, account: { tenant: [make()] } },
    { kind: 'multi', user: { key: 'ida' }, company: { key: 'c', owner: make() } },
  ] as object[]

  test('is refused by identify, and the flags of the context before stay in force', async () => {
    const { platform } = fakeFlagService(FLAGS)
    const client = startFlagClient({ ...options, context: ida }, platform)
    await platform.settle()
    for (const context of contexts) {
      await expect(client.identify(context)).rejects.toThrow('Invalid context specified. (T108)')
      expect(client.getContext()).toEqual(ida)
      expect(client.variation('layout', 'classic')).toBe('compact')
    }
    await expect(client.identify({ kind: 'user', key: 'otto' })).resolves.toEqual({ layout: 'compact' })
    await client.close()
    expect(platform.clock.pending).toBe(0)
  })

  test('is refused as the first one, and a later one is identified', async () => {
    for (const context of contexts) {
      const { platform } = fakeFlagService(FLAGS)
      const client = startFlagClient({ ...options, context }, platform)
      await expect(client.waitForInitialization(1)).rejects.toThrow('Invalid context specified. (T108)')
      await expect(client.identify(ida)).resolves.toEqual({ layout: 'compact' })
      await client.close()
    }
  })
})

test.each(UNREADABLE)('a hash that is %s fails the flags with an error, and a later hash is used', async (_, make) => {
  const { platform } = fakeFlagService(FLAGS)
  const client = startFlagClient({ ...options, context: ida }, platform)
  await platform.settle()
  await expect(client.identify(ida, { hash: make() } as object)).rejects.toThrow('No hash for secure mode.')
  await expect(client.identify(ida, { hash: 'h-1' })).resolves.toEqual({ layout: 'compact' })
  await client.close()
})

test.each<[title: string, hash: (context: object) => unknown]>([
  ...UNREADABLE.map(([title, make]) => [title, make] as [string, () => unknown]),
  ['empty', () => ''],
  [
    'an exception',
    () => {
      throw new Error('s-1')
    },
  ],
  ['a proxy that rejects', async () => revokedProxy()],
  ['a change of the context', (context) => Object.assign(context, { key: 'otto', self: context }) && 5],
])('a hash function whose result is %s fails the flags, and the next user has flags', async (_, hash) => {
  const service = fakeFlagService(FLAGS)
  const host = fakeHost(service.platform, known('ida'))
  const problems: string[] = []
  host.bus.on('problem', ({ message }) => problems.push(message))
  let isBroken = true
  const flags = launchDarklyAtOnce({
    clientSideId: 'env',
    sendEvents: false,
    hash: (context) => (isBroken ? (hash(context) as string) : 'h-1'),
  }).start(host)
  await service.platform.clock.advance(11_000)
  expect(flags.status.get()).toBe('failed')
  expect(problems).toEqual(['No hash for secure mode. Flags have fallbacks until there is one. (T96)'])
  isBroken = false
  host.identity.set(known('otto'))
  await service.platform.settle()
  expect(flags.status.get()).toBe('live')
  expect(service.urls('poll').map(service.keyIn)).toEqual(['otto'])
  flags.stop()
})

const known = (id: string) =>
  ({ status: 'known', epoch: id, person: { unique_identity: id }, name: id, displayIdentity: id }) as const
