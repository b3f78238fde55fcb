import { writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Page } from '@playwright/test'
import { axeViolations } from '../desk/axeViolations.ts'
import { overflow } from '../desk/overflow.ts'
import { smallTargets } from '../desk/smallTargets.ts'
import type { ConsoleServices } from './consoleServices.ts'
import { expect, test, type ConsolePage } from './test.ts'

// The page's Content Security Policy blocks axe-core.
test.use({ bypassCSP: true })

const APP = { name: 'Rental Desk', platform: 'web', promotion: 'production' }
/** Events of a delivery. */
const BATCH = 1000

/** Stores the events of three experiments whose truth is known, and the file with their metrics. */
async function makeExperiments(services: ConsoleServices): Promise<void> {
  // Imported late, as the services are: the package is built when the tests start.
  const { MADE_METRICS, madeEvents } = await import('@telltale/collector/testing')
  await writeMetrics(services, MADE_METRICS)
  const events = [...madeEvents(Date.now())]
  for (let from = 0; from < events.length; from += BATCH)
    await services.post('/collect', { app: APP, events: events.slice(from, from + BATCH) })
}

const writeMetrics = ({ flagsFile }: ConsoleServices, metrics: unknown) =>
  writeFile(join(dirname(flagsFile), 'metrics.json'), JSON.stringify(metrics))

/** Opens the result of a flag from the list. */
async function openResult({ page, open, pane }: ConsolePage, flag: string) {
  await open('experiments')
  await pane('Experiments').getByRole('link', { name: flag }).click()
  const result = pane(flag)
  await expect(result.getByRole('heading', { name: 'Units by variation' })).toBeVisible()
  expect(await page.getByRole('main').innerText()).not.toMatch(/NaN|Infinity|undefined|null/)
  return result
}

/** The texts of a row of a table. */
const cellsOf = (page: Page, table: string, row: RegExp) =>
  page.getByRole('group', { name: table }).getByRole('row', { name: row }).getByRole('cell').allInnerTexts()

test('an experiment has its sentence, its units, a chart for each metric, and tables with the same figures', async ({
  console,
  services,
}) => {
  await makeExperiments(services)
  const { page } = console
  const result = await openResult(console, 'new-pricing')
  await expect(result).toContainText(
    'Variation 1 is better: its “quotes” is 27 % higher than that of 0 (between 7.6 % and 46 %).',
  )
  expect(await cellsOf(page, 'Units by variation', /^1 /)).toEqual(['1', '1,007', '50.3 %'])
  const quotes = result.getByRole('region', { name: 'quotes', exact: true })
  expect(await cellsOf(page, 'quotes: differences', /^1 /)).toEqual([
    ...['1', '1,007', '1.54', '26.9 %', '7.6 %', '46.3 %', 'better'],
  ])
  await expect(quotes.getByRole('img')).toHaveCount(2)
  await expect(quotes).toContainText('Adjusted: what units did before explains 32 % of the variance')
  const sends = result.getByRole('region', { name: 'sends a quote', exact: true })
  await expect(sends.getByRole('img')).toHaveCount(3)
  const sent = page.getByRole('group', { name: 'sends a quote: steps' }).getByRole('row', { name: /Quote sent/ })
  expect(await sent.nth(1).getByRole('cell').allInnerTexts()).toEqual(['3. Quote sent', '1', '496', '49.3 %', '75.4 %'])
  const days = page.getByRole('group', { name: 'quotes: differences over time' }).getByRole('row')
  expect(await days.count()).toBeGreaterThan(10)
  await expect(result.getByRole('region', { name: 'value of a quote' })).toContainText('may be higher or lower')
  await page.keyboard.press('Escape')
  await expect(console.pane('Experiments').getByRole('row')).toHaveCount(4)
})

test('an alarm leads the page, and says of each metric that it is not valid', async ({ console, services }) => {
  await makeExperiments(services)
  const result = await openResult(console, 'fast-checkout')
  await expect(result.getByText(/^Do not use this result\. The split is not the one that was meant/)).toBeInViewport()
  await expect(result.getByText('not valid', { exact: true })).toHaveCount(2 * 3)
  await expect(result).not.toContainText('is better')
  await expect(result).not.toContainText('is worse')
})

test('without exposures, the view says which step to add; without metrics, what to write and where', async ({
  console,
  services,
}) => {
  const { page } = console
  await console.open('experiments')
  await expect(console.pane('Experiments')).toContainText('exposures()')
  await makeExperiments(services)
  await page.getByRole('button', { name: 'Read again' }).click()
  await expect(console.pane('Experiments').getByRole('row')).toHaveCount(4)
  await writeMetrics(services, { metrics: {} })
  await page.getByRole('link', { name: 'quote-layout' }).click()
  const result = console.pane('quote-layout')
  await expect(result).toContainText('metrics.json')
  await expect(result).toContainText('"of": "count"')
  await writeMetrics(services, { metrics: { quotes: { of: 'sum', event: 'Quote sent' } } })
  await result.getByRole('button', { name: 'Read again' }).click()
  await expect(result).toContainText('the metric "quotes" needs a property of the event.')
  await writeMetrics(services, { metrics: { quotes: { of: 'count', event: 'Quote sent' } } })
  await console.open('experiments/unknown?app=Rental%20Desk')
  await expect(console.pane('unknown')).toContainText('The flags with most exposures are')
})

test('services that do not answer are said, and asked again on demand', async ({ console, services, complaints }) => {
  complaints.allow(/Failed to load resource|net::ERR_/)
  const { page } = console
  const path = '**/console/experiments/list'
  await page.route(path, (route) => route.abort())
  await console.open('experiments')
  await expect(console.pane('Experiments')).toContainText('The local services do not respond.')
  await page.unroute(path)
  await makeExperiments(services)
  await page.getByRole('button', { name: 'Read again' }).press('Enter')
  await expect(page.getByRole('link', { name: 'new-pricing' })).toBeVisible()
})

test('a result is accessible in both colour schemes, and fits on a phone', async ({ console, services }) => {
  await makeExperiments(services)
  const { page } = console
  for (const flag of ['new-pricing', 'fast-checkout']) {
    await openResult(console, flag)
    expect(await axeViolations(page), flag).toEqual([])
    await page.setViewportSize({ width: 390, height: 844 })
    expect(await overflow(page), flag).toBe(0)
    expect(await smallTargets(page), flag).toEqual([])
    for (const table of await page.getByRole('main').getByRole('group').all())
      expect(await table.evaluate((box) => box.scrollWidth - box.clientWidth), flag).toBeLessThanOrEqual(1)
    await page.setViewportSize({ width: 1280, height: 800 })
  }
})

test('figures that are no numbers are dashes', async ({ console, services }) => {
  await makeExperiments(services)
  const { page } = console
  const metric = { name: 'odd', of: 'sum', event: 'Sold', property: 'total' }
  const none = { value: null, low: null, high: null }
  const huge = { value: 1e300, low: -1e300, high: 1e300 }
  await page.route('**/console/experiments/answer?*', (route) =>
    route.fulfill({
      json: {
        outcome: 'answered',
        answer: {
          ...{ flag: 'new-pricing', app: 'Desk', unit: 'person', isMarked: false, from: null, to: 1e300, alpha: 0.05 },
          ...{ method: 'anytime', control: '0', guards: [], sentence: 'No decision is possible yet.' },
          units: [0, 1, 2].map((n) => ({ variation: String(n), units: 0 })),
          metrics: [
            {
              ...{ metric, notNumbers: 1e9, cutAt: 1e300, sentence: 'It may be higher or lower.' },
              variations: [0, 1, 2].map((n) => ({ variation: String(n), units: 0, ...(n === 1 ? none : huge) })),
              comparisons: [
                { variation: '1', difference: none, smallest: null, decision: 'none' },
                { variation: '2', difference: huge, smallest: null, decision: 'none' },
              ],
              course: [
                {
                  at: 1e12,
                  differences: [
                    { variation: '2', ...huge },
                    { variation: '1', ...none },
                  ],
                },
              ],
            },
          ],
        },
      },
    }),
  )
  await openResult(console, 'new-pricing')
  expect(await cellsOf(page, 'odd: differences', /^1 /)).toEqual(['1', '0', '–', '–', '–', '–', 'none'])
  expect(await overflow(page)).toBe(0)
})
