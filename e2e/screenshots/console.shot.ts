import type { DeskPage } from '../desk/deskPage.ts'
import { expect, test } from '../desk/test.ts'
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
  await console.goto(services.url)
  await console.getByText('Quote sent').nth(1).click()
  await console.evaluate(() => document.fonts.ready)
  await console.screenshot({ path: image('console'), scale: 'css', animations: 'disabled' })
})

async function sendQuotes(desk: DeskPage, machines: readonly string[]): Promise<void> {
  for (const machine of machines) {
    await desk.quote(machine)
    await desk.setCustomer('Delmar Foundations')
    await desk.sendButton.click()
  }
}
