import { watchChanges } from '../desk/changes.ts'
import { expect, test } from '../desk/test.ts'

test('a flag switched in the console immediately updates the component that reads it, and nothing else', async ({
  desk,
  services,
  context,
}) => {
  await desk.visit()
  await desk.quote('EX-209')
  await desk.setCustomer('Delmar Foundations')
  await expect(desk.total).toHaveText('$4,557')
  await services.arrived('Machine selected')
  await desk.settle()
  const console = await context.newPage()
  await console.goto(`${services.url}/#flags`)
  const newPricing = console.getByRole('article', { name: 'new-pricing' }).getByRole('switch')
  await expect(newPricing).toBeChecked()
  const changes = await watchChanges(desk.page, '[data-pricing]')

  await newPricing.press('Space')
  // The page asks again only after minutes: a change comes over its stream.
  await expect(desk.total).toHaveText('$6,200')
  await expect(desk.price).toHaveAccessibleName('Day-rate pricing')
  expect((await changes()).inside).toBeGreaterThan(0)
  expect((await changes()).outside).toEqual([])
  await expect(desk.customer).toHaveValue('Delmar Foundations')

  await desk.page.bringToFront()
  await desk.sendButton.click()
  expect((await services.arrived('Machine selected')).properties).toHaveProperty('LDFF: new_pricing', true)
  expect((await services.arrived('Quote sent')).properties).toMatchObject({
    total: 6200,
    pricing: 'daily',
    'LDFF: new_pricing': false,
  })
})

test('saving flags.json in an editor immediately updates the component that reads the flag', async ({
  desk,
  services,
}) => {
  await desk.visit()
  await desk.quote('EX-209')
  await desk.setCustomer('Delmar Foundations')
  await expect(desk.fields).toHaveAttribute('data-layout', 'compact')
  await desk.settle()
  // The layout moves the fields: all of its changes are inside the form, and the price is not part of it.
  const changes = await watchChanges(desk.page, '[data-layout]')

  await services.editFlags((flags) => {
    const layout = flags['quote-layout']
    if (layout) layout.on = false
  })
  await expect(desk.fields).toHaveAttribute('data-layout', 'classic')
  expect((await changes()).inside).toBeGreaterThan(0)
  expect((await changes()).outside).toEqual([])
  await expect(desk.customer).toHaveValue('Delmar Foundations')
})

test('an announcement that is switched on appears, and does not change the unsent quote', async ({
  desk,
  services,
}) => {
  await desk.visit()
  await desk.quote('EX-209')
  await expect(desk.total).toHaveText('$4,557')
  const changes = await watchChanges(desk.page, 'form')

  await services.editFlags((flags) => {
    const banner = flags['maintenance-banner']
    if (banner) banner.on = true
  })
  await expect(desk.page.getByRole('alert').getByText(/^Quotes are read-only on Sunday/)).toBeVisible()
  expect((await changes()).inside).toBe(0)
})
