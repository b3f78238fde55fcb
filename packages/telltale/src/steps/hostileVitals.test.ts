import { describe, expect, it } from 'vitest'
import type { AnalyticsEvent } from '../core/model/event.ts'
import { fakeDisk } from '../testing/fakeDisk.ts'
import { fakePlatform } from '../testing/fakePlatform.ts'
import { revokedProxy } from '../testing/oddValues.suite.ts'
import { createTelltaleAtOnce } from '../testkit/createTelltaleAtOnce.ts'
import { createWebVitals, type WebVitalsLibrary } from './webVitals.ts'

// Libraries and metrics that nobody expects, by what the documentation says of `webVitals()`.

const NAMES = ['onCLS', 'onFCP', 'onINP', 'onLCP', 'onTTFB'] as const
const METRIC = { name: 'LCP', value: 12, delta: 12, id: 'v5-1', rating: 'good', navigationType: 'navigate' }
type Listen = (report: (metric: never) => void) => void

interface PageOptions {
  readonly functions?: Partial<Record<(typeof NAMES)[number], Listen>>
  readonly disk?: ReturnType<typeof fakeDisk>
  readonly href?: string
  readonly isPrerendered?: boolean
}

function openPage({
  functions = {},
  disk = fakeDisk(),
  href = 'https://desk.test/quotes/7',
  ...rest
}: PageOptions = {}) {
  const taken: AnalyticsEvent[] = []
  const reports: ((metric: unknown) => void)[] = []
  const platform = fakePlatform(undefined, disk)
  platform.isPrerendered = rest.isPrerendered ?? false
  const listen: Listen = (report) => void reports.push(report as never)
  const library = Object.freeze({ ...Object.fromEntries(NAMES.map((name) => [name, listen])), ...functions })
  const telltale = createTelltaleAtOnce(
    {
      app: 'Desk',
      identity: { person: () => ({ unique_identity: 'ida' }) },
      events: { steps: [createWebVitals(library as unknown as WebVitalsLibrary, undefined, () => href)] },
      destinations: [
        { name: 'own', deliver: async (batch) => (taken.push(...batch), { outcome: 'delivered' as const }) },
      ],
    },
    platform,
  )
  return {
    telltale,
    platform,
    report: (metric: unknown, at = 0) => reports[at]?.(metric),
    async vitals(ms = 1_000) {
      await platform.clock.advance(ms)
      return taken.filter(({ kind }) => kind === 'vital').map(({ properties }) => properties)
    },
  }
}

describe('the library', () => {
  const fail: Listen = () => JSON.parse('{') as never

  it('that throws for one metric lets the layer run', async () => {
    const page = openPage({ functions: { onINP: fail } })
    expect(page.telltale.track('one')).toEqual(expect.any(String))
    page.report(METRIC)
    expect(await page.vitals()).toHaveLength(1)
  })

  it('that throws for one metric measures the others', () => {
    const asked: string[] = []
    openPage({ functions: { onCLS: fail, onTTFB: () => void asked.push('TTFB') } })
    expect(asked).toEqual(['TTFB'])
  })

  it('may report at once, while the layer starts', async () => {
    const page = openPage({ functions: { onFCP: (report) => report(METRIC as never) } })
    expect(await page.vitals()).toHaveLength(1)
  })

  it('may report the same twice, which is two events', async () => {
    const page = openPage()
    page.report(METRIC)
    page.report({ ...METRIC, value: 20, delta: 8 })
    expect(await page.vitals()).toMatchObject([
      { id: 'v5-1', delta: 12 },
      { id: 'v5-1', value: 20, delta: 8 },
    ])
  })
})

describe('a metric', () => {
  it.each<[title: string, metric: object]>([
    ['a name of another version', { ...METRIC, name: 'FID' }],
    ['no rating and no type of navigation', { name: 'LCP', value: 1, delta: 1, id: 'x' }],
    ['entries and an attribution', { ...METRIC, entries: [{}], attribution: { element: 'secret' } }],
    ['a name of the language', { ...METRIC, name: '__proto__' }],
    ['a very small value', { ...METRIC, value: 1e-9, delta: -1e-9 }],
    ['a very large value', { ...METRIC, value: 1e21 }],
  ])('with %s is recorded', async (_title, metric) => {
    const page = openPage()
    page.report(metric)
    const recorded = await page.vitals()
    expect(recorded).toHaveLength(1)
    expect(JSON.stringify(recorded)).not.toContain('secret')
  })

  it.each<[title: string, metric: unknown]>([
    ['a text as value', { ...METRIC, value: '12' }],
    ['no delta', { ...METRIC, delta: undefined }],
    ['nothing', undefined],
    ['a proxy that was revoked', revokedProxy()],
  ])('with %s does not make the library fail', (_title, metric) => {
    const page = openPage()
    expect(() => page.report(metric)).not.toThrow()
  })

  it.each([
    ['https://desk.test/quotes/7?a=1#b', '/quotes/:id'],
    ['about:blank', 'blank'],
    ['blob:https://desk.test/0198f3c2-1111-7000-8000-000000000000', expect.not.stringContaining('0198f3c2')],
    ['no address', '/'],
    ['', '/'],
    ['https://desk.test/%E0%A4%A/x', '/:id/x'],
    ['https://ann:secret@desk.test/', '/'],
    ['file:///home/ann/7', '/home/ann/:id'],
  ])('of the page %j has the route %j', async (href, route) => {
    const page = openPage({ href })
    page.report(METRIC)
    expect(await page.vitals()).toMatchObject([{ route }])
  })

  it.each(['no address', '', 7, null, {}])('of a navigation to %j is recorded', async (navigationURL) => {
    const page = openPage()
    page.report({ ...METRIC, navigationURL })
    expect(await page.vitals()).toMatchObject([{ route: expect.stringMatching(/^\//) }])
  })
})

describe('the end of the page', () => {
  it('that a metric comes with is not the end of the event: the next page delivers it', async () => {
    const disk = fakeDisk()
    const page = openPage({ disk })
    await page.vitals()
    page.platform.mayExit()
    page.report({ ...METRIC, id: 'late' })
    page.platform.crash()
    expect(await openPage({ disk }).vitals(60_000)).toMatchObject([{ id: 'late' }])
  })

  it('in the back/forward cache is none', async () => {
    const page = openPage()
    await page.vitals()
    page.platform.putInCache()
    page.platform.comeBack()
    page.report({ ...METRIC, id: 'again', navigationType: 'back-forward-cache' })
    expect(await page.vitals(60_000)).toMatchObject([{ id: 'again', navigation_type: 'back-forward-cache' }])
  })

  it('of a prerendered page that is never shown leaves nothing, and one that is shown has its metrics', async () => {
    const page = openPage({ isPrerendered: true })
    page.report(METRIC)
    expect(await page.vitals(60_000)).toEqual([])
    page.platform.activate()
    page.report({ ...METRIC, id: 'shown' })
    expect((await page.vitals(60_000)).map(({ id }) => id)).toContain('shown')
  })
})
