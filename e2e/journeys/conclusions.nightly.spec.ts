import type { Page } from '@playwright/test'
import { expect, test } from '../desk/test.ts'
import type { DeskPage } from '../desk/deskPage.ts'

// What the console concludes of the real pages. It waits for five seconds before it says that an event has not arrived.
const SETTLED_MS = 8_000

async function problems(context: ReturnType<Page['context']>, services: { readonly url: string }): Promise<Page> {
  const console = await context.newPage()
  await console.goto(`${services.url}/#problems`)
  return console
}

async function tour(desk: DeskPage): Promise<void> {
  await desk.visit()
  await expect(desk.user).toContainText('Grace Adeyemi')
  for (const name of ['Rentals', 'Quotes', 'Settings', 'Fleet'] as const) await desk.open(name)
  for (const machine of ['EX-209', 'AP-310']) {
    await desk.quote(machine)
    await desk.setCustomer('Delmar Foundations')
    await desk.sendButton.click()
  }
  await desk.viewAs('Priya Raman')
  await expect(desk.impersonation).toBeVisible()
  await desk.quote('GN-620')
}

test('a visit in which all is well has no row in Problems, with two tabs and a user who signs in', async ({
  desk,
  services,
  context,
}) => {
  const console = await problems(context, services)
  await tour(desk)
  const other = await context.newPage()
  await other.goto(desk.page.url())
  await services.arrived('Quote sent', 2)
  await console.waitForTimeout(SETTLED_MS)
  await expect(console.getByRole('main')).toContainText('No problems now')
})

test('events that another server takes at the address of the collector are in Problems, until they arrive', async ({
  desk,
  services,
  context,
}) => {
  const console = await problems(context, services)
  await desk.page.route(
    ({ pathname }) => pathname === '/collect',
    (route) => route.fulfill({ status: 202, headers: { 'access-control-allow-origin': '*' } }),
  )
  await desk.visit()
  const row = console.getByRole('list', { name: 'Now' }).getByRole('listitem')
  await expect(row).toContainText(/collector: has taken \d events? at http.*, and this console has received none/, {
    timeout: 20_000,
  })
  await desk.page.unrouteAll()
  await desk.open('Rentals')
  await expect(console.getByRole('main')).toContainText('No problems now', { timeout: 20_000 })
})

test('a clock that is a day behind, and an overridden flag, are in Problems', async ({
  services,
  context,
  browser,
  baseURL,
}) => {
  const another = await browser.newContext()
  const late = await another.newPage()
  await late.clock.install({ time: Date.now() - 86_400_000 })
  await late.goto(baseURL ?? '')
  await late.getByRole('button', { name: /: inspect/ }).click()
  await late.getByLabel('Override new-pricing').selectOption('false')
  const console = await problems(context, services)
  const rows = console.getByRole('list', { name: 'Now' }).getByRole('listitem')
  await expect(rows.filter({ hasText: 'clock' })).toContainText(/the clock of the page is (24 h|1 d) behind/)
  await expect(rows.filter({ hasText: 'new-pricing' })).toContainText('is overridden with false')
  await another.close()
})
