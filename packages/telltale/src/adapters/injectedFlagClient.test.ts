import { describe, expect, test } from 'vitest'
import { fakeVersion3, fakeVersion4 } from './fakeVendorClients.suite.ts'
import { injectedFlags } from './injectedFlagClient.ts'
import { evaluate, type Context } from '../core/model/flag.ts'
import type { Identity } from '../core/model/identity.ts'
import type { ContextOptions } from '../flags/userContext.ts'
import { fakeHost } from '../testing/fakeHost.ts'
import { fakePlatform } from '../testing/fakePlatform.ts'

const known = (id: string, epoch = id, impersonator?: string): Identity => ({
  status: 'known',
  epoch,
  person: { unique_identity: id },
  name: id,
  displayIdentity: id,
  ...(impersonator !== undefined && { impersonator }),
})

const contextOf = (id: string) => ({ unique_identity: id, kind: 'user', key: id })

/** Each person has separate flags. */
const service = ({ key }: Context): Record<string, unknown> => ({ who: key, same: { list: [1] } })
const flagsOf = (key: string) => service({ kind: 'user', key })

const fail = (): never => {
  throw new Error('Error fetching flag settings: 500')
}

type Client = ReturnType<typeof fakeVersion3> | ReturnType<typeof fakeVersion4>

function start(client: Client, first: Identity = known('ann'), options: ContextOptions = {}) {
  const platform = fakePlatform()
  const host = fakeHost(platform, first)
  const { identity, bus } = host
  const exposures: string[] = []
  bus.on('exposure', ({ key }) => exposures.push(key))
  const problems = new Set<string>()
  bus.on('problem', ({ where, message, isError }) =>
    problems.add(`${where} ${isError ? 'error' : 'warning'}: ${message}`),
  )
  const flags = injectedFlags({ ...options, client: client as never }).start(host)
  const inForce = () => {
    const { isReady, values } = flags.current.get()
    return { status: flags.status.get(), isReady, values }
  }
  return { flags, identity, exposures, platform, problems, inForce, settle: platform.settle }
}

/** A request that the test answers. */
function pending() {
  let answer = (_values: Record<string, unknown>) => {}
  const promise = new Promise<Record<string, unknown>>((resolve) => (answer = resolve))
  return { promise, answer }
}

const live = (id: string) => ({ status: 'live', isReady: true, values: flagsOf(id) })
const FAILED = { status: 'failed', isReady: true, values: {} }
const INITIALISING = { status: 'initialising', isReady: false, values: {} }
const COULD_NOT_IDENTIFY =
  'flags error: The injected client could not identify the user. Flags have fallbacks until it does. (T104)'
const THREW = 'flags error: The injected client threw an error. (T105)'

const VERSIONS: [version: string, create: () => Client][] = [
  ['version 3', () => fakeVersion3(service)],
  [
    'version 4',
    () => {
      const client = fakeVersion4(service)
      void client.start()
      return client
    },
  ],
]

describe.each(VERSIONS)('an injected client of %s', (_version, create) => {
  test.each(['new', null, { a: [1] }])(
    'is not asked for a value that a panel shows in the place of its own: %j',
    async (value) => {
      const client = create()
      const { flags, exposures, settle } = start(client)
      await settle()
      client.recorded.splice(0)
      flags.override('who', value)
      expect(flags.variation('who', null)).toEqual(value)
      expect(flags.variationDetail('who', null).value).toEqual(value)
      expect([client.recorded, exposures]).toEqual([[], []])
      flags.override('who', undefined)
      expect(flags.variation('who', 'x')).toBe('ann')
      expect([client.recorded, exposures]).toEqual([['ann:who'], ['who']])
    },
  )

  test('an injected client gets the user, and its values are in force', async () => {
    const client = create()
    const { flags, settle, inForce } = start(client)
    expect(inForce()).toEqual(INITIALISING)
    await settle()
    expect(client.identified).toEqual([contextOf('ann')])
    expect(inForce()).toEqual(live('ann'))
    expect(flags.variation('who', '')).toBe('ann')
    expect(flags.variationDetail('who', 1)).toEqual({ value: 1, reason: { kind: 'ERROR', errorKind: 'WRONG_TYPE' } })
    expect(flags.getFlag('constructor')).toBeUndefined()
  })

  test('the client has the status of one that is starting until the user is known', () => {
    const client = create()
    const { inForce } = start(client, { status: 'resolving', epoch: 'e-1' })
    expect(inForce()).toEqual(INITIALISING)
    expect(client.identified).toEqual([])
  })

  test('the watchers of a flag are called when its value arrives, for the first user and for the next user', async () => {
    const { flags, identity, settle } = start(create())
    const called: unknown[] = []
    flags.watch('who', () => called.push(flags.getFlag('who')?.value))
    await settle()
    expect(called).toEqual(['ann'])
    identity.set(known('bob'))
    await settle()
    expect(called).toEqual(['ann', undefined, 'bob'])
  })

  test('live changes keep the reference of equal values, and call only the watchers of changed flags', async () => {
    const client = create()
    const { flags, inForce, settle } = start(client)
    await settle()
    const { values } = flags.current.get()
    const called: string[] = []
    for (const key of ['who', 'same', 'new']) flags.watch(key, () => called.push(key))
    client.push(flagsOf('ann'))
    expect(flags.current.get().values).toBe(values)
    client.push({ who: 'changed', same: { list: [1] }, new: true })
    expect(called).toEqual(['who', 'new'])
    expect(flags.getFlag('same')?.value).toBe(values['same'])
    client.push({ same: { list: [1] } })
    expect(inForce().values).toEqual({ same: { list: [1] } })
  })

  test('no values are in force while the next user is identified', async () => {
    const client = create()
    const { identity, inForce, settle } = start(client)
    await settle()
    const request = pending()
    client.service = () => request.promise
    identity.set(known('bob'))
    await settle()
    expect(inForce()).toEqual(INITIALISING)
    request.answer(flagsOf('bob'))
    await settle()
    expect(inForce()).toEqual(live('bob'))
  })

  test('no values of the former user are in force when the client cannot identify the next one', async () => {
    const client = create()
    const { flags, identity, inForce, problems, settle } = start(client)
    await settle()
    client.service = fail
    identity.set(known('bob'))
    await settle()
    expect(inForce()).toEqual(FAILED)
    expect(flags.variation('who', 'fallback')).toBe('fallback')
    expect([...problems]).toEqual([COULD_NOT_IDENTIFY])
    client.service = service
    identity.set(known('eve'))
    await settle()
    expect(inForce()).toEqual(live('eve'))
  })

  test('no values of the former user are in force when a change of them arrives after a failure', async () => {
    const client = create()
    const { identity, inForce, settle } = start(client)
    await settle()
    client.service = fail
    identity.set(known('bob'))
    await settle()
    client.push({ who: 'ann', same: 'changed' })
    await settle()
    expect(inForce()).toEqual(FAILED)
  })

  test('the flags fail after ten seconds without an answer, and a later answer is in force', async () => {
    const client = create()
    const { identity, inForce, platform, problems, settle } = start(client)
    await settle()
    const request = pending()
    client.service = () => request.promise
    identity.set(known('bob'))
    await settle()
    if ('reachTimeout' in client) client.reachTimeout()
    await platform.clock.advance(9_999)
    expect(inForce()).toEqual(INITIALISING)
    await platform.clock.advance(1)
    expect(inForce()).toEqual(FAILED)
    expect([...problems]).toEqual([COULD_NOT_IDENTIFY])
    request.answer(flagsOf('bob'))
    await settle()
    expect(inForce()).toEqual(live('bob'))
    expect(platform.clock.pending).toBe(0)
  })

  test('the latest user stays when the answer for an earlier user arrives last', async () => {
    const client = create()
    const { identity, inForce, settle } = start(client, { status: 'resolving', epoch: 'e-1' })
    await settle()
    const slow = pending()
    client.service = (context) => (context['key'] === 'ann' ? slow.promise : service(context))
    identity.set(known('ann'))
    await settle()
    identity.set(known('bob'))
    await settle()
    slow.answer(flagsOf('ann'))
    await settle()
    expect(inForce()).toEqual(live('bob'))
    expect(client.getContext()).toEqual(contextOf('bob'))
  })

  test('the client is asked once for each user when the answer for an earlier user comes before that for the latest user', async () => {
    const client = create()
    const { identity, inForce, settle } = start(client, { status: 'resolving', epoch: 'e-1' })
    await settle()
    const ann = pending()
    const bob = pending()
    client.service = ({ key }) => (key === 'ann' ? ann.promise : bob.promise)
    identity.set(known('ann'))
    await settle()
    identity.set(known('bob'))
    await settle()
    ann.answer(flagsOf('ann'))
    await settle()
    bob.answer(flagsOf('bob'))
    await settle()
    expect(client.identified).toEqual([contextOf('ann'), contextOf('bob')])
    expect(inForce()).toEqual(live('bob'))
  })

  test('the client is not asked for the user again when the request for an earlier user fails late', async () => {
    const client = create()
    const { identity, inForce, settle } = start(client, { status: 'resolving', epoch: 'e-1' })
    await settle()
    const slow = pending()
    client.service = (context) => (context['key'] === 'ann' ? slow.promise.then(fail) : service(context))
    identity.set(known('ann'))
    await settle()
    identity.set(known('bob'))
    await settle()
    slow.answer({})
    await settle()
    expect(client.identified).toEqual([contextOf('ann'), contextOf('bob')])
    expect(inForce()).toEqual(live('bob'))
  })

  test('the user stays when the answer to the client’s initial request arrives late', async () => {
    const client = create()
    const initial = pending()
    client.service = (context) => (context['key'] === 'anon' ? initial.promise : service(context))
    const { inForce, settle } = start(client)
    await settle()
    initial.answer(flagsOf('anon'))
    await settle()
    expect(inForce()).toEqual(live('ann'))
    expect(client.allFlags()).toEqual(flagsOf('ann'))
    client.push({ ...client.allFlags(), more: true })
    expect(inForce().values).toEqual({ ...flagsOf('ann'), more: true })
  })

  test('no values are in force while the application has identified another context, and they are in force again afterwards', async () => {
    const client = create()
    const { inForce, settle } = start(client)
    await settle()
    await client.identify({ kind: 'machine', key: 'excavator' })
    await settle()
    expect(inForce()).toEqual(FAILED)
    await client.identify(contextOf('ann'))
    await settle()
    expect(inForce()).toEqual(live('ann'))
  })

  test('values are in force when the application identifies the user after the layer could not', async () => {
    const client = create()
    const { inForce, identity, settle } = start(client)
    await settle()
    client.service = fail
    identity.set(known('bob'))
    await settle()
    client.service = service
    await client.identify(contextOf('bob'))
    await settle()
    expect(inForce()).toEqual(live('bob'))
  })

  test('the values are in force when the application identifies the user after the first request of the layer has failed', async () => {
    const client = create()
    client.service = (context) => (context['key'] === 'ann' ? fail() : service(context))
    const { inForce, settle } = start(client)
    await settle()
    expect(inForce()).toEqual(FAILED)
    client.service = service
    await client.identify(contextOf('ann'))
    await settle()
    expect(inForce()).toEqual(live('ann'))
  })

  test('the values stay in force while only the token of the user has changed and identify has not answered', async () => {
    const client = create()
    const { inForce, identity, settle } = start(client)
    await settle()
    client.service = () => pending().promise
    identity.set(known('ann', 'another epoch'))
    await settle()
    expect(inForce()).toEqual(live('ann'))
  })

  test('the values stay when only the token of the user has changed and identify fails', async () => {
    const client = create()
    const { inForce, identity, settle } = start(client)
    await settle()
    client.service = fail
    identity.set(known('ann', 'another epoch'))
    await settle()
    expect(inForce()).toEqual({ status: 'failed', isReady: true, values: flagsOf('ann') })
  })

  test('reads of the layer record no evaluation', async () => {
    const client = create()
    const { flags, identity, settle } = start(client)
    await settle()
    client.push({ who: 'changed' })
    flags.getFlag('who')
    flags.allFlags()
    flags.watch('who', () => {})
    identity.set(known('bob'))
    await settle()
    expect(client.recorded).toEqual([])
  })

  test('evaluations and exposures of the application are recorded', async () => {
    const client = create()
    const { flags, exposures, settle } = start(client)
    await settle()
    flags.variation('who', '')
    flags.recordExposure('same')
    flags.track('bought', { items: 2 }, 129)
    expect(client.recorded).toEqual(['ann:who', 'ann:same', 'ann:bought:129'])
    expect(exposures).toEqual(['who', 'same'])
  })

  test('no evaluation is recorded while the user is impersonated', async () => {
    const client = create()
    const { flags, settle } = start(client, known('ann', 'ann', 'support@hire.test'))
    await settle()
    expect(flags.variation('who', '')).toBe('ann')
    expect(flags.variationDetail('who', '')).toEqual({ value: 'ann' })
    flags.track('bought')
    expect(client.recorded).toEqual([])
  })

  test('no evaluation is recorded while the client has another context', async () => {
    const client = create()
    const { flags, identity, settle } = start(client)
    await settle()
    client.service = fail
    identity.set(known('bob'))
    await settle()
    flags.variation('who', '')
    flags.track('bought')
    expect(client.recorded).toEqual([])
  })

  test('a detail has the variation and the reason of the client’s detail', async () => {
    const client = create()
    const { flags, settle } = start(client)
    await settle()
    const detail = { value: 'ann', variationIndex: 2, reason: { kind: 'FALLTHROUGH' } }
    expect(flags.variationDetail('who', '')).toEqual(detail)
    expect(evaluate(flags.getFlag('who'), '')).toEqual(detail)
    expect(client.recorded).toEqual(['ann:who'])
    const flag = flags.getFlag('who')
    flags.variationDetail('who', '')
    expect(flags.getFlag('who')).toBe(flag)
  })

  test('a flag that was read has its variation and its reason, for the events that follow', async () => {
    const client = create()
    const { flags, settle } = start(client)
    await settle()
    expect(flags.getFlag('who')).not.toHaveProperty('variation')
    expect(flags.variation('who', '')).toBe('ann')
    expect(flags.getFlag('who')).toMatchObject({ value: 'ann', variation: 2, reason: { kind: 'FALLTHROUGH' } })
    expect(client.recorded).toEqual(['ann:who'])
  })

  test.each([
    { variationIndex: 3, reason: { kind: 'FALLTHROUGH' } },
    { variationIndex: 2, reason: { kind: 'OFF' } },
  ])('gives the latest variation and reason of a flag whose value stays the same: %j', async (more) => {
    const client = create()
    const { flags, settle } = start(client)
    await settle()
    flags.variationDetail('who', '')
    Object.assign(client, { variationDetail: () => ({ value: 'ann', ...more }) })
    expect(flags.variationDetail('who', '')).toEqual({ value: 'ann', ...more })
  })

  test('the client has the same flag after each detail when its service gives no variation and no reason', async () => {
    const client = Object.assign(create(), {
      variationDetail: () => ({ value: 'ann', variationIndex: null, reason: null }),
    })
    const { flags, settle } = start(client)
    await settle()
    const flag = flags.getFlag('who')
    expect(flags.variationDetail('who', '')).toEqual({ value: 'ann' })
    expect(flags.getFlag('who')).toBe(flag)
  })

  test('the client has no variation of a flag that does not exist, and no error is reported', async () => {
    const { flags, problems, settle } = start(create())
    await settle()
    expect(flags.variationDetail('unknown', 1)).toEqual({
      value: 1,
      reason: { kind: 'ERROR', errorKind: 'FLAG_NOT_FOUND' },
    })
    expect([...problems]).toEqual([])
  })

  test('an injected client gets the kind of the context and a hash for each user', async () => {
    const client = create()
    const hash = async ({ key }: Context) => `hash-of-${String(key)}`
    const { identity, inForce, settle } = start(client, known('ann'), { kind: 'operator', hash })
    await settle()
    identity.set(known('bob'))
    await settle()
    expect(client.identified.map(({ kind }) => kind)).toEqual(['operator', 'operator'])
    expect(client.hashes).toEqual(['hash-of-ann', 'hash-of-bob'])
    expect(inForce()).toEqual(live('bob'))
  })

  test('an injected client does not identify a user whose hash is missing, and identifies the next user', async () => {
    const client = create()
    let hash = (): string => ''
    const { identity, inForce, problems, settle } = start(client, known('ann'), { hash: () => hash() })
    await settle()
    expect([client.identified, inForce()]).toEqual([[], FAILED])
    expect([...problems]).toEqual([expect.stringContaining('No hash for secure mode')])
    hash = () => 'h-1'
    identity.set(known('bob'))
    await settle()
    expect(inForce()).toEqual(live('bob'))
  })

  test('an injected client is not used after stop', async () => {
    const client = create()
    const { flags, identity, platform, settle } = start(client)
    await settle()
    flags.stop()
    identity.set(known('bob'))
    await settle()
    expect(client.listenerCount()).toBe(0)
    expect(client.identified).toHaveLength(1)
    expect(platform.clock.pending).toBe(0)
  })

  test('an answer after stop changes nothing', async () => {
    const client = create()
    const request = pending()
    client.service = () => request.promise
    const { flags, inForce, platform, settle } = start(client)
    await settle()
    flags.stop()
    request.answer(flagsOf('ann'))
    await settle()
    expect(inForce()).toEqual(INITIALISING)
    expect(platform.clock.pending).toBe(0)
  })

  const boom = (): never => {
    throw new Error('boom')
  }

  test.each<[string, object]>([
    ['identify throws', { identify: boom }],
    ['identify does not return a promise', { identify: () => undefined }],
    ['getContext throws', { getContext: boom }],
    ['getContext returns nothing', { getContext: () => null }],
    ['it has no getContext', { getContext: undefined }],
  ])('no values are in force, and nothing throws, when %s', async (_, broken) => {
    const { flags, inForce, platform, settle } = start(Object.assign(create(), broken))
    await settle()
    await platform.clock.advance(10_000)
    expect(inForce()).toEqual(FAILED)
    expect(flags.variation('who', 0)).toBe(0)
    expect(flags.variationDetail('who', 0).value).toBe(0)
  })

  test.each<[string, object, string[]]>([
    ['variation and variationDetail throw', { variation: boom, variationDetail: boom }, [THREW]],
    ['variationDetail returns nothing', { variationDetail: () => undefined }, []],
    ['it has no variationDetail', { variationDetail: undefined }, [THREW]],
  ])('the values stay, and an error that the client throws is reported, when %s', async (_, broken, reported) => {
    const { flags, problems, settle } = start(Object.assign(create(), broken))
    await settle()
    expect([flags.variation('who', ''), flags.variationDetail('who', '').value]).toEqual(['ann', 'ann'])
    expect([...problems]).toEqual(reported)
  })
})

describe('an injected client of version 4', () => {
  test('a client that is started late has no values in force until then, and those of the user afterwards', async () => {
    const client = fakeVersion4(service)
    const { inForce, platform, problems, settle } = start(client)
    await platform.clock.advance(10_000)
    expect(inForce()).toEqual(FAILED)
    expect([...problems]).toEqual([COULD_NOT_IDENTIFY])
    await client.start()
    await settle()
    expect(inForce()).toEqual(live('ann'))
    expect(client.recorded).toEqual([])
  })

  test('a client that is started late gets the user who is signed in by then', async () => {
    const client = fakeVersion4(service)
    const { identity, inForce, settle } = start(client)
    await settle()
    identity.set(known('bob'))
    await settle()
    await client.start()
    await settle()
    expect(client.identified).toEqual([contextOf('bob')])
    expect(inForce()).toEqual(live('bob'))
  })

  test('values are in force when the stream delivers them after a failure', async () => {
    const client = fakeVersion4(service)
    void client.start()
    const { identity, inForce, settle } = start(client)
    await settle()
    client.service = fail
    identity.set(known('bob'))
    await settle()
    client.connect(flagsOf('bob'))
    await settle()
    expect(inForce()).toEqual(live('bob'))
  })

  test('values are in force when the stream delivers values equal to those of the former user', async () => {
    const client = fakeVersion4(() => ({ same: true }))
    void client.start()
    const { identity, inForce, settle } = start(client)
    await settle()
    client.service = fail
    identity.set(known('bob'))
    await settle()
    expect(inForce()).toEqual(FAILED)
    client.service = () => ({ same: true })
    client.connect({ same: true })
    await settle()
    expect(inForce()).toEqual({ status: 'live', isReady: true, values: { same: true } })
  })

  test('the client is not asked again, and its flags do not count as live, when its stream breaks off after a failure', async () => {
    const client = fakeVersion4(service)
    void client.start()
    const { identity, inForce, settle } = start(client)
    await settle()
    client.service = fail
    identity.set(known('ann', 'another epoch'))
    await settle()
    client.interrupt()
    expect(inForce()).toEqual({ status: 'failed', isReady: true, values: flagsOf('ann') })
    identity.set(known('bob'))
    await settle()
    client.interrupt()
    await settle()
    expect(client.identified).toEqual([contextOf('ann'), contextOf('ann'), contextOf('bob')])
  })

  test('the user is identified again only once when the stream connects and requests continue to fail', async () => {
    const client = fakeVersion4(() => ({ same: true }))
    void client.start()
    const { identity, settle } = start(client)
    await settle()
    client.service = fail
    identity.set(known('bob'))
    await settle()
    for (let time = 0; time < 3; time += 1) {
      client.connect({ same: true })
      await settle()
    }
    expect(client.identified).toEqual([contextOf('ann'), contextOf('bob'), contextOf('bob')])
  })
})

test('injectedClient throws when a client-side id is given as well', () => {
  const both = { client: fakeVersion3(service), clientSideId: 'env' } as never
  expect(() => injectedFlags(both)).toThrow('Cannot boot Launch Darkly: conflicting options were provided')
})

test.each([
  ['3', fakeVersion3],
  ['4', fakeVersion4],
])('values of a client of version %s are copies that cannot be changed', async (_, fake) => {
  const served = { list: [{ id: 1 }] }
  const client = fake(() => served)
  if ('start' in client) void client.start()
  const { flags, settle } = start(client)
  await settle()
  const read = flags.variation('list', []) as unknown as { id: number }[]
  expect(read).toEqual([{ id: 1 }])
  expect(() => read.push()).toThrow(TypeError)
  expect(Object.isFrozen(read[0]) && Object.isFrozen(flags.allFlags())).toBe(true)
  expect(Object.isFrozen(served.list)).toBe(false)
})

const MAKERS: [version: string, make: (context: Context) => Client, asksAgain: boolean][] = [
  ['version 3', (context) => fakeVersion3((of) => client.service(of), context), true],
  ['version 4', (context) => fakeVersion4((of) => client.service(of), context), false],
]
const client = { service }

describe.each(MAKERS)('a client of %s that the layer makes', (_version, make, asksAgain) => {
  const startWith = (first: Identity, options: ContextOptions = {}) => {
    const made: Client[] = []
    const given: unknown[][] = []
    const maker = (...own: [Context, unknown]) => {
      given.push(own)
      const one = make(own[0])
      made.push(one)
      return one
    }
    return { made, given, ...start(maker as never, first, options) }
  }

  test('it is made once for the first user, and has the flags of that user', async () => {
    const { made, given, settle, inForce, problems } = startWith(known('ann'))
    await settle()
    expect(inForce()).toEqual(live('ann'))
    expect(given).toEqual([[contextOf('ann'), undefined]])
    expect(made[0]?.identified).toEqual(asksAgain ? [contextOf('ann')] : [])
    expect(made[0]?.recorded).toEqual([])
    expect([...problems]).toEqual([])
  })

  test('it is not made while the user is not known, and identifies the next user', async () => {
    const { made, settle, inForce, identity } = startWith({ status: 'resolving', epoch: 'e' })
    await settle()
    expect(made).toEqual([])
    identity.set(known('ann'))
    await settle()
    identity.set(known('otto'))
    await settle()
    expect(inForce()).toEqual(live('otto'))
    expect(made).toHaveLength(1)
    expect(made[0]?.identified.at(-1)).toEqual(contextOf('otto'))
  })

  test('a user who signs in while it starts has her own flags', async () => {
    const { made, settle, inForce, identity } = startWith(known('ann'))
    await Promise.resolve()
    identity.set(known('otto'))
    await settle()
    expect(inForce()).toEqual(live('otto'))
    expect(made).toHaveLength(1)
  })

  test('it gets the signature of its context', async () => {
    const { given, settle } = startWith(known('ann'), { hash: ({ key }) => Promise.resolve(`hash of ${key}`) })
    await settle()
    expect(given).toEqual([[contextOf('ann'), 'hash of ann']])
  })

  test('it is closed with the layer, and never made after that', async () => {
    const { made, flags, settle } = startWith(known('ann'))
    await settle()
    flags.stop()
    await settle()
    expect(made.map(({ closed }) => closed)).toEqual([1])
    expect(made.map(({ listenerCount }) => listenerCount())).toEqual([0])
    const early = startWith(known('ann'))
    early.flags.stop()
    await early.settle()
    expect(early.made).toEqual([])
  })

  test('a failure of its first request is reported, and another user is asked for', async () => {
    client.service = fail
    const { settle, inForce, identity, problems } = startWith(known('ann'))
    await settle()
    expect([inForce(), [...problems]]).toEqual([FAILED, [COULD_NOT_IDENTIFY]])
    client.service = service
    identity.set(known('otto'))
    await settle()
    expect(inForce()).toEqual(live('otto'))
  })
})

test('a function that throws in place of making a client is reported, and called again for the next user', async () => {
  let calls = 0
  const maker = (context: Context) => {
    calls += 1
    if (calls === 1) throw new Error('no SDK')
    return fakeVersion4(service, context)
  }
  const { settle, inForce, identity, problems } = start(maker as never)
  await settle()
  expect([inForce(), [...problems]]).toEqual([FAILED, [COULD_NOT_IDENTIFY]])
  identity.set(known('otto'))
  await settle()
  expect(inForce()).toEqual(live('otto'))
})

test('a client that the application has made is not closed with the layer', async () => {
  const own = fakeVersion3(service)
  const { flags, settle } = start(own)
  await settle()
  flags.stop()
  expect(own.closed).toBe(0)
})
