import { expect, test } from 'vitest'
import type { Identity } from '../core/model/identity.ts'
import { fakeFlagService } from '../testing/fakeFlagService.ts'
import { fakeHost } from '../testing/fakeHost.ts'
import { fakePlatform } from '../testing/fakePlatform.ts'
import type { FlagOptions } from '../launchDarklyService/flagSettings.ts'
import { launchDarklyAtOnce } from '../testkit/createTelltaleAtOnce.ts'
import { startFlagClient } from '../client/startFlagClient.ts'
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

const BOOTSTRAP = { layout: 'compact', $flagsState: { layout: { version: 5, variation: 1 } } }
const ann = (epoch: string, person = { unique_identity: 'ann' }): Identity => ({
  ...{ status: 'known', epoch, person, name: 'Ann', displayIdentity: 'Ann' },
})

/** What is reported when the service streams this flag to the first user, or to the next one. */
async function reportedFor(layout: object, next?: Identity) {
  const service = fakeFlagService({})
  const host = fakeHost(service.platform, ann('a'))
  const problems: string[] = []
  host.bus.on('problem', ({ message }) => problems.push(message))
  const options = { clientSideId: 'env', bootstrap: BOOTSTRAP, streaming: true, fetchGoals: false }
  const flags = launchDarklyAtOnce(options).start(host)
  flags.variation('layout', '')
  await service.platform.settle()
  if (next) {
    service.flags = { layout } as typeof service.flags
    host.identity.set(next)
    await service.platform.settle()
  } else await service.send('put', { layout })
  flags.variation('layout', '')
  flags.stop()
  return problems
}

const DIFFERS = [
  '"layout" has another value in the page than on the server: is the same user signed in, with the same attributes? (T147)',
]

test('another value than that of the bootstrap, at the same version of the flag, is reported', async () => {
  expect(await reportedFor({ value: 'classic', version: 90, flagVersion: 5, variation: 0 })).toEqual(DIFFERS)
  expect(await reportedFor({ value: 'classic', version: 5, variation: 0 })).toEqual(DIFFERS)
  // The local services give a server the version of all flags.
  expect(await reportedFor({ value: 'classic', version: 5, flagVersion: 1, variation: 0 })).toEqual(DIFFERS)
})

test('another value is not reported if the flag has changed since, or if the value is that of the next user', async () => {
  const other = { value: 'classic', version: 90, flagVersion: 5, variation: 0 }
  expect(await reportedFor({ ...other, flagVersion: 6 })).toEqual([])
  expect(await reportedFor({ ...other, value: 'compact', variation: 1 })).toEqual([])
  expect(await reportedFor(other, ann('b', { unique_identity: 'bob' }))).toEqual([])
})
