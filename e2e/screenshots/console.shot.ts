import { fileURLToPath } from 'node:url'
import type { DeskPage } from '../desk/deskPage.ts'
import { expect, test } from '../desk/test.ts'

const IMAGES = new URL('../../docs/images/', import.meta.url)

test('the console while people work, in both colour schemes', async ({ desk, services, context }) => {
  await desk.visit()
  await expect(desk.user).toContainText('Grace Adeyemi')
  await sendQuotes(desk, ['EX-209', 'AP-310', 'LT-702'])
  await desk.signInAs(/^Aiko Tanaka/)
  await expect(desk.user).toContainText('Aiko Tanaka')
  await sendQuotes(desk, ['TH-071'])
  await desk.signInAs(/^Grace Adeyemi/)
  await expect(desk.user).toContainText('Grace Adeyemi')
  await desk.viewAs('Priya Raman')
  await expect(desk.impersonation).toBeVisible()
  await sendQuotes(desk, ['GN-620'])
  await services.arrived('Quote sent', 5)

  const console = await context.newPage()
  await console.goto(`${services.url}/#live`)
  await console.getByRole('banner').getByText('Live', { exact: true }).last().waitFor()
  await console.evaluate(() => document.fonts.ready)
  const rows = console.getByRole('listbox', { name: /^Events/ }).getByRole('option')
  await rows.filter({ hasText: 'Quote sent' }).nth(1).click()
  await console.mouse.move(0, 0)
  for (const [colorScheme, name] of [
    ['light', 'console'],
    ['dark', 'console-dark'],
  ] as const) {
    await console.emulateMedia({ colorScheme })
    const path = fileURLToPath(new URL(`${name}.png`, IMAGES))
    await console.screenshot({ path, scale: 'css', animations: 'disabled' })
  }
})

async function sendQuotes(desk: DeskPage, machines: readonly string[]): Promise<void> {
  for (const machine of machines) {
    await desk.quote(machine)
    await desk.setCustomer('Delmar Foundations')
    await desk.sendButton.click()
  }
}
