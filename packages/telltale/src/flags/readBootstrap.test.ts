import { expect, test } from 'vitest'
import { fakeFlagService } from '../testing/fakeFlagService.ts'
import { fakeHost } from '../testing/fakeHost.ts'
import { fakePlatform } from '../testing/fakePlatform.ts'
import type { FlagOptions } from './flagSettings.ts'
import { createLaunchDarkly } from './launchDarkly.ts'
import { startFlagClient } from './startFlagClient.ts'
import { vendorFlagsState } from './vendorFlagsState.suite.ts'

const launchDarkly = createLaunchDarkly(() => {
  throw new Error('not injected')
})

function start(bootstrap: NonNullable<FlagOptions['bootstrap']>) {
  const platform = fakePlatform()
  const flags = launchDarkly({ clientSideId: 'env', bootstrap, sendEvents: false })(fakeHost(platform))
  return { flags, logged: platform.logged }
}

test.each([
  ['toJSON() of its state', async () => (await vendorFlagsState()).toJSON()],
  ['the parsed JSON of its state', async () => JSON.parse(JSON.stringify(await vendorFlagsState()))],
])(
  'the flags hold from the start when the bootstrap is what the server SDK of the vendor gives: %s',
  async (_, give) => {
    const { flags, logged } = start(await give())
    expect(flags.detail('layout', 'classic')).toMatchObject({ value: 'compact', reason: { kind: 'FALLTHROUGH' } })
    expect(flags.value('limits', {})).toEqual({ days: 3 })
    expect(logged).toEqual([])
  },
)

test('the layer refuses the state object of the server SDK as a bootstrap, and says what to pass instead', async () => {
  const state = await vendorFlagsState()
  // @ts-expect-error it is not the JSON
  expect(() => launchDarkly({ clientSideId: 'env', bootstrap: state })).toThrow(
    'Cannot boot Launch Darkly: the bootstrap is an LDFlagsState (pass what its toJSON() returns)!',
  )
})

test('a flag client reports the state object of the server SDK as a bootstrap, and asks for its flags', async () => {
  const service = fakeFlagService({ layout: { value: 'classic', version: 1 } })
  const bootstrap = (await vendorFlagsState()) as never
  const context = { kind: 'user', key: 'ida' }
  const client = startFlagClient({ clientSideId: 'env', context, bootstrap }, service.platform)
  await service.platform.settle()
  expect(service.platform.logged).toEqual([
    'Config option "bootstrap" should be of type object or string, got LDFlagsState (pass what its toJSON() returns), using default value',
  ])
  expect(client.allFlags()).toEqual({ layout: 'classic' })
})
