import type { DeskPage } from '../desk/deskPage.ts'
import { expect, test } from '../desk/test.ts'
import { test as consoleTest } from '../console/test.ts'
import { image } from './images.ts'

test('the console while people work', async ({ desk, services, context }) => {
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
  const show = async (part: string) => {
    await console.goto(`${services.url}/#${part}`)
    await console.getByRole('banner').getByText('Live', { exact: true }).last().waitFor()
    await console.mouse.move(0, 0)
    await console.evaluate(() => document.fonts.ready)
  }
  const rows = console.getByRole('listbox', { name: /^Events/ }).getByRole('option')
  const take = (name: string) => console.screenshot({ path: image(name), scale: 'css', animations: 'disabled' })

  await show('live')
  await rows.filter({ hasText: 'Quote sent' }).nth(1).click()
  await console.mouse.move(0, 0)
  await take('console')
  await show('flags/quote-layout')
  await console.getByRole('button', { name: /^Grace Adeyemi/ }).click()
  await console.mouse.move(0, 0)
  await take('console-flags')
  await console.emulateMedia({ colorScheme: 'dark' })
  await show('charts')
  await console.getByText('1 min', { exact: true }).click()
  await console.locator('svg.recharts-surface').first().waitFor()
  await console.mouse.move(0, 0)
  await take('console-dark')
  await console.emulateMedia({ colorScheme: 'light' })
  await console.setViewportSize({ width: 390, height: 844 })
  await show('live')
  await rows.first().waitFor()
  await take('console-narrow')
})

async function sendQuotes(desk: DeskPage, machines: readonly string[]): Promise<void> {
  for (const machine of machines) {
    await desk.quote(machine)
    await desk.setCustomer('Delmar Foundations')
    await desk.sendButton.click()
  }
}

consoleTest('the console before anything has happened', async ({ console }) => {
  await console.open()
  await console.page.evaluate(() => document.fonts.ready)
  await console.page.screenshot({ path: image('console-empty'), scale: 'css', animations: 'disabled' })
})
