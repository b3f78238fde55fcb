import { deskPage } from '../desk/deskPage.ts'
import { expect, test } from '../desk/test.ts'

test('the event of a quote sent at the moment the page closes arrives once after the next visit', async ({
  page,
  services,
  context,
  baseURL,
}) => {
  // Opened by a script, so that a script may close it: the click and the close happen in one task.
  const opened = context.waitForEvent('page')
  await page.evaluate((url) => void window.open(url), baseURL)
  const desk = deskPage(await opened)
  await desk.quote('EX-209')
  await desk.setCustomer('Delmar Foundations')
  await services.arrived('Machine selected')
  const closed = desk.page.waitForEvent('close')
  const clicked = desk.sendButton.evaluate((button: HTMLElement) => {
    button.click()
    window.close()
  })
  // The page may be closed before it can answer.
  await Promise.all([closed, clicked.catch(() => undefined)])

  const next = deskPage(await context.newPage())
  await next.visit()
  const event = await services.arrived('Quote sent')
  expect(event).toMatchObject({
    identity: { id: 'ironline-rentals:31' },
    properties: { total: 4557, machine: 'EX-209', 'LDFF: new_pricing': true },
  })
  await next.quote('EX-104')
  await services.arrived('Machine selected', 2)
  expect(await services.events('Quote sent')).toEqual([event])
})

test('events that the collector did not receive before the page closed are delivered by the next visit', async ({
  desk,
  services,
  context,
}) => {
  // In the page itself, because Playwright's routes miss requests of a page that is being closed.
  await desk.page.addInitScript(() => {
    const { fetch } = window
    const isLost = (url: unknown) => String(url).endsWith('/collect')
    window.fetch = (input, init) => (isLost(input) ? new Promise(() => {}) : fetch(input, init))
    navigator.sendBeacon = () => true
  })
  await desk.visit()
  await desk.quote('EX-209')
  await desk.setCustomer('Delmar Foundations')
  await desk.sendButton.click()
  await expect(desk.sentQuotes).toContainText('Delmar Foundations')
  await desk.page.close()
  expect(await services.events()).toEqual([])

  const next = deskPage(await context.newPage())
  await next.visit()
  await services.arrived('Fleet viewed', 2)
  await next.quote('EX-104')
  await services.arrived('Machine selected', 2)
  const names = (await services.events()).map(({ name }) => name).filter((name) => !name.startsWith('Load - App'))
  expect(names).toEqual(['Fleet viewed', 'Machine selected', 'Quote sent', 'Fleet viewed', 'Machine selected'])
})
