import type { Page } from '@playwright/test'
import { expect, test } from '../desk/test.ts'

test('the event of a quote reaches Heap, Intercom and Datadog, and the messenger stays closed during impersonation', async ({
  desk,
  services,
}) => {
  const reported = listen(desk.page)
  await desk.visit()
  await desk.quote('EX-209')
  await desk.setCustomer('Delmar Foundations')
  await desk.sendButton.click()
  await services.arrived('Quote sent')
  await expect.poll(() => reported('heap')).toContain('"Quote sent"')
  await expect.poll(() => reported('heap')).toContain('ironline-rentals:31')
  await expect.poll(() => reported('intercom')).toContain('trackEvent')
  expect(reported('heap') + reported('intercom'), 'no customer').not.toContain('Delmar')

  await desk.viewAs('Priya Raman')
  await expect(desk.impersonation).toBeVisible()
  await expect.poll(() => reported('intercom')).toContain('shutdown')
  const before = reported('intercom').length
  await desk.quote('EX-104')
  await desk.setCustomer('Northgate Events')
  await desk.sendButton.click()
  await expect.poll(() => reported('heap')).toContain('grace.adeyemi@ironline.example as Priya Raman')
  await services.arrived('Quote sent', 2)
  expect(reported('intercom').slice(before)).not.toMatch(/trackEvent|"boot"/)

  // Datadog's SDK sends batches after a delay, and when the page is left.
  await desk.page.goto('about:blank')
  await expect.poll(() => reported('datadog')).toContain('Quote sent')
  await expect.poll(() => reported('datadog')).toContain('new_pricing')
})

/** The page's calls to a vendor so far, as one string. */
function listen(page: Page): (vendor: string) => string {
  const bodies: { vendor: string; body: string }[] = []
  page.on('request', (request) => {
    const vendor = /\/vendors\/(\w+)$/.exec(new URL(request.url()).pathname)?.[1]
    if (vendor && request.method() === 'POST') bodies.push({ vendor, body: request.postData() ?? '' })
  })
  return (vendor) => bodies.map((one) => (one.vendor === vendor ? one.body : '')).join('')
}
