import type { LateFlagPlatform } from '../flags/flagProvider.ts'
import { expect, test } from 'vitest'
import type { Identity } from '../core/model/identity.ts'
import { fakeDisk } from '../testing/fakeDisk.ts'
import { fakeFlagService } from '../testing/fakeFlagService.ts'
import { fakeHost } from '../testing/fakeHost.ts'
import type { FakeAnswer } from '../testing/fakeTransport.ts'
import { createLaunchDarkly } from './launchDarkly.ts'
import { layerFlagEvents } from './layerFlagEvents.ts'

const ANN: Identity = {
  status: 'known',
  epoch: 'ann',
  person: { unique_identity: 'ann', email_address: 'ann@hire.test' },
  name: 'ann',
  displayIdentity: 'ann',
}

interface PageOptions {
  disk: ReturnType<typeof fakeDisk>
  clientSideId?: string
  /** What the service answers to events. */
  events?: FakeAnswer
  plan?: string
}

/** A page of the layer, with a flag that is evaluated once. */
async function openPage({ disk, clientSideId = 'env', events = { status: 202 }, plan = 'a' }: PageOptions) {
  const service = fakeFlagService({ plan: { value: plan, version: 1, trackEvents: true } }, disk)
  service.answers.events = events
  const options = { clientSideId, diagnosticOptOut: true, fetchGoals: false }
  const load = async () => layerFlagEvents({ platformOf: (platform) => platform as LateFlagPlatform, isKept: true })
  const flags = createLaunchDarkly(options, load).start(fakeHost(service.platform, ANN))
  await service.platform.settle()
  return { service, flags, disk }
}

const values = ({ service }: { service: ReturnType<typeof fakeFlagService> }) =>
  service.events('feature').map(({ value }) => value)
const payloadIds = ({ service }: { service: ReturnType<typeof fakeFlagService> }) =>
  service.platform.transport.requests.flatMap(({ headers }) => headers?.['X-LaunchDarkly-Payload-ID'] ?? [])
const stored = (disk: ReturnType<typeof fakeDisk>) => disk.storage.keys('flag-events:')

test.each([
  ['cannot be reached', 'network' as const],
  ['answers 503', { status: 503 }],
])('events of a page while the service %s are sent by the next page, under the same payload id', async (_, events) => {
  const disk = fakeDisk()
  const first = await openPage({ disk, events })
  first.flags.variation('plan', 'none')
  await first.service.platform.clock.advance(30_000)
  first.service.platform.crash()

  const next = await openPage({ disk })
  expect(values(next)).toContain('a')
  expect(payloadIds(next)).toContain(payloadIds(first)[0])
  expect(stored(disk)).toEqual([])
})

test('events of the last moment of a page are stored too while the service cannot be reached', async () => {
  const disk = fakeDisk()
  const first = await openPage({ disk, events: 'network' })
  await first.service.platform.clock.advance(30_000)
  first.flags.variation('plan', 'none')
  first.service.platform.leave()
  expect(values(await openPage({ disk }))).toEqual(['a'])
})

test('a batch that was delivered after a failure is not sent by the next page', async () => {
  const disk = fakeDisk()
  const first = await openPage({ disk, events: { status: 503 } })
  first.flags.variation('plan', 'none')
  await first.service.platform.clock.advance(30_000)
  expect(stored(disk)).toHaveLength(1)
  first.service.answers.events = { status: 202 }
  await first.service.platform.clock.advance(60_000)
  expect(stored(disk)).toEqual([])
})

test('nothing is stored while the service answers', async () => {
  const disk = fakeDisk()
  const { flags, service } = await openPage({ disk })
  flags.variation('plan', 'none')
  service.platform.leave()
  expect(stored(disk)).toEqual([])
})

test('a service that refuses the client-side id for good leaves nothing stored', async () => {
  const disk = fakeDisk()
  const first = await openPage({ disk, events: 'network' })
  await first.service.platform.clock.advance(30_000)
  expect(stored(disk)).toHaveLength(1)
  first.service.answers.events = { status: 401 }
  await first.service.platform.clock.advance(60_000)
  expect(stored(disk)).toEqual([])
})

test('batches of one environment are not sent to another', async () => {
  const disk = fakeDisk()
  const first = await openPage({ disk, events: 'network' })
  first.flags.variation('plan', 'none')
  await first.service.platform.clock.advance(30_000)
  const other = await openPage({ disk, clientSideId: 'other', plan: 'b' })
  other.service.platform.leave()
  expect(values(other)).toEqual([])
  expect(stored(disk)).toHaveLength(1)
})

test('stored batches have a limit, and a disk that refuses is no error', async () => {
  const disk = fakeDisk()
  const first = await openPage({ disk, events: 'network', plan: 'x'.repeat(10_000) })
  for (let round = 0; round < 30; round += 1) {
    first.flags.variation('plan', 'none')
    await first.service.platform.clock.advance(300_000)
    first.service.platform.mayExit()
  }
  const bytes = stored(disk).reduce((sum, key) => sum + (disk.storage.get(key)?.length ?? 0), 0)
  expect(bytes).toBeGreaterThan(64 * 1024)
  expect(bytes).toBeLessThanOrEqual(128 * 1024)

  disk.condition = 'refuses'
  const full = await openPage({ disk, events: 'network' })
  await full.service.platform.clock.advance(30_000)
  expect(full.service.platform.logged).toEqual([])
})
