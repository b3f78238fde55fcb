import { expect, test } from 'vitest'
import type { Identity } from '../core/model/identity.ts'
import type { Json } from '../core/model/json.ts'
import { fakeHost } from '../testing/fakeHost.ts'
import { fakePlatform } from '../testing/fakePlatform.ts'
import { fakeStream, type FakeServer } from '../testing/fakeTransport.ts'
import type { FlagClientOptions } from './flagSettings.ts'
import { layerFlags } from './layerFlags.ts'

const known = (id: string, epoch = id, impersonator?: string): Identity => ({
  status: 'known',
  epoch,
  person: { unique_identity: id },
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
  const flags = layerFlags({ clientSideId: 'env', streaming: false, sendEvents: false, ...options })(host)
  return { platform, identity: host.identity, flags, exposures, settle: platform.settle }
}

test('another token of the same person: what is shown stays, is not ready meanwhile, and nobody is told', async () => {
  const { flags, identity, settle } = start(() => ({ status: 200, body: wire({ layout: { columns: 3 } }) }))
  await settle()
  const before = flags.peek('layout')?.value
  let told = 0
  flags.watch('layout', () => (told += 1))
  identity.set(resolving('second'))
  expect(flags.peek('layout')?.value).toBe(before)
  expect(flags.inForce.get()).toMatchObject({ epoch: 'second', isReady: false })
  identity.set(known('ann', 'second'))
  expect(flags.inForce.get()).toMatchObject({ epoch: 'second', isReady: true })
  await settle()
  expect(flags.peek('layout')?.value).toBe(before)
  expect(told).toBe(0)
})

test.each([
  ['somebody else', known('bob')],
  ['nobody', { status: 'unknown', epoch: 'out' } as Identity],
  ['somebody who looks at the application as the same person', known('ann', 'other', 'sam@hire.test')],
])('another token of %s: what was shown is gone at once when that is known', async (_who, next) => {
  let isUp = true
  const { flags, identity, settle } = start(() =>
    isUp ? { status: 200, body: wire({ on: true }) } : new Promise(() => {}),
  )
  await settle()
  isUp = false
  identity.set(resolving(next.epoch))
  expect(flags.value('on', false)).toBe(true)
  identity.set(next)
  expect(flags.inForce.get()).toMatchObject({ epoch: next.epoch })
  expect(flags.value('on', false)).toBe(false)
})

test('nothing is recorded while it is being found out who is here', async () => {
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
  flags.value('on', false)
  await platform.clock.advance(2000)
  expect(bodies.join()).not.toContain('summary')
  identity.set(known('ann', 'second'))
  flags.value('on', false)
  await platform.clock.advance(2000)
  expect(bodies.join()).toContain('summary')
})

test('a bootstrap holds before it is known who is here, is live for the first, and is nobody else’s', async () => {
  const { flags, identity, settle, platform } = start(
    () => ({ status: 200, body: wire({ on: 'bob' }) }),
    { bootstrap: { on: 'ann', $flagsState: { on: { version: 7 } } } },
    resolving('a'),
  )
  expect(flags.value('on', '')).toBe('ann')
  expect(flags.status.get()).toBe('cached')
  expect(flags.inForce.get().isReady).toBe(false)
  identity.set(known('ann', 'a'))
  await settle()
  expect(flags.inForce.get()).toEqual({ epoch: 'a', isReady: true, user: { id: 'ann' }, values: { on: 'ann' } })
  expect(platform.transport.requests).toEqual([])
  identity.set(resolving('b'))
  identity.set(known('bob', 'b'))
  expect(flags.peek('on')).toBeUndefined()
  await settle()
  expect(flags.value('on', '')).toBe('bob')
})

test('what a server rendered the page with stays known, whatever comes', async () => {
  const stream = fakeStream()
  const { flags, settle } = start(() => ({ status: 200, chunks: stream.chunks }), {
    bootstrap: { on: 1 },
    streaming: true,
  })
  stream.push(`event: patch\ndata: {"key":"on","value":2,"version":9}\n\n`)
  await settle()
  expect(flags.peek('on')?.value).toBe(2)
  expect(flags.given('on')?.value).toBe(1)
  expect(flags.given('constructor')).toBeUndefined()
  expect(start(() => ({ status: 202 })).flags.given('on')).toBeUndefined()
})

test('what is shown is recorded when flags hold, at each change, and for whoever comes next, until it is shown no more', async () => {
  const stream = fakeStream()
  const { flags, identity, exposures, settle } = start(
    ({ url }) =>
      url.includes('/eval/') ? { status: 200, chunks: stream.chunks } : { status: 200, body: wire({ on: true }) },
    { streaming: true },
    resolving('a'),
  )
  let told = 0
  const end = flags.show('on', true, () => (told += 1))
  expect(exposures).toEqual([])
  identity.set(known('ann', 'a'))
  await settle()
  expect([exposures, told]).toEqual([['a: on=true'], 1])

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
