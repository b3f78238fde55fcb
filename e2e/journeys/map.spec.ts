import { expect, test } from '../desk/test.ts'

const SCRIPT = '**/maps/coast.js'

test('pressing a yard on the map narrows the list to it, and a filter thins out the map', async ({ desk }) => {
  const { page } = desk
  await desk.visit()
  const mill = desk.map.getByRole('button', { name: 'Mill Road, 8 machines here' })
  await mill.click()
  await expect(page.getByText('8 of 24 machines')).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Yard' })).toHaveValue('Mill Road')
  await mill.click()
  await expect(page.getByText('24 machines', { exact: true })).toBeVisible()

  await page.getByRole('searchbox').fill('boom')
  await expect(desk.map.getByRole('button', { name: 'Mill Road, 0 machines here' })).toBeVisible()
  await expect(desk.map.getByTitle('AP-405 · 88 Harbor Street')).toBeVisible()
  await expect(desk.map.locator('[data-marker][title]')).toHaveCount(1)
})

test('the map’s script is tried again until it is there', async ({ desk, complaints }) => {
  const failures = [1, 2]
  await desk.page.route(SCRIPT, (route) => (failures.pop() ? route.abort() : route.continue()))
  await desk.visit()
  await expect(desk.map.getByText('Loading the map…')).toBeVisible()
  await expect(desk.map.getByRole('button', { name: /^Port Kendall/ })).toBeVisible({ timeout: 15_000 })
  complaints.expect(/Failed to load resource/)
})

test('without a map there is the list, and the map can be asked for again', async ({ desk, complaints }) => {
  const { page } = desk
  let tries = 0
  await page.clock.install()
  await page.route(SCRIPT, (route) => {
    tries += 1
    return route.abort()
  })
  await desk.visit()
  for (const expected of [1, 2, 3, 4]) {
    await expect.poll(() => tries).toBeGreaterThanOrEqual(expected)
    // Longer than the longest delay: a busy page may take two of them in one go.
    await page.clock.runFor(8000)
  }
  await expect(desk.map.getByRole('alert')).toContainText('The map could not be loaded.')
  await expect(page.getByRole('table', { name: 'Machines' }).getByRole('row')).toHaveCount(25)
  await page.unroute(SCRIPT)
  await desk.map.getByRole('button', { name: 'Load it again' }).click()
  await expect(desk.map.getByRole('button', { name: /^Port Kendall/ })).toBeVisible()
  await page.getByRole('button', { name: 'Hide the map' }).click()
  await expect(desk.map).toHaveCount(0)
  await desk.visit()
  await expect(page.getByRole('button', { name: 'Show the map' })).toBeVisible()
  complaints.allow(/Failed to load resource/)
})
