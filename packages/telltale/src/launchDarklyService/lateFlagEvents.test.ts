import { expect, test } from 'vitest'
import type { Identity } from '../core/model/identity.ts'
import type { Promotion } from '../core/model/promotion.ts'
import { flagEventsAtOnce } from '../testkit/createTelltaleAtOnce.ts'
import type { StartLayerFlagEvents } from './lateFlagEvents.ts'
import type { FlagOptions } from './flagSettings.ts'
import { createLaunchDarkly } from './launchDarkly.ts'
import { fakeDisk } from '../testing/fakeDisk.ts'
import { fakeFlagService } from '../testing/fakeFlagService.ts'
import { fakeHost } from '../testing/fakeHost.ts'

const known = (id: string, more = {}): Identity => ({
  status: 'known',
  epoch: id,
  person: { unique_identity: id, email_address: `${id}@hire.test` },
  name: id,
  displayIdentity: id,
  ...more,
})

const flag = (value: unknown, version = 1, more = {}) => ({ value, version, ...more })

/** A page of the layer whose flags load the code of their events and their stream: at once, or with `arrive`. */
function openPage(
  options: Omit<Partial<FlagOptions>, 'streaming'> & { streaming?: boolean | undefined } = {},
  {
    isAtOnce = false,
    disk = fakeDisk(),
    isMissing = false,
    served = { plan: flag('a') } as object,
    promotion = 'production' as Promotion,
  } = {},
) {
  const service = fakeFlagService({ ...served }, disk)
  const { platform } = service
  const plain = fakeHost(platform, known('ann'))
  const host = { ...plain, app: { ...plain.app, promotion } }
  const page = { isMissing, loads: 0 }
  const problems: string[] = []
  host.bus.on('problem', ({ message }) => problems.push(message))
  let arrive: (start: StartLayerFlagEvents) => void = () => {}
  function load() {
    page.loads += 1
    return page.isMissing
      ? Promise.reject(new TypeError('not found'))
      : new Promise<StartLayerFlagEvents>((resolve) => (arrive = resolve))
  }
  const defaults = { clientSideId: 'env', streaming: false, diagnosticOptOut: true, fetchGoals: false }
  const settings = { ...defaults, ...options } as FlagOptions
  const flags = createLaunchDarkly(settings, isAtOnce ? () => flagEventsAtOnce : load).start(host)
  return {
    service,
    platform,
    host,
    page,
    problems,
    flags,
    async arrive() {
      arrive(flagEventsAtOnce)
      await platform.settle()
    },
  }
}

type Page = ReturnType<typeof openPage>

/** What an application and its service may do before the lazy chunk is there. */
const STEPS: readonly ((page: Page) => unknown)[] = [
  ({ flags }) => flags.variation('plan', 'z'),
  ({ flags }) => flags.variation('plan', 'other'),
  ({ flags }) => flags.variation('unknown', 1),
  ({ flags }) => flags.track('bought', { items: 2 }, 129),
  ({ flags }) => flags.variationDetail('tracked', 0),
  ({ flags }) => flags.variation('debugged', 0),
  // Later, other flags are in force: those of the evaluations above must not change.
  ({ service, host }) => {
    service.flags = {
      plan: flag('b', 2),
      tracked: flag(10, 2, { trackEvents: true, prerequisites: ['plan'] }),
      debugged: flag(20, 2),
    }
    host.identity.set(known('ann', { person: { unique_identity: 'ann', company_name: 'Hire & Co' } }))
  },
  ({ flags }) => flags.variation('plan', 'z'),
  ({ flags }) => flags.recordExposure('tracked', 0),
  ({ host }) => host.identity.set(known('bob')),
  ({ flags }) => flags.variation('tracked', 0),
  ({ host }) => host.identity.set({ status: 'resolving', epoch: 'c' }),
  ({ flags }) => flags.variation('plan', 'nobody'),
  ({ flags }) => flags.track('bought by nobody'),
  ({ host }) => host.identity.set({ ...known('eve', { impersonator: 'sue@hire.test' }), epoch: 'd' } as Identity),
  ({ flags }) => flags.variation('plan', 'muted'),
  ({ flags }) => flags.track('bought by an impersonator'),
  ({ host }) => host.identity.set({ status: 'unknown', reason: 'signed-out', epoch: 'e' }),
  ({ flags }) => flags.variation('debugged', 0),
]

const START = Date.UTC(2026, 0, 1)

const SERVED = {
  plan: flag('a'),
  tracked: flag(1, 1, { trackEvents: true, trackReason: true, reason: { kind: 'OFF' }, prerequisites: ['plan'] }),
  // The debugging of this flag ends while the page is open.
  debugged: flag(2, 1, { debugEventsUntilDate: START + 650 }),
}

/** The flag events of a page on which the steps happen, one in each tenth of a second. */
async function eventsOf(isAtOnce: boolean, arriveBefore?: number) {
  // No flush, so that each context has one summary.
  const page = openPage({ flushInterval: 60_000 }, { isAtOnce, served: SERVED })
  const { service, platform, flags } = page
  for (const [index, step] of STEPS.entries()) {
    await platform.clock.advance(100)
    if (index === arriveBefore) await page.arrive()
    step(page)
  }
  await platform.clock.advance(100)
  if (arriveBefore === STEPS.length) await page.arrive()
  flags.stop()
  await platform.settle()
  return service.batches().flat()
}

const atOnce = await eventsOf(true)

test('the steps of these tests cause events of each kind and context', () => {
  const kinds = atOnce.map(({ kind }) => kind)
  expect([...new Set(kinds)].sort()).toEqual(['custom', 'debug', 'feature', 'identify', 'summary'])
  expect(kinds.filter((kind) => kind === 'summary').length).toBeGreaterThan(2)
})

test('track records a custom event with its metric value, and none of a user who is unknown or impersonated', () => {
  expect(atOnce.filter(({ kind }) => kind === 'custom')).toEqual([
    expect.objectContaining({
      key: 'bought',
      data: { items: 2 },
      metricValue: 129,
      url: expect.stringContaining('http'),
    }),
  ])
})

test.each(Array.from({ length: STEPS.length + 1 }, (_, step) => step))(
  'flag events are the same when their code arrives before step %i as when it is there at once',
  async (step) => {
    expect(await eventsOf(false, step)).toEqual(atOnce)
  },
)

test('exposures that are recorded before the lazy chunk has loaded are delivered after it has, in order', async () => {
  const served = { a: flag(1, 1, { trackEvents: true }), b: flag(2, 1, { trackEvents: true }) }
  const { service, platform, flags, arrive } = openPage({}, { served })
  await platform.settle()
  const start = platform.clock.now()
  for (const key of ['a', 'b', 'a']) {
    flags.recordExposure(key, 0)
    await platform.clock.advance(1_000)
  }
  expect(service.batches()).toEqual([])
  await arrive()
  flags.recordExposure('b', 0)
  await platform.clock.advance(10_000)
  const shown = service.events('feature').map(({ key, creationDate }) => [key, Number(creationDate) - start])
  expect(shown).toEqual([
    ['a', 0],
    ['b', 1_000],
    ['a', 2_000],
    ['b', 3_000],
  ])
  flags.stop()
})

test('a prerequisite is counted with the flag that it was when its flag was evaluated', async () => {
  const disk = fakeDisk()
  const top = flag('t', 1, { prerequisites: ['base'] })
  const before = openPage({ sendEvents: false }, { disk, served: { top, base: flag('old', 1) } })
  await before.platform.clock.advance(5_000)
  before.flags.stop()
  const { service, platform, flags, arrive } = openPage({}, { disk, served: { top, base: flag('new', 2) } })
  expect(flags.status.get()).toBe('cached')
  flags.variation('top', '')
  await platform.settle()
  expect(flags.allFlags()).toEqual({ top: 't', base: 'new' })
  await arrive()
  await platform.clock.advance(5_000)
  const [summary] = service.events('summary') as { features?: Record<string, { counters: object[] }> }[]
  expect(summary?.features?.['base']?.counters).toEqual([{ value: 'old', version: 1, count: 1 }])
  flags.stop()
})

test('prerequisites that refer to one another do not stop a page that waits for its lazy chunk', async () => {
  const served = { a: flag(1, 1, { prerequisites: ['b'] }), b: flag(2, 1, { prerequisites: ['a'] }) }
  const { service, platform, flags, arrive } = openPage({}, { served })
  await platform.settle()
  expect(flags.variation('a', 0)).toBe(1)
  await arrive()
  await platform.clock.advance(5_000)
  const [summary] = service.events('summary') as { features?: object }[]
  expect(Object.keys(summary?.features ?? {}).sort()).toEqual(['a', 'b'])
  flags.stop()
})

test('a page that ends before its lazy chunk has loaded has its flags, and sends no flag events', async () => {
  const { service, platform, flags } = openPage()
  await platform.settle()
  expect(flags.variation('plan', 'z')).toBe('a')
  platform.leave()
  flags.stop()
  await platform.clock.advance(60_000)
  expect(service.batches()).toEqual([])
  expect(platform.clock.pending).toBe(0)
})

test('a page that is closed before its lazy chunk has loaded sends nothing when the file arrives', async () => {
  const { service, platform, flags, arrive } = openPage({ streaming: true, fetchGoals: true, diagnosticOptOut: false })
  await platform.settle()
  flags.variation('plan', 'z')
  flags.stop()
  await arrive()
  await platform.clock.advance(60_000)
  expect(platform.transport.requests.map(({ url }) => url)).toEqual(service.urls('poll'))
  expect(platform.clock.pending).toBe(0)
})

test('a lazy chunk that is missing is requested again, is reported once, and the flags work meanwhile', async () => {
  const { service, platform, page, problems, flags, host, arrive } = openPage({ streaming: true }, { isMissing: true })
  await platform.settle()
  const start = platform.clock.now()
  expect(flags.variation('plan', 'z')).toBe('a')
  await platform.clock.advance(60_000)
  expect(page.loads).toBeGreaterThan(4)
  expect(page.loads).toBeLessThan(10)
  expect(new Set(problems).size).toBe(1)
  expect(problems[0]).toContain('the file that streams flags could not be loaded.')
  service.flags = { plan: flag('b', 2) }
  host.identity.set(known('bob'))
  await platform.settle()
  expect(flags.variation('plan', 'z')).toBe('b')
  page.isMissing = false
  platform.comeBack()
  await platform.settle()
  await arrive()
  expect(service.urls('stream').map(service.keyIn)).toEqual(['bob'])
  await service.send('patch', { key: 'plan', ...flag('c', 3) })
  expect(flags.variation('plan', 'z')).toBe('c')
  await platform.clock.advance(5_000)
  expect(service.events('identify')).toMatchObject([
    { creationDate: start, context: { key: 'ann' } },
    { creationDate: start + 60_000, context: { key: 'bob' } },
  ])
  flags.stop()
})

test('evaluations beyond the maximum are counted as dropped, and those that follow have the current context', async () => {
  const { service, platform, flags, host, arrive } = openPage({
    diagnosticOptOut: false,
    diagnosticRecordingInterval: 5_000,
  })
  await platform.settle()
  for (let count = 0; count < 10_100; count += 1) flags.variation('plan', 'z')
  host.identity.set(known('bob'))
  await platform.settle()
  await arrive()
  flags.variation('plan', 'z')
  await platform.clock.advance(10_000)
  const summaries = service.events('summary') as unknown as {
    context: { key: string }
    features: { plan: { counters: { count: number }[] } }
  }[]
  const counts = summaries.map(({ context, features }) => [context.key, features.plan.counters[0]?.count])
  expect(counts).toEqual([
    ['ann', 9_999],
    ['bob', 1],
  ])
  const statistics = platform.transport.requests
    .filter(({ url }) => url.includes('/events/diagnostic/'))
    .map(({ body }) => JSON.parse(body ?? ''))
  expect(statistics[1]).toMatchObject({ kind: 'diagnostic', droppedEvents: 102 })
  flags.stop()
})

test('a wrong option is reported in development, also without events and streaming', async () => {
  const { problems, platform, flags, arrive } = openPage({ sendEvents: false, flushIntervall: 1 } as object, {
    promotion: 'sandbox',
  })
  await platform.settle()
  await arrive()
  expect(problems).toEqual(['Ignoring unknown config option "flushIntervall" (T114)'])
  await platform.clock.advance(60_000)
  expect(platform.transport.requests).toHaveLength(1)
  flags.stop()
})

test('the lazy chunk is not requested in production for flags without events and streaming, nor while a user is impersonated', async () => {
  const quiet = openPage({ sendEvents: false }, { promotion: 'production' })
  await quiet.platform.settle()
  quiet.flags.variation('plan', 'z')
  expect(quiet.page.loads).toBe(0)
  quiet.flags.stop()
  const support = openPage()
  support.host.identity.set(known('eve', { impersonator: 'sue@hire.test' }))
  support.page.loads = 0
  await support.platform.settle()
  support.flags.variation('plan', 'z')
  expect(support.page.loads).toBe(0)
  support.flags.stop()
})

test('the flags are requested before the lazy chunk is', () => {
  const { service, page, flags } = openPage({ streaming: true })
  expect([service.urls('poll').length, page.loads]).toEqual([1, 1])
  flags.stop()
})

test('a change listener that is removed before the lazy chunk has loaded opens no stream', async () => {
  const { service, platform, flags, arrive } = openPage({ streaming: undefined })
  await platform.settle()
  const undo = [1, 2, 3].map(() => flags.watch('plan', () => {}))
  undo.forEach((step) => step())
  await arrive()
  await platform.settle()
  expect(service.urls('stream')).toEqual([])
  flags.watch('plan', () => {})
  await platform.settle()
  expect(service.urls('stream')).toHaveLength(1)
  flags.stop()
})

test('a tab whose lazy chunk arrives late gets a change that another tab has streamed in between', async () => {
  const disk = fakeDisk()
  const first = openPage({ streaming: true }, { isAtOnce: true, disk })
  await first.platform.settle()
  const second = openPage({ streaming: true }, { disk })
  await second.platform.settle()
  const changed = { plan: flag('b', 2) }
  first.service.flags = second.service.flags = changed
  await first.service.send('patch', { key: 'plan', ...changed.plan })
  expect(second.flags.variation('plan', 'z')).toBe('a')
  await second.arrive()
  expect(second.flags.variation('plan', 'z')).toBe('b')
  expect(second.service.urls('stream')).toEqual([])
  await first.service.send('patch', { key: 'plan', ...flag('c', 3) })
  await second.platform.settle()
  expect(second.flags.variation('plan', 'z')).toBe('c')
  first.flags.stop()
  second.flags.stop()
})

test('a tab that wants no stream any more when its lazy chunk arrives does not join that of another tab', async () => {
  const disk = fakeDisk()
  const first = openPage({ streaming: true }, { isAtOnce: true, disk })
  await first.platform.settle()
  const second = openPage({ streaming: undefined }, { disk })
  await second.platform.settle()
  second.flags.watch('plan', () => {})()
  await second.arrive()
  await first.service.send('patch', { key: 'plan', ...flag('b', 2) })
  await second.platform.settle()
  expect(second.flags.variation('plan', 'z')).toBe('a')
  first.flags.stop()
  second.flags.stop()
})

test('evaluations during an impersonation are not remembered, and leave room for those of the next user', async () => {
  const { service, platform, flags, host, arrive } = openPage()
  host.identity.set(known('eve', { impersonator: 'sue@hire.test' }))
  await platform.settle()
  for (let count = 0; count < 10_100; count += 1) flags.variation('plan', 'z')
  host.identity.set(known('bob'))
  await platform.settle()
  flags.variation('plan', 'z')
  await arrive()
  await platform.clock.advance(5_000)
  expect(service.events('summary').map(({ context }) => context)).toMatchObject([{ key: 'bob' }])
  flags.stop()
})

test('a flag that the bootstrap does not have is reported without a claim about the service, which has not answered', async () => {
  const { flags, problems, platform, arrive } = openPage({ bootstrap: {} }, { promotion: 'sandbox' })
  await arrive()
  flags.variation('plann', 'none')
  await platform.settle()
  expect(problems).toEqual(['The flags in use do not include "plann": it has its fallback. (T145)'])
})

test('a flag that the service does not have is reported, once its flags are there', async () => {
  const { flags, problems, platform, arrive } = openPage({}, { promotion: 'sandbox' })
  flags.variation('plann', 'none')
  await platform.settle()
  await arrive()
  expect(problems).toEqual([])
  flags.variation('plan', 'none')
  flags.variation('plann', 'none')
  expect(problems).toEqual(['The flags in use do not include "plann": it has its fallback. (T145)'])
})
