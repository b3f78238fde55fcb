import type { LateFlagPlatform } from '../flags/flagProvider.ts'
import { expect, test } from 'vitest'
import type { Identity } from '../core/model/identity.ts'
import { createLaunchDarkly } from './launchDarkly.ts'
import type { FlagOptions } from './flagSettings.ts'
import { layerFlagEvents } from './layerFlagEvents.ts'
import { fakeFlagService, json, type FakeFlagService } from '../testing/fakeFlagService.ts'
import { fakeHost } from '../testing/fakeHost.ts'

const ann: Identity = {
  status: 'known',
  epoch: 'e',
  person: { unique_identity: 'ann' },
  name: 'ann',
  displayIdentity: 'ann',
}

const DELAY_MS = 2_500

/** A page of the layer that sends diagnostics after a delay. */
function openPage(service: FakeFlagService, options: Partial<FlagOptions> = {}) {
  const host = fakeHost(service.platform, ann)
  const settings = { clientSideId: 'env', streaming: false, ...options }
  const flags = createLaunchDarkly(settings, () =>
    layerFlagEvents({ platformOf: (platform) => platform as LateFlagPlatform, diagnosticsDelayMs: DELAY_MS }),
  ).start(host)
  return { flags, clock: service.platform.clock, settle: service.platform.settle }
}

const GOALS = json([{ key: 'quote', kind: 'pageview', urls: [{ kind: 'substring', substring: '/' }] }])

test('the goals of the service are watched', async () => {
  const service = fakeFlagService()
  service.answers.goals = GOALS
  const { flags, clock } = openPage(service)
  await clock.advance(5_000)
  expect(service.events('pageview')).toHaveLength(1)
  flags.stop()
})

test('diagnostics are sent after a delay, and report what happened before', async () => {
  const service = fakeFlagService()
  const { flags, clock } = openPage(service, { diagnosticRecordingInterval: 5_000 })
  const start = clock.now()
  await clock.advance(DELAY_MS - 1)
  expect(service.urls('diagnostic')).toEqual([])
  await clock.advance(1)
  expect(service.urls('diagnostic')).toHaveLength(1)
  await clock.advance(5_000)
  const bodies = service.platform.transport.requests
    .filter(({ url }) => url.includes('/diagnostic/'))
    .map(({ body }) => JSON.parse(body ?? ''))
  expect(bodies[1]).toMatchObject({ kind: 'diagnostic', dataSinceDate: start, eventsInLastBatch: 1 })
  flags.stop()
})

test('no diagnostics are sent if they are switched off, or if the page is closed before', async () => {
  const off = fakeFlagService()
  const { flags, clock } = openPage(off, { diagnosticOptOut: true })
  await clock.advance(60_000)
  expect(off.urls('diagnostic')).toEqual([])
  flags.stop()
  const service = fakeFlagService()
  const closed = openPage(service)
  await closed.settle()
  closed.flags.stop()
  await closed.clock.advance(60_000)
  expect([service.urls('diagnostic'), closed.clock.pending]).toEqual([[], 0])
})

test('requests for flags of a layer are without headers of the application, and those for events have them', async () => {
  const service = fakeFlagService()
  const application = { id: 'desk', version: '1.0' }
  const { flags, clock } = openPage(service, {
    application,
    wrapperName: 'react',
    wrapperVersion: '2',
    streaming: true,
  })
  await clock.advance(5_000)
  const headersOf = (path: string) => service.platform.transport.requests.find(({ url }) => url.includes(path))?.headers
  expect(headersOf('/sdk/evalx/')).toEqual({})
  expect(headersOf('/eval/')).toEqual({})
  expect(headersOf('/events/bulk/')).toMatchObject({
    'X-LaunchDarkly-Tags': 'application-id/desk application-version/1.0',
    'X-LaunchDarkly-Wrapper': 'react/2',
    'X-LaunchDarkly-User-Agent': expect.stringMatching(/^Telltale/),
  })
  flags.stop()
})
