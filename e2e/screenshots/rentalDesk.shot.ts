import type { DeskPage } from '../desk/deskPage.ts'
import { expect, test } from '../desk/test.ts'
import { image } from './images.ts'

test('the desk with a quote in the making', async ({ desk }) => {
  await desk.visit()
  await desk.quote('EX-209')
  await desk.setCustomer('Delmar Foundations')
  await expect(desk.total).toBeVisible()
  await desk.page.getByRole('heading', { name: 'Quote' }).click()
  await take(desk, 'rental-desk')
})

test.describe('in the dark', () => {
  test.use({ colorScheme: 'dark' })

  test('the desk as support sees it, as a customer', async ({ desk }) => {
    await desk.visit('/rentals')
    await expect(desk.user).toContainText('Grace Adeyemi')
    await desk.viewAs('Priya Raman')
    await expect(desk.impersonation).toBeVisible()
    await take(desk, 'rental-desk-dark')
  })
})

test('what Telltale knows, on a narrow screen', async ({ desk, services }) => {
  await desk.page.setViewportSize({ width: 390, height: 844 })
  await desk.visit('/settings')
  await expect(desk.page.getByText('Live', { exact: true })).toBeVisible()
  await services.arrived('Settings viewed')
  await expect(desk.waiting).toHaveText('0 events waiting')
  await desk.page.getByText('Who Telltale thinks you are').evaluate((title) => {
    title.scrollIntoView({ block: 'start' })
  })
  await take(desk, 'rental-desk-narrow')
})

async function take({ page }: DeskPage, name: string): Promise<void> {
  await page.mouse.move(0, 0)
  await page.evaluate(() => document.fonts.ready)
  await page.screenshot({ path: image(name), scale: 'css', animations: 'disabled' })
}
