import { expect, test } from 'vitest'
import type { Context } from '../core/model/flag.ts'
import type { Identity } from '../core/model/identity.ts'
import { fakeFlagService } from '../testing/fakeFlagService.ts'
import { fakeHost } from '../testing/fakeHost.ts'
import { launchDarklyAtOnce } from '../testkit/createTelltaleAtOnce.ts'
import type { FlagOptions } from '../launchDarklyService/flagSettings.ts'

const known = (id: string, more: object = {}, epoch = id): Identity => ({
  status: 'known',
  epoch,
  person: { unique_identity: id, ...more },
  name: id,
  displayIdentity: id,
})

function start(options: Partial<FlagOptions>, first: Identity = known('ann')) {
  const service = fakeFlagService({ on: { value: true, version: 1 } })
  const { platform } = service
  const host = fakeHost(platform, first)
  const problems = new Set<string>()
  host.bus.on('problem', ({ message }) => problems.add(message))
  const flags = launchDarklyAtOnce({
    clientSideId: 'env',
    sendEvents: false,
    fetchGoals: false,
    ...options,
  } as never).start(host)
  /** The key and the hash of each poll. */
  const polls = () => service.urls('poll').map((url) => [service.keyIn(url), new URL(url).searchParams.get('h')])
  return { service, platform, problems, flags, identity: host.identity, polls, settle: platform.settle }
}

const COULD_NOT_BE_HAD = 'No hash for secure mode. Flags have fallbacks until there is one. (T96)'

test('a hash that is a string is sent as it is', async () => {
  const { polls, settle } = start({ hash: 'fixed' })
  await settle()
  expect(polls()).toEqual([['ann', 'fixed']])
})

test('a hash function gives each user a separate hash', async () => {
  const { polls, flags, identity, settle } = start({ hash: ({ key }: Context) => `hash-of-${String(key)}` })
  await settle()
  expect(flags.status.get()).toBe('live')
  identity.set(known('bob'))
  await settle()
  expect(polls()).toEqual([
    ['ann', 'hash-of-ann'],
    ['bob', 'hash-of-bob'],
  ])
  expect(flags.status.get()).toBe('live')
})

test('flags wait for an asynchronous hash, and the stream sends it, too', async () => {
  let resolve = (_hash: string) => {}
  const hash = () => new Promise<string>((done) => (resolve = done))
  const { service, flags, polls, settle } = start({ hash, streaming: true })
  await settle()
  expect([polls(), service.urls('stream'), flags.status.get()]).toEqual([[], [], 'initialising'])
  resolve('late')
  await settle()
  expect(polls()).toEqual([['ann', 'late']])
  expect(service.urls('stream').map((url) => new URL(url).searchParams.get('h'))).toEqual(['late'])
  expect(flags.status.get()).toBe('live')
})

test('a hash that arrives after the user has changed is not used, and the former user’s flags are dropped at once', async () => {
  const resolvers = Object.create(null) as Record<string, (hash: string) => void>
  const hash = ({ key }: Context) => new Promise<string>((done) => (resolvers[String(key)] = done))
  const { flags, identity, polls, settle } = start({ hash })
  await settle()
  resolvers['ann']?.('hash-of-ann')
  await settle()
  expect(flags.allFlags()).toEqual({ on: true })
  identity.set(known('bob'))
  expect(flags.current.get()).toEqual({
    epoch: 'bob',
    isReady: false,
    user: { id: 'bob' },
    values: {},
    getFlag: expect.any(Function) as unknown,
  })
  await settle()
  identity.set(known('eve'))
  await settle()
  resolvers['bob']?.('hash-of-bob')
  resolvers['eve']?.('hash-of-eve')
  await settle()
  expect(polls()).toEqual([
    ['ann', 'hash-of-ann'],
    ['eve', 'hash-of-eve'],
  ])
})

test('the hash is read from the who-am-i field that hashField names, and the field is not an attribute of the context', async () => {
  const { service, polls, identity, settle } = start({ hashField: 'signature' }, known('ann', { signature: 's-1' }))
  await settle()
  identity.set(known('bob', { signature: 's-2' }))
  await settle()
  expect(polls()).toEqual([
    ['ann', 's-1'],
    ['bob', 's-2'],
  ])
  const contexts = service.urls('poll').map((url) => atob(new URL(url).pathname.split('/').pop() ?? ''))
  expect(contexts.join()).not.toContain('signature')
})

test('a remembered identity without its hash gets its flags when who-am-i answers with the hash', async () => {
  const { flags, identity, polls, settle } = start({ hashField: 'hash_token' })
  await settle()
  expect(flags.status.get()).toBe('failed')
  identity.set(known('ann', { hash_token: 's-1' }))
  await settle()
  expect([polls(), flags.status.get()]).toEqual([[['ann', 's-1']], 'live'])
})

const boom = (): never => {
  throw new Error('the secret is s-1')
}

test.each<[string, () => string | Promise<string>]>([
  ['throws', boom],
  ['rejects', async () => boom()],
  ['returns an empty string', () => ''],
  ['resolves without a string', async () => undefined as never],
])('flags fail with one report when the hash function %s, and the next identity tries again', async (_, hash) => {
  let current = hash
  const { flags, identity, problems, polls, settle } = start({ hash: () => current() })
  await settle()
  expect([polls(), flags.status.get(), flags.current.get().isReady]).toEqual([[], 'failed', true])
  identity.set(known('bob'))
  await settle()
  expect([...problems]).toEqual([COULD_NOT_BE_HAD])
  current = () => 'found'
  identity.set(known('bob', {}, 'another epoch'))
  await settle()
  expect([polls(), flags.status.get()]).toEqual([[['bob', 'found']], 'live'])
})

test('flags fail after ten seconds without a hash, and a later hash is still used', async () => {
  let resolve = (_hash: string) => {}
  const { flags, platform, problems, polls, settle } = start({ hash: () => new Promise((done) => (resolve = done)) })
  await platform.clock.advance(9_999)
  expect(flags.status.get()).toBe('initialising')
  await platform.clock.advance(1)
  expect([flags.status.get(), ...problems]).toEqual(['failed', COULD_NOT_BE_HAD])
  resolve('late')
  await settle()
  expect([polls(), flags.status.get()]).toEqual([[['ann', 'late']], 'live'])
})

test('a hash that arrives after stop causes no request, and no timer is left', async () => {
  let resolve = (_hash: string) => {}
  const { flags, platform, polls, settle } = start({ hash: () => new Promise((done) => (resolve = done)) })
  await settle()
  flags.stop()
  resolve('late')
  await settle()
  expect([polls(), platform.clock.pending]).toEqual([[], 0])
})

test('the hash function receives a copy of the context', async () => {
  const { polls, settle } = start({
    hash: (context: Context) => {
      Object.assign(context, { key: 'changed' })
      return 'h-1'
    },
  })
  await settle()
  expect(polls()).toEqual([['ann', 'h-1']])
})
