import * as library from 'web-vitals'
import { expect, it } from 'vitest'
import type { AnalyticsEvent } from '../core/model/event.ts'
import { fakePlatform } from '../testing/fakePlatform.ts'
import { createTelltaleAtOnce } from '../testkit/createTelltaleAtOnce.ts'
import { webVitals } from '../web-vitals.ts'
import { createWebVitals, type WebVitalsLibrary } from './webVitals.ts'

type Report = Parameters<WebVitalsLibrary['onLCP']>[0]

const LCP = { name: 'LCP', value: 1234.56, delta: 1234.56, id: 'v5-1', rating: 'good', navigationType: 'navigate' }

/** A library that measures what the test says. */
function fakeLibrary() {
  const reports = new Map<string, Report>()
  const asked: object[] = []
  const on = (name: string) => (report: Report, options: object) => {
    reports.set(name, report)
    asked.push(options)
  }
  return {
    library: { onCLS: on('CLS'), onFCP: on('FCP'), onINP: on('INP'), onLCP: on('LCP'), onTTFB: on('TTFB') },
    asked,
    measure: (metric: Partial<Parameters<Report>[0]>) => reports.get(metric.name ?? 'LCP')?.({ ...LCP, ...metric }),
  }
}

function openPage(options?: Parameters<typeof createWebVitals>[1]) {
  const taken: AnalyticsEvent[] = []
  const platform = fakePlatform()
  const fake = fakeLibrary()
  let href = 'https://desk.test/quotes/7?tab=1'
  const telltale = createTelltaleAtOnce(
    {
      app: 'Desk',
      identity: { person: () => ({ unique_identity: 'ida' }) },
      events: { steps: [createWebVitals(fake.library, options, () => href)] },
      destinations: [
        { name: 'own', deliver: async (batch) => (taken.push(...batch), { outcome: 'delivered' as const }) },
      ],
    },
    platform,
  )
  const vitals = async () => {
    await platform.clock.advance(1_000)
    return taken.filter(({ kind }) => kind === 'vital')
  }
  return { ...fake, telltale, vitals, go: (next: string) => void (href = next) }
}

it('each metric is an event of the user, of the kind vital', async () => {
  const page = openPage()
  page.measure({})
  page.measure({ name: 'CLS', value: 0.123456, delta: 0.023456, rating: 'needs-improvement' })
  const events = await page.vitals()
  expect(events).toMatchObject([
    {
      name: 'Web vital',
      identity: { id: 'ida' },
      properties: {
        name: 'LCP',
        value: 1234.6,
        delta: 1234.6,
        id: 'v5-1',
        rating: 'good',
        navigation_type: 'navigate',
      },
    },
    { properties: { name: 'CLS', value: 0.1235, delta: 0.0235, rating: 'needs-improvement' } },
  ])
})

it('a metric belongs to the route that was loaded, although the page has gone on, or to that of the navigation', async () => {
  const page = openPage()
  page.go('https://desk.test/rentals')
  page.measure({})
  page.measure({
    id: 'v5-2',
    navigationType: 'soft-navigation',
    navigationURL: 'https://desk.test/people/ann@example.com?q=1',
  })
  const events = await page.vitals()
  expect(events.map(({ properties }) => properties['route'])).toEqual(['/quotes/:id', '/people/:id'])
})

it('navigations in the page are measured if the options say so', () => {
  const [one, other] = [openPage(), openPage({ softNavigations: true })]
  expect(one.asked).toEqual(Array.from({ length: 5 }, () => ({ reportSoftNavs: false })))
  expect(other.asked).toEqual(Array.from({ length: 5 }, () => ({ reportSoftNavs: true })))
})

it('nothing is recorded after the layer has ended', async () => {
  const page = openPage()
  page.telltale.close()
  page.measure({})
  expect(await page.vitals()).toEqual([])
})

it.each([undefined, null, {}, { ...library, onINP: undefined }])('the library has to be passed: %#', (given) =>
  expect(() => webVitals(given as never)).toThrow('(T214)'),
)

it('an option of another type ends the start', () =>
  expect(() => webVitals(library, { softNavigations: 'yes' as never })).toThrow(
    'Telltale cannot start. Set softNavigations of webVitals() to true or false. (T167)',
  ))
