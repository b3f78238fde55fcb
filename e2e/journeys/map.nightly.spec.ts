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
