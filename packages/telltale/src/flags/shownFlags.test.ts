import { expect, test } from 'vitest'
import type { Identity } from '../core/model/identity.ts'
import type { Json } from '../core/model/json.ts'
import { fakeHost } from '../testing/fakeHost.ts'
import { fakePlatform } from '../testing/fakePlatform.ts'
import { fakeStream, type FakeServer } from '../testing/fakeTransport.ts'
import type { FlagClientOptions } from '../client/flagClientOptions.ts'
import { launchDarklyAtOnce } from '../testkit/createTelltaleAtOnce.ts'

const known = (id: string, epoch = id, impersonator?: string): Identity => ({
  status: 'known',
  epoch,
  person: { unique_identity: id },
  name: id,
  displayIdentity: id,
  ...(impersonator && { impersonator }),
})
const resolving = (epoch: string): Identity => ({ status: 'resolving', epoch })
const wire = (values: Record<string, Json>, version = 1) =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key, { value, version }]))

function start(server: FakeServer, options: Partial<FlagClientOptions> = {}, first: Identity = known('ann')) {
  const platform = fakePlatform(server)
  const host = fakeHost(platform, first)
  const exposures: string[] = []
  host.bus.on('exposure', ({ key, flag }) =>
    exposures.push(`${host.identity.get().epoch}: ${key}=${JSON.stringify(flag?.value)}`),
  )
  const flags = launchDarklyAtOnce({
    clientSideId: 'env',
    streaming: false,
    sendEvents: false,
    ...options,
  }).start(host)
  return { platform, identity: host.identity, flags, exposures, settle: platform.settle }
}

test('with another token of the same person, the shown flags stay, are not ready meanwhile, and no watcher is called', async () => {
  const { flags, identity, settle } = start(() => ({ status: 200, body: wire({ layout: { columns: 3 } }) }))
  await settle()
  const before = flags.getFlag('layout')?.value
  let reported = 0
  flags.watch('layout', () => (reported += 1))
  identity.set(resolving('second'))
  expect(flags.getFlag('layout')?.value).toBe(before)
  expect(flags.current.get()).toMatchObject({ epoch: 'second', isReady: false })
  identity.set(known('ann', 'second'))
  expect(flags.current.get()).toMatchObject({ epoch: 'second', isReady: true })
  await settle()
  expect(flags.getFlag('layout')?.value).toBe(before)
  expect(reported).toBe(0)
})

test.each([
  ['another user', known('bob')],
  ['an unknown user', { status: 'unknown', reason: 'signed-out', epoch: 'out' } as Identity],
  ['an impersonator of the same person', known('ann', 'other', 'sam@hire.test')],
])('with another token of %s, the shown flags are dropped as soon as the user is known', async (_who, next) => {
  let isUp = true
  const { flags, identity, settle } = start(() =>
    isUp ? { status: 200, body: wire({ on: true }) } : new Promise(() => {}),
  )
  await settle()
  isUp = false
  identity.set(resolving(next.epoch))
  expect(flags.variation('on', false)).toBe(true)
  identity.set(next)
  expect(flags.current.get()).toMatchObject({ epoch: next.epoch })
  expect(flags.variation('on', false)).toBe(false)
})

test('nothing is recorded while the identity is resolving', async () => {
  const bodies: string[] = []
  const { flags, identity, settle, platform } = start(
    ({ url, body }) => {
      if (url.includes('/events/bulk')) bodies.push(body ?? '')
      return { status: 200, body: wire({ on: true }) }
    },
    { sendEvents: true, fetchGoals: false, diagnosticOptOut: true },
  )
  await settle()
  identity.set(resolving('second'))
  flags.variation('on', false)
  await platform.clock.advance(2000)
  expect(bodies.join()).not.toContain('summary')
  identity.set(known('ann', 'second'))
  flags.variation('on', false)
  await platform.clock.advance(2000)
  expect(bodies.join()).toContain('summary')
})

test('a bootstrap is in force while the identity is resolving, live for the first user, and not used for other users', async () => {
  const { flags, identity, settle, platform } = start(
    () => ({ status: 200, body: wire({ on: 'bob' }) }),
    { bootstrap: { on: 'ann', $flagsState: { on: { version: 7 } } } },
    resolving('a'),
  )
  expect(flags.variation('on', '')).toBe('ann')
  expect(flags.status.get()).toBe('cached')
  expect(flags.current.get().isReady).toBe(false)
  identity.set(known('ann', 'a'))
  await settle()
  expect(flags.current.get()).toEqual({
    epoch: 'a',
    isReady: true,
    user: { id: 'ann' },
    values: { on: 'ann' },
    getFlag: expect.any(Function) as unknown,
  })
  expect(platform.transport.requests).toEqual([])
  identity.set(resolving('b'))
  identity.set(known('bob', 'b'))
  expect(flags.getFlag('on')).toBeUndefined()
  await settle()
  expect(flags.variation('on', '')).toBe('bob')
})

test('the flags with which a server rendered the page remain available through later changes', async () => {
  const stream = fakeStream()
  const { flags, settle } = start(() => ({ status: 200, chunks: stream.chunks }), {
    bootstrap: { on: 1 },
    streaming: true,
  })
  stream.push(`event: patch\ndata: {"key":"on","value":2,"version":9}\n\n`)
  await settle()
  expect(flags.getFlag('on')?.value).toBe(2)
  expect(flags.bootstrapFlag('on')?.value).toBe(1)
  expect(flags.bootstrapFlag('constructor')).toBeUndefined()
  expect(start(() => ({ status: 202 })).flags.bootstrapFlag('on')).toBeUndefined()
})

test('a shown flag is recorded when flags come into force, at each change, and for each new user, until it is no longer shown', async () => {
  const stream = fakeStream()
  const { flags, identity, exposures, settle } = start(
    ({ url }) =>
      url.includes('/eval/') ? { status: 200, chunks: stream.chunks } : { status: 200, body: wire({ on: true }) },
    { streaming: true },
    resolving('a'),
  )
  let reported = 0
  const end = flags.watch('on', () => (reported += 1), { fallback: true })
  expect(exposures).toEqual([])
  identity.set(known('ann', 'a'))
  await settle()
  expect([exposures, reported]).toEqual([['a: on=true'], 1])

  stream.push(`event: patch\ndata: {"key":"on","value":true,"version":2}\n\n`)
  stream.push(`event: patch\ndata: {"key":"on","value":false,"version":3}\n\n`)
  await settle()
  expect(exposures).toEqual(['a: on=true', 'a: on=false'])

  identity.set(resolving('b'))
  identity.set(known('ann', 'b'))
  await settle()
  expect(exposures.slice(2, 3)).toEqual(['b: on=false'])

  end()
  const count = exposures.length
  identity.set(known('bob', 'c'))
  await settle()
  expect(exposures).toHaveLength(count)
})
