import { readFile } from 'node:fs/promises'
import { expect, test as base } from '@playwright/test'
import { startInspectedPage } from '../pages/inspectedPage.ts'
import { bannerOf, panelOf, prices, test, TOGGLE } from './inspected.ts'

test('a flag that is overridden by keyboard shows at once, marks events, holds after a reload, and ends with "Clear"', async ({
  page,
  inspected: { open, services },
}) => {
  await open()
  await expect(prices(page)).toHaveText('Weekly prices')
  await prices(page).focus()
  await page.keyboard.press(TOGGLE)
  await expect(panelOf(page)).toBeFocused()
  await page.getByLabel('Override new-pricing').selectOption('false')
  await expect(prices(page)).toHaveText('Daily prices')
  await expect(bannerOf(page)).toContainText('1 flag is overridden')
  await page.keyboard.press('Escape')
  await expect(prices(page)).toBeFocused()
  await page.keyboard.press('Enter')
  const compared = () => services.arrived.find(({ name }) => name === 'Prices compared')
  await expect.poll(compared).toMatchObject({ overridden: ['new-pricing'] })

  await page.reload()
  await expect(prices(page)).toHaveText('Daily prices')
  await expect(bannerOf(page)).toContainText('1 flag is overridden')
  await bannerOf(page).getByRole('button', { name: 'Clear' }).click()
  await expect(prices(page)).toHaveText('Weekly prices')
  await expect(bannerOf(page)).toBeHidden()
  await page.reload()
  await expect(prices(page)).toHaveText('Weekly prices')
})

test('a link brings the overrides to another browser, and a tab follows those of all tabs', async ({
  page,
  context,
  browser,
  inspected: { open, services },
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: services.url })
  await open()
  await page.getByRole('button', { name: 'Telltale: inspect Inspected' }).click()
  await page.getByLabel('Where an override holds').selectOption('in all tabs')
  const other = await context.newPage()
  await other.goto(services.url)
  await expect(prices(other)).toHaveText('Weekly prices')
  await page.bringToFront()
  await page.getByLabel('Override new-pricing').selectOption('false')
  await expect(prices(other)).toHaveText('Daily prices')
  await page.getByRole('button', { name: 'Copy link with overrides' }).click()
  await expect(panelOf(page)).toContainText('Copied.')
  const link = await page.evaluate(() => navigator.clipboard.readText())

  const colleague = await (await browser.newContext()).newPage()
  await colleague.goto(link)
  await expect(prices(colleague)).toHaveText('Daily prices')
  expect(colleague.url()).toBe(`${services.url}/`)
  await colleague.context().close()
  await panelOf(page).getByRole('button', { name: 'Clear all overrides' }).click()
  await expect(prices(other)).toHaveText('Weekly prices')
})

test('an event that waits is shown on the next page of the tab, and "delivered" when another tab has delivered it', async ({
  page,
  context,
  inspected: { open, services },
}) => {
  const other = await context.newPage()
  await other.goto(services.url)
  await expect(prices(other)).toHaveText('Weekly prices')
  let isDown = true
  await other.route('**/collect', (route) => (isDown ? route.fulfill({ status: 503 }) : route.continue()))
  // This tab never delivers it.
  await page.route('**/collect', (route) => route.fulfill({ status: 503 }))
  await open()
  await expect(prices(page)).toHaveText('Weekly prices')
  await prices(page).click()
  await page.keyboard.press(TOGGLE)
  await page.getByRole('tab', { name: 'Events' }).click()
  const row = panelOf(page).getByRole('button', { name: /Prices compared/ })
  await expect(row).not.toContainText('delivered')

  await page.reload()
  await page.getByRole('tab', { name: 'Events' }).click()
  await expect(row).toContainText('from the page before')
  await row.click()
  await expect(panelOf(page)).toContainText('They are stored with the event, and not shown here')
  isDown = false
  await expect(row).toContainText('delivered to collector')
})

for (const [name, hasFile] of Object.entries({
  'has its remedy': true,
  'is shown without the file of remedies': false,
})) {
  base(`a problem ${name}`, async ({ page }) => {
    const services = await startInspectedPage()
    await page.route('**/who-am-i', (route) => route.fulfill({ status: 503 }))
    await page.goto(services.url)
    await page.keyboard.press(TOGGLE)
    await expect(panelOf(page)).toBeVisible()
    if (!hasFile) await page.route('**/*.js', (route) => route.abort())
    const isAsked = page.waitForRequest('**/*.js')
    await page.getByRole('tab', { name: 'Problems' }).click()
    await isAsked
    await expect(panelOf(page)).toContainText('who-am-i answered with status 503 (T49)')
    const remedy = panelOf(page).getByText('Remedy: Look at the server.')
    await (hasFile ? expect(remedy).toBeVisible() : expect(remedy).toBeHidden())
    await expect(panelOf(page).getByRole('link', { name: 'Cause and remedy of T49' })).toBeVisible()
    await services.close()
  })
}

test('within a frame, it is that of the frame', async ({ page, inspected: { open } }) => {
  await open('/frame')
  const frame = page.frameLocator('iframe')
  await prices(frame).click()
  await page.keyboard.press(TOGGLE)
  await frame.getByLabel('Override new-pricing').selectOption('false')
  await expect(prices(frame)).toHaveText('Daily prices')
})

test('what is recorded while the panel is closed becomes a test and a report', async ({ page, context, inspected }) => {
  const { open, services } = inspected
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: services.url })
  await open()
  await expect(prices(page)).toHaveText('Weekly prices')
  await page.keyboard.press(TOGGLE)
  await page.getByRole('tab', { name: 'Record' }).click()
  await panelOf(page).getByRole('button', { name: 'Record' }).click()
  await page.keyboard.press('Escape')
  await prices(page).click()
  await page.keyboard.press(TOGGLE)
  await page.getByRole('tab', { name: 'Record' }).click()
  await expect(panelOf(page)).toContainText('1 call of track so far')
  await panelOf(page).getByRole('button', { name: 'Stop' }).click()
  await panelOf(page).getByRole('button', { name: 'Copy as Vitest test' }).click()
  await expect(panelOf(page)).toContainText('Copied.')
  const written = await page.evaluate(() => navigator.clipboard.readText())
  expect(written).toContain("telltale.track('Prices compared', {})")
  const downloading = page.waitForEvent('download')
  await panelOf(page).getByRole('button', { name: 'Download report' }).click()
  const report = await readFile(await (await downloading).path(), 'utf8')
  expect(JSON.parse(report)).toMatchObject({ app: 'Inspected', events: [{ name: 'Prices compared' }] })
  expect(report).not.toContain('who:ida')
})

test('on a narrow screen it is a sheet of half the height, which the keyboard makes larger and smaller', async ({
  page,
  inspected: { open },
}) => {
  await page.setViewportSize({ width: 390, height: 800 })
  await open()
  await expect(prices(page)).toHaveText('Weekly prices')
  await page.keyboard.press(TOGGLE)
  const height = async () => Math.round((await panelOf(page).boundingBox())?.height ?? 0)
  await expect.poll(height).toBe(400)
  await page.getByRole('button', { name: 'Larger' }).focus()
  await page.keyboard.press('Enter')
  await expect.poll(height).toBe(720)
  await page.getByRole('button', { name: 'Smaller' }).focus()
  for (const key of ['Space', 'Enter', 'Enter']) await page.keyboard.press(key)
  await expect.poll(height).toBe(240)
  await expect(page.getByRole('button', { name: 'Smaller' })).toBeFocused()
})
