import { fileURLToPath } from 'node:url'
import { expect, test } from '../desk/test.ts'

const IMAGES = new URL('../../docs/images/', import.meta.url)

test('the panel beside an application, in both colour schemes', async ({ desk, services }) => {
  const { page } = desk
  await page.setViewportSize({ width: 1280, height: 720 })
  await desk.visit()
  await expect(desk.user).toContainText('Grace Adeyemi')
  await desk.quote('EX-209')
  await desk.setCustomer('Delmar Foundations')
  await desk.sendButton.click()
  await services.arrived('Quote sent', 1)
  await page.getByRole('button', { name: /^Inspect/ }).click()
  const panel = page.getByRole('dialog', { name: /^Telltale/ })
  await panel.getByRole('tab', { name: /^Events/ }).click()
  await panel
    .getByRole('button', { name: /Quote sent/ })
    .first()
    .click()
  await expect(panel).toContainText('delivered to')
  await page.evaluate(() => scrollTo(0, 0))
  await page.mouse.move(0, 0)
  for (const [colorScheme, name] of [
    ['light', 'inspector'],
    ['dark', 'inspector-dark'],
  ] as const) {
    await page.emulateMedia({ colorScheme })
    const path = fileURLToPath(new URL(`${name}.png`, IMAGES))
    await page.screenshot({ path, scale: 'css', animations: 'disabled' })
  }
})
