import { expect, test } from 'vitest'
import { fakeFlagService } from '../testing/fakeFlagService.ts'
import { fakeHost } from '../testing/fakeHost.ts'
import { fakePlatform } from '../testing/fakePlatform.ts'
import type { FlagOptions } from './flagSettings.ts'
import { launchDarklyAtOnce } from '../testkit/createTelltaleAtOnce.ts'
import { startFlagClient } from './startFlagClient.ts'
import { vendorFlagsState } from './vendorFlagsState.suite.ts'

function start(bootstrap: NonNullable<FlagOptions['bootstrap']>) {
  const platform = fakePlatform()
  const flags = launchDarklyAtOnce({ clientSideId: 'env', bootstrap, sendEvents: false }).start(fakeHost(platform))
  return { flags, logged: platform.logged }
}

test.each([
  ['its state', vendorFlagsState],
  ['toJSON() of its state', async () => (await vendorFlagsState()).toJSON()],
  ['the parsed JSON of its state', async () => JSON.parse(JSON.stringify(await vendorFlagsState()))],
])('the flags of a bootstrap from the vendor’s server SDK are in force from the start: %s', async (_, give) => {
  const { flags, logged } = start(await give())
  expect(flags.variationDetail('layout', 'classic')).toMatchObject({
    value: 'compact',
    reason: { kind: 'FALLTHROUGH' },
  })
  expect(flags.variation('limits', {})).toEqual({ days: 3 })
  expect(logged).toEqual([])
})

test('a flag client takes the state object of the server SDK as a bootstrap, and requests nothing', async () => {
  const service = fakeFlagService({ layout: { value: 'classic', version: 1 } })
  const context = { kind: 'user', key: 'ida' }
  const options = { clientSideId: 'env', context, bootstrap: await vendorFlagsState() }
  const client = startFlagClient(options, service.platform)
  await service.platform.settle()
  expect(service.platform.logged).toEqual([])
  expect(client.allFlags()).toEqual({ layout: 'compact', limits: { days: 3 } })
})
