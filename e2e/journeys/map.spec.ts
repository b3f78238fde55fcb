import { expect, test } from '../desk/test.ts'

const SCRIPT = '**/maps/coast.js'

test('pressing a yard on the map filters the list, and a filter of the list also applies to the map', async ({
  desk,
}) => {
  const { page } = desk
  await desk.visit()
  const mill = desk.map.getByRole('button', { name: 'Mill Road, 8 machines here' })
  await mill.click()
  await expect(page.getByText('8 of 24 machines')).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Yard' })).toHaveValue('mill-road')
  await mill.click()
  await expect(page.getByText('24 machines', { exact: true })).toBeVisible()

  await page.getByRole('searchbox').fill('boom')
  await expect(desk.map.getByRole('button', { name: 'Mill Road, 0 machines here' })).toBeVisible()
  await expect(desk.map.getByTitle('AP-405 · 88 Harbor Street')).toBeVisible()
  await expect(desk.map.locator('[data-marker][title]')).toHaveCount(1)
  await expect(desk.map.getByRole('img', { name: '1 machine at 88 Harbor Street: AP-405' })).toBeVisible()
})

test('without a map the list still works, and loading the map can be retried', async ({ desk, complaints }) => {
  const { page } = desk
  let tries = 0
  await page.clock.install()
  // For a clock that jumps by 8 seconds, the database does not answer in time, and nothing comes on the stream of the flags.
  complaints.allow(/T185|T188/)
  await page.route(SCRIPT, (route) => {
    tries += 1
    return route.abort()
  })
  await desk.visit()
  for (const expected of [1, 2, 3, 4]) {
    await expect.poll(() => tries).toBeGreaterThanOrEqual(expected)
    // Longer than the longest delay, because a busy page may wait for two at once.
    await page.clock.runFor(8000)
  }
  await expect(desk.map.getByRole('alert')).toContainText('The map could not be loaded.')
  await expect(page.getByRole('table', { name: 'Machines' }).getByRole('row')).toHaveCount(25)
  await page.unroute(SCRIPT)
  await desk.map.getByRole('button', { name: 'Try again' }).click()
  await expect(desk.map.getByRole('button', { name: /^Port Kendall/ })).toBeVisible()
  await page.getByRole('button', { name: 'Hide the map' }).click()
  await expect(desk.map).toHaveCount(0)
  await desk.visit()
  await expect(page.getByRole('button', { name: 'Show the map' })).toBeVisible()
  complaints.allow(/Failed to load resource/)
})
