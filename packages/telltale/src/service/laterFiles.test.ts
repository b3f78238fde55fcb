import type { LateFlagPlatform } from '../flags/flagProvider.ts'
import { expect, test } from 'vitest'
import type { Identity } from '../core/model/identity.ts'
import { sendDiagnostics } from './flagDiagnostics.ts'
import { watchGoals } from './goals.ts'
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

/** A page of the layer that loads the code for goals and diagnostics when it is needed. */
function openPage(service: FakeFlagService, options: Partial<FlagOptions> = {}) {
  const loads = { goals: 0, diagnostics: 0, failures: 0 }
  const host = fakeHost(service.platform, ann)
  const problems: string[] = []
  host.bus.on('problem', ({ message }) => problems.push(message))
  const files = {
    async loadGoals() {
      loads.goals += 1
      if (loads.failures > 0) {
        loads.failures -= 1
        throw new TypeError('not found')
      }
      return watchGoals
    },
    async loadDiagnostics() {
      loads.diagnostics += 1
      return sendDiagnostics
    },
    diagnosticsDelayMs: DELAY_MS,
  }
  const settings = { clientSideId: 'env', streaming: false, ...options }
  const flags = createLaunchDarkly(settings, () =>
    layerFlagEvents({ platformOf: (platform) => platform as LateFlagPlatform, ...files }),
  ).start(host)
  return { loads, problems, flags, clock: service.platform.clock, settle: service.platform.settle }
}

const GOALS = json([{ key: 'quote', kind: 'pageview', urls: [{ kind: 'substring', substring: '/' }] }])

test('the code that watches goals is loaded only if the service has goals', async () => {
  const without = openPage(fakeFlagService())
  await without.settle()
  expect(without.loads.goals).toBe(0)
  without.flags.stop()
  const service = fakeFlagService()
  service.answers.goals = GOALS
  const { loads, flags, clock } = openPage(service)
  await clock.advance(5_000)
  expect(loads.goals).toBe(1)
  expect(service.events('pageview')).toHaveLength(1)
  flags.stop()
})

test('goals are watched once their code has been loaded, after failures that are not reported', async () => {
  const service = fakeFlagService()
  service.answers.goals = GOALS
  const { loads, problems, flags, clock } = openPage(service)
  loads.failures = 2
  await clock.advance(30_000)
  expect(loads.goals).toBe(3)
  expect(problems).toEqual([])
  expect(service.events('pageview')).toHaveLength(1)
  flags.stop()
})

test('the code for diagnostics is loaded after a delay, and reports what happened before', async () => {
  const service = fakeFlagService()
  const { loads, flags, clock } = openPage(service, { diagnosticRecordingInterval: 5_000 })
  const start = clock.now()
  await clock.advance(DELAY_MS - 1)
  expect([loads.diagnostics, service.urls('diagnostic')]).toEqual([0, []])
  await clock.advance(1)
  expect([loads.diagnostics, service.urls('diagnostic').length]).toEqual([1, 1])
  await clock.advance(5_000)
  const bodies = service.platform.transport.requests
    .filter(({ url }) => url.includes('/diagnostic/'))
    .map(({ body }) => JSON.parse(body ?? ''))
  expect(bodies[1]).toMatchObject({ kind: 'diagnostic', dataSinceDate: start, eventsInLastBatch: 1 })
  flags.stop()
})

test('the code for diagnostics is not loaded if they are switched off, or if the page is closed before', async () => {
  const off = openPage(fakeFlagService(), { diagnosticOptOut: true })
  await off.clock.advance(60_000)
  expect(off.loads.diagnostics).toBe(0)
  off.flags.stop()
  const closed = openPage(fakeFlagService())
  await closed.settle()
  closed.flags.stop()
  await closed.clock.advance(60_000)
  expect([closed.loads.diagnostics, closed.clock.pending]).toEqual([0, 0])
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
