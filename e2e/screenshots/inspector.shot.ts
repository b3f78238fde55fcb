import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { expect, test } from '../desk/test.ts'

const IMAGES = new URL('../../docs/images/', import.meta.url)

test.beforeEach(({ desk }) => desk.page.setViewportSize({ width: 1280, height: 720 }))

test('the panel beside an application', async ({ desk, services }) => {
  const { page } = desk
  await desk.visit()
  await expect(desk.user).toContainText('Grace Adeyemi')
  await desk.quote('EX-209')
  await desk.setCustomer('Delmar Foundations')
  await desk.sendButton.click()
  await services.arrived('Quote sent', 1)
  await page.getByRole('button', { name: /: inspect/ }).click()
  const panel = page.getByRole('dialog', { name: /^Telltale/ })
  await panel.getByRole('tab', { name: /^Events/ }).click()
  await panel
    .getByRole('button', { name: /Quote sent/ })
    .first()
    .click()
  await expect(panel).toContainText('delivered to')
  await shoot(page, 'inspector')
})

test('the panel while support staff view the application as a customer', async ({ desk }) => {
  const { page } = desk
  await desk.visit()
  await expect(desk.user).toContainText('Grace Adeyemi')
  await desk.viewAs('Priya Raman')
  await expect(desk.impersonation).toBeVisible()
  await page.getByRole('button', { name: /: inspect/ }).click()
  const panel = page.getByRole('dialog', { name: /^Telltale/ })
  await panel.getByRole('tab', { name: /^Who/ }).click()
  await shoot(page, 'person')
})

test('what the console says of a flag, and what it concludes', async ({ desk, services, context, browser }) => {
  await desk.visit()
  await expect(desk.user).toContainText('Grace Adeyemi')
  const another = await browser.newContext()
  const other = await another.newPage()
  await other.route(
    ({ pathname }) => pathname === '/collect',
    (route) => route.fulfill({ status: 202, headers: { 'access-control-allow-origin': '*' } }),
  )
  await other.clock.install({ time: Date.now() - 26 * 3_600_000 })
  await other.goto(desk.page.url())
  await other.getByRole('button', { name: /: inspect/ }).click()
  await other.getByLabel('Override new-pricing').selectOption('false')
  const console = await context.newPage()
  await console.setViewportSize({ width: 1280, height: 720 })
  await console.goto(`${services.url}/#problems`)
  await expect(console.getByRole('main')).toContainText('behind that of the services')
  await expect(console.getByRole('main')).toContainText('is overridden with')
  await shoot(console, 'problems')
  await console.goto(`${services.url}/#flags/new-pricing`)
  await expect(console.getByRole('main')).toContainText('new-pricing')
  await shoot(console, 'flag')
  await another.close()
})

async function shoot(page: Page, name: string): Promise<void> {
  await page.evaluate(() => document.fonts.ready)
  await page.evaluate(() => scrollTo(0, 0))
  await page.mouse.move(0, 0)
  for (const [colorScheme, ending] of [
    ['light', ''],
    ['dark', '-dark'],
  ] as const) {
    await page.emulateMedia({ colorScheme })
    const path = fileURLToPath(new URL(`${name}${ending}.png`, IMAGES))
    await page.screenshot({ path, scale: 'css', animations: 'disabled' })
  }
}
