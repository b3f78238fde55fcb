import type { Locator } from '@playwright/test'
import { expect, test } from '../desk/test.ts'

const SCRIPT = '**/maps/coast.js'

test('the map shows a yard that is chosen in the list, and not under the buttons of the map', async ({ desk }) => {
  const { page } = desk
  await desk.visit()
  await desk.map.getByRole('button', { name: /^Mill Road/ }).click()
  await page.getByRole('combobox', { name: 'Yard' }).selectOption('Airport East')
  const yard = desk.map.getByRole('button', { name: /^Airport East/ })
  const buttons = desk.map.getByRole('toolbar', { name: 'Move the map' })
  const gap = async () => {
    const [pin, group] = [await yard.boundingBox(), await buttons.boundingBox()]
    return pin && group ? group.x - pin.x - pin.width : 0
  }
  await expect.poll(gap).toBeGreaterThan(0)
  await desk.map.getByRole('button', { name: 'Closer' }).click()
  await expect.poll(gap).toBeGreaterThan(0)
})

test('a yard that gets the focus comes into view, and the map itself never scrolls', async ({ desk }) => {
  const { page } = desk
  await desk.visit()
  await desk.map.getByRole('button', { name: /here$/ }).first().focus()
  await page.keyboard.press('Space')
  const focused = desk.map.locator('button:focus')
  const panel = await desk.map.boundingBox()
  for (const key of ['Tab', 'Tab', 'Shift+Tab']) {
    await page.keyboard.press(key)
    await expect(focused).toHaveAccessibleName(/here$/)
    await expect
      .poll(async () => {
        const [pin, map] = [await focused.boundingBox(), panel]
        return pin && map && pin.x >= map.x && pin.x + pin.width <= map.x + map.width
      })
      .toBe(true)
    expect(await desk.map.evaluate((element) => element.scrollLeft)).toBe(0)
  }
})

for (const width of [390, 1280])
  test(`at ${width} pixels, the name of a yard covers no site on the map`, async ({ desk }) => {
    await desk.page.setViewportSize({ width, height: 844 })
    await desk.visit()
    await desk.settle()
    // A marker takes 260 ms to its place.
    await desk.map.evaluate((map) =>
      Promise.all(map.getAnimations({ subtree: true }).map(({ finished }) => finished.catch(() => {}))),
    )
    const boxes = (markers: Locator) => markers.evaluateAll((all) => all.map((one) => one.getBoundingClientRect()))
    const sites = await boxes(desk.map.locator('[data-marker][title]'))
    for (const yard of await boxes(desk.map.getByRole('button', { name: /here$/ })))
      for (const site of sites)
        expect(
          yard.left < site.right && site.left < yard.right && yard.top < site.bottom && site.top < yard.bottom,
          `a yard at ${yard.left}, ${yard.top} covers a site at ${site.left}, ${site.top}`,
        ).toBe(false)
  })

test('loading the map’s script is retried until it succeeds', async ({ desk, complaints }) => {
  const failures = [1, 2]
  await desk.page.route(SCRIPT, (route) => (failures.pop() ? route.abort() : route.continue()))
  await desk.visit()
  await expect(desk.map.getByText('Loading the map…')).toBeVisible()
  await expect(desk.map.getByRole('button', { name: /^Port Kendall/ })).toBeVisible({ timeout: 15_000 })
  complaints.expect(/Failed to load resource/)
})

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
