import type { Route } from '@playwright/test'
import { expect, test } from '../desk/test.ts'

test('the desk works offline, counts pending events, and sends them when the network is back', async ({
  desk,
  services,
  context,
  complaints,
}) => {
  const { page } = desk
  await desk.visit('/settings')
  await services.arrived('Settings viewed')
  // The page has received the offline event, too.
  await expect(desk.waiting).toHaveText('0 events waiting')
  await context.setOffline(true)
  await expect(page.getByRole('status').getByText('You are offline.')).toBeVisible()
  await desk.open('Fleet')
  await desk.quote('EX-209')
  await desk.setCustomer('Delmar Foundations')
  await desk.sendButton.click()
  await expect(page.getByText('Q-4181 sent to Delmar Foundations')).toBeVisible()
  await expect(page.getByText('3 events waiting')).toBeVisible()
  await desk.open('Settings')
  await expect(desk.waiting).toHaveText('4 events waiting')
  await page.getByRole('button', { name: 'Send a test event' }).click()
  await expect(desk.waiting).toHaveText('5 events waiting')
  expect(await services.events('Quote sent')).toEqual([])

  await context.setOffline(false)
  await expect(page.getByText('Back online. All events were sent.')).toBeVisible({ timeout: 20_000 })
  await expect(desk.waiting).toHaveText('0 events waiting')
  expect(await services.events('Quote sent')).toHaveLength(1)
  // The browser logs requests that failed without a network.
  complaints.allow(/net::ERR_/, /network error/, /Error on stream connection .* no answer/)
})

test('the next visit of a known user shows their flags at once, before the service has answered', async ({ desk }) => {
  const { page } = desk
  await desk.visit('/settings')
  await expect(page.getByRole('listitem').filter({ hasText: 'Your feature flags' })).toBeVisible()
  const silence = (url: URL) => /^\/(sdk\/evalx|eval|meval)\//.test(url.pathname) || url.pathname.endsWith('/who-am-i')
  await page.route(silence, () => {})
  await page.addInitScript(() => {
    const shown: string[] = []
    Object.assign(window, { shown })
    new MutationObserver(() => {
      const pricing = document.querySelector('[data-pricing]')?.getAttribute('data-pricing')
      if (pricing && shown.at(-1) !== pricing) shown.push(pricing)
    }).observe(document, { childList: true, subtree: true, attributes: true })
  })
  await desk.visit()
  await expect(desk.price).toHaveAccessibleName('Weekly pricing')
  await expect(desk.user).toHaveText('Grace AdeyemiIronline Rentals')
  expect(await page.evaluate(() => (window as unknown as { shown: string[] }).shown)).toEqual(['weekly'])
  await desk.open('Settings')
  await expect(page.getByText('From your last visit')).toBeVisible()
})

for (const { what, refuse, message } of [
  { what: 'does not answer', refuse: (route: Route) => route.abort(), message: /net::ERR_FAILED/ },
  {
    what: 'answers with a 503',
    // Without the header, the browser would keep the status from the page.
    refuse: (route: Route) => route.fulfill({ status: 503, headers: { 'access-control-allow-origin': '*' } }),
    message: /responded with a status of 503/,
  },
])
  test(`while the collector ${what}, the page says that events wait, and why`, async ({ desk, complaints }) => {
    const { page } = desk
    await page.route('**/collect', refuse)
    await desk.visit()
    const trace = page.getByRole('complementary', { name: 'Telltale' })
    const sentence = trace.getByRole('status')
    await expect(sentence).toHaveText(/^\d+ events? waits?: the collector has not accepted (it|them)\./)
    const event = trace.getByRole('listitem').filter({ hasText: 'Fleet viewed' })
    await expect(event).toContainText('waiting for collector')
    await expect(event).toHaveAttribute('data-delivery', 'waiting')
    await page.unroute('**/collect')
    await expect(sentence).toBeEmpty()
    await expect(event).toHaveAttribute('data-delivery', 'delivered')
    complaints.expect(message)
  })
