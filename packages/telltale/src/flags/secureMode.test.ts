import { expect, test } from 'vitest'
import type { Context } from '../core/model/context.ts'
import type { Identity } from '../core/model/identity.ts'
import { fakeFlagService } from '../testing/fakeFlagService.ts'
import { fakeHost } from '../testing/fakeHost.ts'
import { createLaunchDarkly, type LaunchDarklyOptions } from './launchDarkly.ts'

const known = (id: string, more: object = {}, epoch = id): Identity => ({
  status: 'known',
  epoch,
  person: { unique_identity: id, ...more },
  displayIdentity: id,
})

const launchDarkly = createLaunchDarkly<object>(() => {
  throw new Error('no client was given')
})

function start(options: Partial<LaunchDarklyOptions<object>>, first: Identity = known('ann')) {
  const service = fakeFlagService({ on: { value: true, version: 1 } })
  const { platform } = service
  const host = fakeHost(platform, first)
  const problems = new Set<string>()
  host.bus.on('problem', ({ message }) => problems.add(message))
  const flags = launchDarkly({ clientSideId: 'env', sendEvents: false, fetchGoals: false, ...options } as never)(host)
  /** The key and the hash of each poll. */
  const polls = () => service.urls('poll').map((url) => [service.keyIn(url), new URL(url).searchParams.get('h')])
  return { service, platform, problems, flags, identity: host.identity, polls, settle: platform.settle }
}

const COULD_NOT_BE_HAD =
  'No hash for secure mode: the hash function threw or returned no text, or who-am-i has no such field. Flags have fallbacks until the next identity.'

test('the hash of secure mode is sent as it was given when it is a text', async () => {
  const { polls, settle } = start({ hash: 'fixed' })
  await settle()
  expect(polls()).toEqual([['ann', 'fixed']])
})

test('a function of the context gives each user a hash of their own', async () => {
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

test('flags wait for a hash that comes asynchronously, and the stream has it, too', async () => {
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

test('a hash that comes after the user has changed is not used, and the former user’s flags are gone at once', async () => {
  const resolvers: Record<string, (hash: string) => void> = {}
  const hash = ({ key }: Context) => new Promise<string>((done) => (resolvers[String(key)] = done))
  const { flags, identity, polls, settle } = start({ hash })
  await settle()
  resolvers['ann']?.('hash-of-ann')
  await settle()
  expect(flags.all()).toEqual({ on: true })
  identity.set(known('bob'))
  expect(flags.inForce.get()).toEqual({ epoch: 'bob', isReady: false, user: { id: 'bob' }, values: {} })
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

test('the hash comes from the field of who-am-i that is named, which is no attribute of the context', async () => {
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

test('a remembered identity without its hash has its flags once who-am-i has answered with the hash', async () => {
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
  ['returns an empty text', () => ''],
  ['resolves with no text', async () => undefined as never],
])('flags fail with one report when the hash function %s, and the next identity tries again', async (_, hash) => {
  let current = hash
  const { flags, identity, problems, polls, settle } = start({ hash: () => current() })
  await settle()
  expect([polls(), flags.status.get(), flags.inForce.get().isReady]).toEqual([[], 'failed', true])
  identity.set(known('bob'))
  await settle()
  expect([...problems]).toEqual([COULD_NOT_BE_HAD])
  current = () => 'found'
  identity.set(known('bob', {}, 'another epoch'))
  await settle()
  expect([polls(), flags.status.get()]).toEqual([[['bob', 'found']], 'live'])
})

test('flags fail after ten seconds without a hash, and a later hash is used', async () => {
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

test('nothing is asked when a hash comes after stop, and no timer is left', async () => {
  let resolve = (_hash: string) => {}
  const { flags, platform, polls, settle } = start({ hash: () => new Promise((done) => (resolve = done)) })
  await settle()
  flags.stop()
  resolve('late')
  await settle()
  expect([polls(), platform.clock.pending]).toEqual([[], 0])
})

test('the context that the hash function is given is a copy', async () => {
  const { polls, settle } = start({
    hash: (context: Context) => {
      Object.assign(context, { key: 'changed' })
      return 'h-1'
    },
  })
  await settle()
  expect(polls()).toEqual([['ann', 'h-1']])
})
