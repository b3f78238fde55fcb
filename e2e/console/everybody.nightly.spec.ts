import { breakService } from './breakService.ts'
import { axeViolations } from '../desk/axeViolations.ts'
import { closeWithEscape } from '../desk/closeWithEscape.ts'
import { AIKO, happen, PRIYA, tell } from './happenings.ts'
import { uuidOf } from './uuidOf.ts'
import { expect, test } from './test.ts'

// The page's Content Security Policy blocks axe-core.
test.use({ bypassCSP: true })
// A dozen axe passes over whole pages.
test.describe.configure({ timeout: 240_000 })

const PARTS = [
  'live',
  'live/a',
  'flags/quote-layout',
  `people/${encodeURIComponent(AIKO)}`,
  'problems',
  'connections',
  'faults',
  'charts',
  'experiments',
  'errors',
] as const

test('axe finds no violation in either colour scheme in any view of the console', async ({ console, services }) => {
  await happen(
    services,
    { id: 'a', properties: { total: 1, 'LDFF: new_pricing': false } },
    { id: 'b', who: PRIYA, impersonator: 'marcus.webb@ironline.example', at: Date.now() - 60_000 },
  )
  await tell(services, {
    steps: [
      ['a', 'happened'],
      ['a', 'pending'],
      ['a', 'sent@heap'],
      ['c', 'happened'],
      ['c', 'dropped@heap'],
    ],
  })
  for (const part of PARTS) {
    await console.open(part)
    expect(await axeViolations(console.page), part).toEqual([])
  }
})

test('axe finds no violation in either colour scheme in dialogs, editors and messages of the console', async ({
  console,
  services,
}) => {
  const { page } = console
  await happen(services, { id: 'a', properties: { total: 1 } })
  await console.open(`live/${uuidOf('a')}`)
  for (const shown of ['JSON', 'As a test']) {
    await page.getByText(shown, { exact: true }).click()
    if (shown === 'JSON') await page.locator('.cm-content').waitFor()
    expect(await axeViolations(page), shown).toEqual([])
  }
  await page.keyboard.press('?')
  await page.getByRole('dialog').waitFor()
  expect(await axeViolations(page, '[role=dialog]'), 'help').toEqual([])
  await closeWithEscape(page.getByRole('dialog'))
  await console.open('flags/new-pricing')
  await page.getByRole('tab', { name: 'JSON' }).click()
  await page.locator('.cm-content').waitFor()
  expect(await axeViolations(page), 'flag as JSON').toEqual([])
  await page.getByRole('tab', { name: 'Rules' }).click()
  await page.getByRole('textbox', { name: 'Description' }).fill('edited')
  await page.getByRole('button', { name: /^Dana Whitfield/ }).click()
  expect(await axeViolations(page), 'edited flag').toEqual([])
  await console.open('faults')
  await breakService(page, 'collector', 'responds with 503')
  await page.getByText(/faults? (is|are) simulated/).waitFor()
  expect(await axeViolations(page), 'broken on purpose').toEqual([])
})

for (const colorScheme of ['light', 'dark'] as const)
  test.describe(`in ${colorScheme} colours`, () => {
    test.use({ colorScheme })
    test('a dialog leaves the console behind it visible', async ({ console }) => {
      const { page } = console
      await console.open('flags')
      for (const open of ['Keys and filters', 'Create a flag']) {
        await page.getByRole('button', { name: open }).click()
        const dialog = page.getByRole('dialog')
        // The element that centres the dialog is as large as the page and covers it.
        const around = dialog.locator('xpath=..')
        await expect(dialog).not.toHaveCSS('background-color', 'rgba(0, 0, 0, 0)')
        await expect(around).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)')
        await expect(around).toHaveCSS('border-top-width', '0px')
        await closeWithEscape(dialog)
      }
    })
  })

test('the keyboard reaches every view of the console, and a dialog lists the shortcuts', async ({ console }) => {
  await console.open()
  const { page } = console
  for (const [key, part] of [
    ['2', 'Flags'],
    ['3', 'People'],
    ['4', 'Problems'],
    ['5', 'Connections'],
    ['6', 'Faults'],
    ['7', 'Charts'],
    ['8', 'Experiments'],
    ['9', 'Errors'],
    ['1', 'Live'],
  ] as const) {
    await page.keyboard.press(key)
    await expect(page.getByRole('link', { name: part })).toHaveAttribute('aria-current', 'page')
  }
  await page.keyboard.press('?')
  await closeWithEscape(page.getByRole('dialog', { name: 'Keys and filters' }))
  // From the top: the views, the controls of the page, then the current view.
  await page.reload()
  await expect(page.getByRole('banner').getByRole('status')).toHaveText('Connected')
  // Losses are counted a moment later.
  await expect(page.getByRole('banner').getByText('lost', { exact: true })).toBeVisible()
  const order: string[] = []
  for (let step = 0; step < 14; step++) {
    await page.keyboard.press('Tab')
    order.push(
      await page.evaluate(() => document.activeElement?.ariaLabel ?? document.activeElement?.textContent ?? ''),
    )
  }
  expect(order).toEqual([
    'Skip to content',
    'Live',
    'Flags',
    'People',
    'Problems',
    'Connections',
    'Faults',
    'Charts',
    'Experiments',
    'Errors',
    '0lost',
    'Colour scheme: system. Change it',
    'Keys and filters',
    'Filter events',
  ])
})

test('the help names Enter at a width of 390 pixels', async ({ console }) => {
  await console.page.setViewportSize({ width: 390, height: 844 })
  await console.open()
  await console.page.keyboard.press('?')
  await expect(
    console.page.getByRole('dialog', { name: 'Keys and filters' }).getByText('Enter', { exact: true }).first(),
  ).toBeVisible()
})

test('the console remembers the selected colour scheme', async ({ console }) => {
  await console.open()
  const { page } = console
  await page.getByRole('button', { name: /^Colour scheme: system/ }).click()
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  const dark = 'rgb(15, 21, 20)'
  await expect.poll(ground).toBe(dark)
  await page.reload()
  await expect.poll(ground).toBe(dark)
  await page.getByRole('button', { name: /^Colour scheme: dark/ }).click()
  await expect.poll(ground).not.toBe(dark)
})

test('the console shows one pane at a time on a narrow screen, without overflow', async ({ console, services }) => {
  await console.page.setViewportSize({ width: 390, height: 844 })
  await happen(services, { id: 'a' })
  await console.open()
  await console.rows.first().click()
  await expect(console.pane('Events')).toBeHidden()
  await console.page.getByRole('button', { name: 'Close the event' }).click()
  await expect(console.pane('Events')).toBeVisible()
  for (const part of PARTS) {
    await console.open(part)
    const overflow = await console.page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(overflow, part).toBeLessThanOrEqual(0)
  }
})

test('each pane of the console stays readable at 200 % zoom', async ({ console, services }) => {
  const { page } = console
  await page.setViewportSize({ width: 640, height: 430 })
  await tell(services, {})
  const panes = {
    connections: ['Tabs', 'Flag streams', 'Vendor calls'],
    'flags/quote-layout': ['quote-layout', 'Who gets what'],
    [`people/${encodeURIComponent(AIKO)}`]: ['Aiko Tanaka', 'Flags'],
  }
  for (const [part, names] of Object.entries(panes)) {
    await console.open(part)
    for (const name of names) {
      const pane = console.pane(name)
      const head = pane.getByRole('heading').first()
      await head.scrollIntoViewIfNeeded()
      // The edge of the view may cut off a fraction of a pixel.
      await expect(head, name).toBeInViewport({ ratio: 0.95 })
      expect((await pane.boundingBox())?.height, name).toBeGreaterThanOrEqual(150)
    }
  }
  // Without a second pane, a form has the whole width.
  await console.open('people/%20new')
  const form = await console.pane('New person').boundingBox()
  const room = await page.getByRole('main').boundingBox()
  expect(form?.height).toBeGreaterThan((room?.height ?? 0) - 20)
})
