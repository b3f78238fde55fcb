import { describe, expect, test } from 'vitest'
import type { Context } from '../core/model/context.ts'
import type { Identity } from '../core/model/identity.ts'
import type { ContextOptions } from '../flags/contextOf.ts'
import { fakeHost } from '../testing/fakeHost.ts'
import { fakePlatform } from '../testing/fakePlatform.ts'
import { fakeVersion3, fakeVersion4 } from './fakeVendorClients.suite.ts'
import { injectedFlagClient } from './injectedFlagClient.ts'

const known = (id: string, epoch = id, impersonator?: string): Identity => ({
  status: 'known',
  epoch,
  person: { unique_identity: id },
  displayIdentity: id,
  ...(impersonator !== undefined && { impersonator }),
})

const contextOf = (id: string) => ({ unique_identity: id, kind: 'user', key: id })

/** Each person has flags of their own. */
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
  bus.on('problem', ({ message, isError }) => problems.add(`${isError ? 'error' : 'warning'}: ${message}`))
  const flags = injectedFlagClient(client as never, options)(host)
  const inForce = () => {
    const { isReady, values } = flags.inForce.get()
    return { status: flags.status.get(), isReady, values }
  }
  return { flags, identity, exposures, platform, problems, inForce, settle: platform.settle }
}

/** A request that a test answers. */
function pending() {
  let answer = (_values: Record<string, unknown>) => {}
  const promise = new Promise<Record<string, unknown>>((resolve) => (answer = resolve))
  return { promise, answer }
}

const live = (id: string) => ({ status: 'live', isReady: true, values: flagsOf(id) })
const FAILED = { status: 'failed', isReady: true, values: {} }
const INITIALISING = { status: 'initialising', isReady: false, values: {} }
const COULD_NOT_IDENTIFY = 'error: The injected client could not identify the user. Flags have fallbacks until it does.'

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
  test('is given the user, and its values are in force', async () => {
    const client = create()
    const { flags, settle, inForce } = start(client)
    expect(inForce()).toEqual(INITIALISING)
    await settle()
    expect(client.identified).toEqual([contextOf('ann')])
    expect(inForce()).toEqual(live('ann'))
    expect(flags.value('who', '')).toBe('ann')
    expect(flags.detail('who', 1)).toEqual({ value: 1, reason: { kind: 'ERROR', errorKind: 'WRONG_TYPE' } })
    expect(flags.peek('constructor')).toBeUndefined()
  })

  test('changes values live: equal values keep their reference, and only watchers of changed flags are called', async () => {
    const client = create()
    const { flags, inForce, settle } = start(client)
    await settle()
    const { values } = flags.inForce.get()
    const called: string[] = []
    for (const key of ['who', 'same', 'new']) flags.watch(key, () => called.push(key))
    client.push(flagsOf('ann'))
    expect(flags.inForce.get().values).toBe(values)
    client.push({ who: 'changed', same: { list: [1] }, new: true })
    expect(called).toEqual(['who', 'new'])
    expect(flags.peek('same')?.value).toBe(values['same'])
    client.push({ same: { list: [1] } })
    expect(inForce().values).toEqual({ same: { list: [1] } })
  })

  test('has no values in force while the next user is identified', async () => {
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

  test('has no values of the former user in force when it cannot identify the next one', async () => {
    const client = create()
    const { flags, identity, inForce, problems, settle } = start(client)
    await settle()
    client.service = fail
    identity.set(known('bob'))
    await settle()
    expect(inForce()).toEqual(FAILED)
    expect(flags.value('who', 'fallback')).toBe('fallback')
    expect([...problems]).toEqual([COULD_NOT_IDENTIFY])
    client.service = service
    identity.set(known('eve'))
    await settle()
    expect(inForce()).toEqual(live('eve'))
  })

  test('has no values of the former user in force when a change of them comes after a failure', async () => {
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

  test('fails after ten seconds without an answer, and a later answer is in force', async () => {
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

  test('keeps the latest user when the answer for an earlier one comes last', async () => {
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

  test('keeps the user when the answer to its initial request comes late', async () => {
    const client = create()
    const initial = pending()
    client.service = (context) => (context['key'] === 'anon' ? initial.promise : service(context))
    const { inForce, settle } = start(client)
    await settle()
    initial.answer(flagsOf('anon'))
    await settle()
    expect(inForce()).toEqual(live('ann'))
    client.push({ ...client.allFlags(), more: true })
    expect(inForce().values).toEqual({ ...flagsOf('ann'), more: true })
  })

  test('has no values in force when the application identifies another context, and has them when it changes back', async () => {
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

  test('has values in force when the application identifies the user after the layer could not', async () => {
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

  test('keeps its values when only the token of the user has changed and identify fails', async () => {
    const client = create()
    const { inForce, identity, settle } = start(client)
    await settle()
    client.service = fail
    identity.set(known('ann', 'another epoch'))
    await settle()
    expect(inForce()).toEqual({ status: 'failed', isReady: true, values: flagsOf('ann') })
  })

  test('records no evaluation for the reads of the layer', async () => {
    const client = create()
    const { flags, identity, settle } = start(client)
    await settle()
    client.push({ who: 'changed' })
    flags.peek('who')
    flags.all()
    flags.watch('who', () => {})
    identity.set(known('bob'))
    await settle()
    expect(client.recorded).toEqual([])
  })

  test('records the evaluations and exposures of the application', async () => {
    const client = create()
    const { flags, exposures, settle } = start(client)
    await settle()
    flags.value('who', '')
    flags.expose('same')
    expect(client.recorded).toEqual(['ann:who', 'ann:same'])
    expect(exposures).toEqual(['who', 'same'])
  })

  test('records no evaluation while somebody impersonates the user', async () => {
    const client = create()
    const { flags, settle } = start(client, known('ann', 'ann', 'support@hire.test'))
    await settle()
    expect(flags.value('who', '')).toBe('ann')
    expect(flags.detail('who', '')).toEqual({ value: 'ann' })
    expect(client.recorded).toEqual([])
  })

  test('records no evaluation while its context is another one', async () => {
    const client = create()
    const { flags, identity, settle } = start(client)
    await settle()
    client.service = fail
    identity.set(known('bob'))
    await settle()
    flags.value('who', '')
    expect(client.recorded).toEqual([])
  })

  test('gives the variation and the reason of its own details', async () => {
    const client = create()
    const { flags, settle } = start(client)
    await settle()
    const detail = { value: 'ann', variationIndex: 2, reason: { kind: 'FALLTHROUGH' } }
    expect(flags.detail('who', '')).toEqual(detail)
    expect(flags.explain('who', 'ann')).toEqual(detail)
    expect(client.recorded).toEqual(['ann:who'])
    const flag = flags.peek('who')
    flags.detail('who', '')
    expect(flags.peek('who')).toBe(flag)
  })

  test('is given the kind of the context and a hash for each user', async () => {
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

  test('is not asked for a user whose hash is missing, and the next user is tried again', async () => {
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

  test('is left alone after stop', async () => {
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

  test('changes nothing when it answers after stop', async () => {
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
    ['identify returns no promise', { identify: () => undefined }],
    ['getContext throws', { getContext: boom }],
    ['getContext returns nothing', { getContext: () => null }],
    ['it has no getContext', { getContext: undefined }],
  ])('has no values in force, and the page goes on, when %s', async (_, broken) => {
    const { flags, inForce, platform, settle } = start(Object.assign(create(), broken))
    await settle()
    await platform.clock.advance(10_000)
    expect(inForce()).toEqual(FAILED)
    expect(flags.value('who', 0)).toBe(0)
    expect(flags.detail('who', 0).value).toBe(0)
  })

  test.each<[string, object]>([
    ['variation and variationDetail throw', { variation: boom, variationDetail: boom }],
    ['variationDetail returns nothing', { variationDetail: () => undefined }],
    ['it has no variationDetail', { variationDetail: undefined }],
  ])('keeps its values when %s', async (_, broken) => {
    const { flags, settle } = start(Object.assign(create(), broken))
    await settle()
    expect([flags.value('who', ''), flags.detail('who', '').value]).toEqual(['ann', 'ann'])
  })
})

describe('an injected client of version 4', () => {
  test('that is started late has no values in force until then, and those of the user afterwards', async () => {
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

  test('that is started late is given the user who is here by then', async () => {
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

  test('has values in force when its stream brings them after a failure', async () => {
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

  test('has values in force when its stream brings the same ones as those of the former user', async () => {
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

  test('is asked again only once when its stream connects and its requests go on failing', async () => {
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
