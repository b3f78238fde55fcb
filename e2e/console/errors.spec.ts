import { axeViolations } from '../desk/axeViolations.ts'
import { overflow } from '../desk/overflow.ts'
import { smallTargets } from '../desk/smallTargets.ts'
import type { ConsoleServices } from './consoleServices.ts'
import { type Happening, happen } from './happenings.ts'
import { expect, test } from './test.ts'

// The page's Content Security Policy blocks axe-core.
test.use({ bypassCSP: true })

const STACK = 'TypeError: No <b>price</b>\nat totalOf (https://desk.example.com/assets/quote.js:12:34)'
const PROPERTIES = {
  ...{ type: 'TypeError', message: 'No <b>price</b>', fingerprint: 'a1b2c3', stacktrace: STACK },
  ...{ handled: false, source: 'react', component_stack: 'at Quote\nat App' },
}

/** People who were seen with a value of new-pricing. The first of them had the error. */
const people = (value: boolean, count: number, affected: number): readonly Happening[] =>
  Array.from({ length: count }, (_, n) => n).flatMap((n) => {
    const about = {
      ...{ who: `${String(value)}-${n}`, accounts: { organization: { key: `company-${n % 3}` } } },
      more: {
        flags: { 'new-pricing': { value, variation: value ? 0 : 1, version: 4 } },
        moment: { release: '2026.11.28', view: { pattern: '/quotes/:id' } },
      },
    }
    const error = { ...about, properties: PROPERTIES, name: 'Error', more: { ...about.more, kind: 'error' } }
    const seen = { ...about, id: `seen-${value}-${n}` }
    return n < affected ? [seen, { ...error, id: `error-${value}-${n}` }] : [seen]
  })

async function makeErrors(services: ConsoleServices): Promise<void> {
  await happen(services, ...people(true, 40, 12), ...people(false, 160, 2))
  await happen(
    services,
    {
      id: 'looked',
      who: 'true-1',
      impersonator: 'support',
      name: 'Error',
      properties: PROPERTIES,
      more: { kind: 'error' },
    },
    {
      id: 'rare',
      who: 'true-39',
      name: 'Error',
      properties: { type: 'RangeError', message: 'far', fingerprint: 'd4' },
      more: { kind: 'error' },
    },
  )
}

test('an error is found by its key, says who has it, and leads to its events in Live and to the flag', async ({
  console,
  services,
}) => {
  const { page } = console
  await console.open()
  await page.keyboard.press('9')
  await expect(console.pane('Errors')).toContainText('No errors in the last 24 hours')
  await expect(console.pane('Errors')).toContainText('errors()')
  await makeErrors(services)
  await page.getByRole('button', { name: 'Read again' }).press('Enter')
  const rows = console.pane('Errors').getByRole('row')
  await expect(rows).toHaveCount(3)
  await expect(rows.nth(1)).toContainText('/quotes/:id · 2026.11.28 · 1 impersonated')
  const row = await rows.nth(1).getByRole('cell').allInnerTexts()
  expect(row.slice(2, 4)).toEqual(['14', '15'])
  await page.getByRole('link', { name: 'TypeError: No <b>price</b>' }).click()

  const detail = console.pane('TypeError')
  await expect(detail).toContainText(
    'People with new-pricing = true have this error more often: 12 of 40, against 2 of 160 of all others.',
  )
  await expect(detail).toContainText('1 error of impersonators is left out.')
  await expect(detail.getByRole('region', { name: 'Stack trace' }).locator('pre')).toHaveText(STACK)
  await expect(detail.getByRole('region', { name: 'Components' })).toContainText('at Quote')
  const cells = detail.getByRole('row', { name: /true/ }).getByRole('cell')
  expect(await cells.allInnerTexts()).toEqual([
    ...[expect.stringMatching(/^new-pricing\s*true$/), 'more often', '12 of 40', '30.0 %'],
    ...['2 of 160', '1.3 %', '28.7 %', '16.4 %', '44.2 %'],
  ])
  expect(await page.getByRole('main').innerText()).not.toMatch(/NaN|Infinity|undefined|null/)
  const address = page.url()

  await detail.getByRole('link', { name: 'Show these events in Live' }).click()
  await expect(page.getByRole('combobox', { name: 'Filter events' })).toHaveValue(/has:fingerprint=a1b2c3/)
  await expect(console.rows).toHaveCount(15)
  await page.goto(address)
  await page.reload()
  await expect(detail).toContainText('12 of 40')
  await detail.getByRole('link', { name: 'new-pricing' }).first().click()
  await expect(console.pane('new-pricing')).toBeVisible()
})

test('the period is in the address, and what did not happen in it is said', async ({ console, services }) => {
  const { page } = console
  const at = Date.now() - 3 * 3_600_000
  await happen(services, { id: 'a', name: 'Error', properties: PROPERTIES, more: { kind: 'error' }, at })
  await console.open('errors')
  await page.getByRole('link', { name: /^TypeError/ }).click()
  await expect(console.pane('TypeError')).toContainText('Too few people to say: 1 of at least 40.')
  await page.getByText('1 h', { exact: true }).click()
  await expect(console.pane('Error')).toContainText('There is no such error')
  expect(page.url()).toMatch(/#errors\/a1b2c3\?app=Rental\+Desk&promotion=sandbox&period=1h$/)
  await page.keyboard.press('Escape')
  await expect(console.pane('Errors')).toContainText('No errors in the last hour')
  await page.getByText('7 d', { exact: true }).click()
  await expect(page.getByRole('link', { name: /^TypeError/ })).toBeVisible()
  expect(page.url()).toMatch(/#errors\?period=7d$/)
})

test('services that do not answer are said, and asked again on demand', async ({ console, complaints }) => {
  complaints.allow(/Failed to load resource|net::ERR_/)
  const { page } = console
  await page.route('**/console/errors*', (route) => route.abort())
  await console.open('errors')
  await expect(console.pane('Errors')).toContainText('The local services do not respond.')
  await page.unroute('**/console/errors*')
  await page.getByRole('button', { name: 'Read again' }).press('Enter')
  await expect(console.pane('Errors')).toContainText('No errors in the last 24 hours')
})

test('errors are accessible in both colour schemes, and fit on a phone', async ({ console, services }) => {
  const { page } = console
  await makeErrors(services)
  for (const [part, text] of [
    ['errors', 'RangeError'],
    ['errors/a1b2c3', 'more often'],
  ] as const) {
    await console.open(part)
    await expect(page.getByRole('main')).toContainText(text)
    expect(await axeViolations(page), part).toEqual([])
    await page.setViewportSize({ width: 390, height: 844 })
    expect(await overflow(page), part).toBe(0)
    expect(await smallTargets(page), part).toEqual([])
    await page.setViewportSize({ width: 1280, height: 800 })
  }
})
