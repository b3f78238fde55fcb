import { expect, test } from 'vitest'
import type { Context } from '../core/model/context.ts'
import type { Identity } from '../core/model/identity.ts'
import { fakeHost } from '../testing/fakeHost.ts'
import { fakePlatform } from '../testing/fakePlatform.ts'
import { injectedFlagClient } from './injectedFlagClient.ts'

const known = (id: string, epoch = id, impersonator?: string): Identity => ({
  status: 'known',
  epoch,
  person: { unique_identity: id },
  displayIdentity: id,
  ...(impersonator !== undefined && { impersonator }),
})

/** A client of the vendor's, as far as it is used. */
function fakeClient(flags: Record<string, unknown>) {
  const listeners = new Set<() => void>()
  return {
    flags,
    identified: [] as Context[],
    evaluated: [] as string[],
    answer: undefined as (() => Promise<unknown>) | undefined,
    allFlags() {
      return this.flags
    },
    variation(key: string) {
      this.evaluated.push(key)
      return this.flags[key]
    },
    identify(context: Context) {
      this.identified.push(context)
      return this.answer?.() ?? Promise.resolve(this.flags)
    },
    on: (_name: 'change', listener: () => void) => void listeners.add(listener),
    off: (_name: 'change', listener: () => void) => void listeners.delete(listener),
    listeners,
    change(next: Record<string, unknown>) {
      this.flags = next
      for (const listener of listeners) listener()
    },
  }
}

function start(client: ReturnType<typeof fakeClient>, first: Identity = known('ann')) {
  const platform = fakePlatform()
  const host = fakeHost(platform, first)
  const { identity, bus } = host
  const exposures: string[] = []
  bus.on('exposure', ({ key }) => exposures.push(key))
  const flags = injectedFlagClient(client)(host)
  return { flags, identity, exposures, platform, settle: platform.settle }
}

test('identifies whoever is signed in, and holds the flags of that client', async () => {
  const client = fakeClient({ a: 1, b: { c: [1] } })
  const { flags, settle } = start(client)
  expect(flags.inForce.get()).toEqual({ epoch: 'ann', isReady: false, values: {} })
  await settle()
  expect(client.identified).toEqual([{ unique_identity: 'ann', kind: 'user', key: 'ann' }])
  expect(flags.status.get()).toBe('live')
  expect(flags.inForce.get()).toEqual({ epoch: 'ann', isReady: true, values: { a: 1, b: { c: [1] } } })
  expect(flags.value('a', 0)).toBe(1)
  expect(flags.detail('a', 'text')).toEqual({ value: 'text', reason: { kind: 'ERROR', errorKind: 'WRONG_TYPE' } })
  expect(flags.peek('constructor')).toBeUndefined()
})

test('keeps references of equal values, and wakes the watchers of others', async () => {
  const client = fakeClient({ a: 1, b: { c: [1] } })
  const { flags, settle } = start(client)
  await settle()
  const { values } = flags.inForce.get()
  const woken: string[] = []
  for (const key of ['a', 'b']) flags.watch(key, () => woken.push(key))
  client.change({ a: 1, b: { c: [1] } })
  expect(flags.inForce.get().values).toBe(values)
  client.change({ a: 2, b: { c: [1] } })
  expect(woken).toEqual(['a'])
  expect(flags.peek('b')?.value).toBe(values['b'])
})

test('the flags of an earlier identity are gone at once, and its late answer is ignored', async () => {
  const client = fakeClient({ who: 'ann' })
  let answer = () => {}
  client.answer = () => new Promise<void>((resolve) => (answer = resolve))
  const { flags, identity, settle } = start(client)
  await settle()
  const answerAnn = answer
  identity.set(known('bob'))
  answerAnn()
  await settle()
  expect(flags.inForce.get()).toEqual({ epoch: 'bob', isReady: false, values: {} })
  client.change({ who: 'bob' })
  answer()
  await settle()
  expect(flags.inForce.get()).toEqual({ epoch: 'bob', isReady: true, values: { who: 'bob' } })
})

test.each<[string, () => Promise<unknown>]>([
  ['rejects', () => Promise.reject(new Error('no'))],
  ['says that it failed', () => Promise.resolve({ status: 'error' })],
])('is ready also when the client %s', async (_title, answer) => {
  const client = fakeClient({ a: 1 })
  client.answer = answer
  const { flags, settle } = start(client)
  await settle()
  expect(flags.status.get()).toBe('failed')
  expect(flags.inForce.get().isReady).toBe(true)
})

test('evaluating and exposing record, reading does not, and an impersonator never does', async () => {
  const client = fakeClient({ a: 1 })
  const { flags, identity, exposures, settle } = start(client)
  await settle()
  flags.peek('a')
  flags.all()
  flags.value('a', 0)
  flags.expose('a')
  expect([client.evaluated, exposures]).toEqual([
    ['a', 'a'],
    ['a', 'a'],
  ])
  identity.set(known('ann', 'ann-2', 'support@hire.test'))
  await settle()
  expect(flags.value('a', 0)).toBe(1)
  expect(client.evaluated).toHaveLength(2)
})

test('after stop it listens to nobody', async () => {
  const client = fakeClient({ a: 1 })
  const { flags, identity, settle } = start(client)
  await settle()
  flags.stop()
  identity.set(known('bob'))
  await settle()
  expect(client.listeners.size).toBe(0)
  expect(client.identified).toHaveLength(1)
})

const boom = (): never => {
  throw new Error('boom')
}

test.each<[string, object, object]>([
  ['identifies nobody', { identify: boom }, { a: 1 }],
  ['identifies without a promise', { identify: () => undefined }, { a: 1 }],
  ['has no values', { allFlags: () => undefined }, {}],
  ['throws when it is asked for its values', { allFlags: boom }, {}],
  ['throws when it evaluates', { variation: boom }, { a: 1 }],
])('a client that %s keeps nobody waiting, and throws into no page', async (_, broken, values) => {
  const { flags, settle } = start(Object.assign(fakeClient({ a: 1 }), broken))
  await settle()
  expect(flags.inForce.get()).toEqual({ epoch: 'ann', isReady: true, values })
  expect(flags.value('a', 0)).toBe('a' in values ? 1 : 0)
})

test('a client that never says whether it has identified keeps nobody waiting, and may say so later', async () => {
  const client = fakeClient({ a: 1 })
  let answer = () => {}
  client.answer = () => new Promise<void>((resolve) => (answer = resolve))
  const { flags, platform, settle } = start(client)
  await platform.clock.advance(9_999)
  expect(flags.status.get()).toBe('initialising')
  await platform.clock.advance(1)
  expect(flags.status.get()).toBe('failed')
  expect(flags.inForce.get()).toEqual({ epoch: 'ann', isReady: true, values: { a: 1 } })
  expect(platform.logged).toEqual(['Telltale (flags): the flag client could not identify'])
  answer()
  await settle()
  expect(flags.status.get()).toBe('live')
  expect(platform.clock.pending).toBe(0)
})

test('after stop it waits for no client, and hears no late answer', async () => {
  const client = fakeClient({ a: 1 })
  let answer = () => {}
  client.answer = () => new Promise<void>((resolve) => (answer = resolve))
  const { flags, platform, settle } = start(client)
  flags.stop()
  answer()
  await settle()
  expect(platform.clock.pending).toBe(0)
  expect(flags.status.get()).toBe('initialising')
})
