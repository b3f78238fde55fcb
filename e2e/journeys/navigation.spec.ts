import { expect, test } from '../desk/test.ts'

test('after each navigation, back and forward included, the page’s title has the focus and is the window’s title', async ({
  desk,
  services,
}) => {
  const { page } = desk
  await desk.visit()
  await expect(page).toHaveTitle('Fleet · Rental Desk')
  await desk.open('Rentals')
  await expect(desk.title).toBeFocused()
  await expect(page).toHaveTitle('Rentals · Rental Desk')
  await expect(page.getByRole('link', { name: 'Rentals' })).toHaveAttribute('aria-current', 'page')
  await page.getByRole('link', { name: 'R-3124' }).click()
  await expect(page).toHaveTitle('R-3124 · Rental Desk')
  await services.arrived('Rental viewed')
  await page.goBack()
  await expect(desk.title).toHaveText('Rentals')
  await expect(desk.title).toBeFocused()

  await desk.visit('/nowhere')
  await expect(desk.title).toHaveText('No such page')
  await page.getByRole('link', { name: 'Go to the fleet' }).click()
  await expect(desk.title).toHaveText('Fleet')
  await services.arrived('Fleet viewed', 2)
  expect(await services.events('Rentals viewed')).toHaveLength(2)
})

test('an unsent quote is kept while navigating between pages', async ({ desk }) => {
  await desk.visit()
  await desk.quote('EX-209')
  await desk.setCustomer('Delmar Foundations')
  await desk.open('Rentals')
  await desk.open('Quotes')
  await expect(desk.customer).toHaveValue('Delmar Foundations')
  await desk.sendButton.click()
  const sent = desk.page.getByRole('table', { name: 'Sent from this desk' })
  await expect(sent.getByRole('row').nth(1)).toContainText('EX-209')
})
