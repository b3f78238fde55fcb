import { expect, test } from '../desk/test.ts'

test('an overdue machine can be found, returned, and quoted again', async ({ desk, services }) => {
  const { page } = desk
  await desk.visit()
  await desk.open('Rentals')
  await expect(page.getByRole('navigation').getByRole('link', { name: 'Rentals' })).toHaveAccessibleName(/2 overdue/)
  await page.getByRole('button', { name: 'Overdue' }).click()
  await expect(page.getByText('2 of 13 rentals')).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search the rentals' }).fill('harbor')
  await page.getByRole('link', { name: 'R-3118' }).click()

  await expect(desk.title).toHaveText('R-3118')
  await expect(desk.map.getByTitle('AP-405 · 88 Harbor Street')).toBeVisible()
  const way = desk.map.locator('line[class*=way]')
  await expect(way).toHaveCount(1)
  await page.getByRole('button', { name: 'Take back' }).press('Enter')
  // The button is gone, and the focus is on what became of it.
  await expect(page.getByRole('status').filter({ hasText: 'AP-405 is back in its yard.' })).toBeFocused()
  await expect(page.getByRole('button', { name: 'Take back' })).toHaveCount(0)
  await expect(desk.map.getByTitle('88 Harbor Street', { exact: true })).toBeVisible()
  await expect(way).toHaveCount(0)
  const event = await services.arrived('Rental taken back')
  expect(event.properties).toMatchObject({ rental: 'R-3118', machine: 'AP-405' })
  expect(JSON.stringify(event.properties), 'no customer in the event').not.toContain('Harbor')

  await desk.open('Fleet')
  await expect(page.getByRole('row').filter({ hasText: 'AP-405' })).toContainText('Available')
})

test('an active rental can be extended, and a reserved one can be checked out', async ({ desk, services }) => {
  const { page } = desk
  await desk.visit('/rentals/R-3121')
  await page.getByRole('button', { name: 'Extend by a week' }).click()
  await expect(page.getByRole('status').getByText(/^Extended to /)).toBeVisible()
  await expect(page.getByRole('listitem').first()).toContainText('Extended by 7 days')
  expect((await services.arrived('Rental extended')).properties).toMatchObject({ rental: 'R-3121', days: 7 })

  await page.getByRole('link', { name: 'All rentals' }).click()
  await page.getByRole('link', { name: 'R-3136' }).click()
  await page.getByRole('button', { name: 'Check out' }).press('Enter')
  await expect(page.getByRole('status').filter({ hasText: 'is checked out' })).toBeFocused()
  await expect(page.getByRole('button', { name: 'Take back' })).toBeVisible()
  await services.arrived('Rental checked out')
})

test('a customer sees their own rentals and agreed prices, and no controls of the desk', async ({ desk }) => {
  const { page } = desk
  await desk.visit()
  await desk.signInAs(/^Dana Whitfield/)
  await desk.open('Rentals')
  await expect(page.getByText('2 rentals', { exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'R-3129' }).click()
  await expect(page.getByText('Kendall Quay, berth 4').first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Take back' })).toHaveCount(0)

  await desk.visit('/rentals/R-3118')
  await expect(desk.title).toHaveText('No such rental')
  await page.getByRole('link', { name: 'Show all rentals' }).click()
  await expect(desk.title).toHaveText('Rentals')
})

test('the link to a rental is itself large enough to be pressed', async ({ desk }) => {
  const { page } = desk
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 800 })
    await desk.visit('/rentals')
    const box = await page.getByRole('link', { name: 'R-3118' }).boundingBox()
    if (!box) throw new Error('The link is not drawn.')
    expect(Math.min(box.width, box.height), `at ${width} pixels`).toBeGreaterThanOrEqual(24)
  }
})
