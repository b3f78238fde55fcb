import { expect, test } from 'vitest'
import type { Identity } from '../core/model/identity.ts'
import type { Json } from '../core/model/json.ts'
import { fakeFlagService } from '../testing/fakeFlagService.ts'
import { fakeHost } from '../testing/fakeHost.ts'
import { launchDarklyAtOnce } from '../testkit/createTelltaleAtOnce.ts'
import { type DebugOverrides, type Plugin, withPlugins } from './plugins.ts'
import { startFlagClient } from './startFlagClient.ts'

const sizes = () => ['m', 's', { of: ['l'] }]
const reason = () => ({ kind: 'RULE_MATCH', inner: { list: [1] } })
const flag = (version = 1) => ({ value: sizes(), version, variation: 1, reason: reason() })
const ida: Identity = {
  ...{ status: 'known', epoch: 'a', person: { unique_identity: 'ida' }, name: 'Ida', displayIdentity: 'Ida' },
}

/** Whether the value is frozen at each level. */
const isOwned = (value: unknown): boolean =>
  typeof value !== 'object' || value === null || (Object.isFrozen(value) && Object.values(value).every(isOwned))

type Service = ReturnType<typeof fakeFlagService>

test.each<[source: string, flags: object, options: object, act?: (service: Service) => Promise<void>]>([
  ['a poll', { sizes: flag() }, {}],
  ['a bootstrap', {}, { bootstrap: { sizes: sizes(), $flagsState: { sizes: flag() } } }],
  ['a put of the stream', {}, {}, (service) => service.send('put', { sizes: flag() })],
  ['a patch of the stream', { sizes: flag() }, {}, (service) => service.send('patch', { key: 'sizes', ...flag(2) })],
  [
    'a changed value',
    { sizes: { ...flag(), value: [0] } },
    {},
    (service) => service.send('patch', { key: 'sizes', ...flag(2) }),
  ],
])('flags of %s cannot be changed by those who read them', async (_, answer, options, act) => {
  const service = fakeFlagService(answer as Service['flags'])
  const host = fakeHost(service.platform, ida)
  const given = { clientSideId: 'env', streaming: true, evaluationReasons: true, fetchGoals: false, ...options }
  const flags = launchDarklyAtOnce(given).start(host)
  await service.platform.settle()
  await act?.(service)
  const read = flags.variation('sizes', [] as Json)
  expect(read).toEqual(sizes())
  expect(() => (read as Json[]).reverse()).toThrow(TypeError)
  for (const handedOut of [
    read,
    flags.variationDetail('sizes', [] as Json).reason,
    flags.getFlag('sizes'),
    flags.allFlags(),
    flags.current.get().values,
  ]) {
    expect(handedOut).toBeDefined()
    expect(isOwned(handedOut)).toBe(true)
  }
  expect(flags.variation('sizes', [] as Json)).toBe(read)
  flags.stop()
})

test('flags of an earlier visit cannot be changed by those who read them', async () => {
  const service = fakeFlagService({ sizes: flag() })
  const options = { clientSideId: 'env', sendEvents: false, streaming: false }
  for (const visit of [1, 2]) {
    const flags = launchDarklyAtOnce(options).start(fakeHost(service.platform, ida))
    if (visit === 2) expect(flags.status.get()).toBe('cached')
    else await service.platform.clock.advance(5_000)
    expect(isOwned(flags.getFlag('sizes')) && flags.getFlag('sizes') !== undefined).toBe(true)
    flags.stop()
  }
})

test('a bootstrap is not changed, and a later change of it changes no flag', async () => {
  const bootstrap = { sizes: sizes(), layout: 'wide', $flagsState: { sizes: flag() } }
  const service = fakeFlagService()
  const part = launchDarklyAtOnce({ clientSideId: 'env', bootstrap, sendEvents: false })
  const flags = part.start(fakeHost(service.platform, ida))
  for (const read of [flags.variation('sizes', [] as Json), flags.bootstrapFlag('sizes')?.value]) {
    expect(isOwned(read)).toBe(true)
    bootstrap.sizes.push('xl')
    expect(read).toEqual(sizes())
  }
  expect(Object.isFrozen(bootstrap.sizes) || Object.isFrozen(bootstrap.$flagsState.sizes.reason)).toBe(false)
  flags.stop()
})

test.each<[title: string, bootstrap: object]>([
  [
    'whose toJSON throws',
    {
      toJSON() {
        throw new Error('no state')
      },
    },
  ],
  ['with a big integer', { sizes: 5n }],
  ['that is a cycle', cycle()],
])('a bootstrap %s counts as none: the flags are requested', async (_, bootstrap) => {
  const service = fakeFlagService({ sizes: flag() })
  const flags = launchDarklyAtOnce({ clientSideId: 'env', bootstrap, sendEvents: false }).start(
    fakeHost(service.platform, ida),
  )
  await service.platform.settle()
  expect(flags.variation('sizes', [] as Json)).toEqual(sizes())
  flags.stop()
})

function cycle() {
  const bootstrap: Record<string, unknown> = {}
  bootstrap['sizes'] = [bootstrap]
  return bootstrap
}

test('what listeners, plugins and contexts of a flag client share cannot be changed', async () => {
  const service = fakeFlagService({ sizes: flag() })
  let overrides: DebugOverrides | undefined
  const plugin = {
    getMetadata: () => ({ name: 'p' }),
    register: () => {},
    registerDebug: (given) => (overrides = given),
  } as Plugin
  const context = { kind: 'user', key: 'ida', company: { id: 'c-1' } }
  const options = { clientSideId: 'env', context, streaming: true, extensions: [withPlugins([plugin])] }
  const client = startFlagClient({ ...options, diagnosticOptOut: true, fetchGoals: false }, service.platform)
  await service.platform.settle()
  const heard: unknown[] = []
  client.on('change', (...args) => void heard.push(...args))
  client.on('change:sizes', (...args) => void heard.push(...args))
  await service.send('patch', { key: 'sizes', ...flag(2), value: [[1]] })
  const own = [['own']]
  overrides?.setOverride('sizes', own)
  expect(heard).toHaveLength(6)
  expect(heard.every(isOwned)).toBe(true)
  own[0]?.push('changed')
  expect(client.variation('sizes')).toEqual([['own']])
  expect(Object.isFrozen(own)).toBe(false)
  expect(isOwned(client.variation('sizes')) && isOwned(client.getContext())).toBe(true)
  expect(Object.isFrozen(context.company)).toBe(false)
  await client.close()
})
