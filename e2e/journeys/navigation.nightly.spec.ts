import { overflow } from '../desk/overflow.ts'
import { expect, test } from '../desk/test.ts'

test('the focus ring of the skip link is visible on the dark header', async ({ desk }) => {
  await desk.visit()
  await desk.settle()
  await desk.page.keyboard.press('Tab')
  const skip = desk.page.getByRole('link', { name: 'Skip to the page' })
  await expect(skip).toBeFocused()
  await expect(skip).toHaveCSS('outline', 'rgb(245, 247, 247) solid 2px')
})

test('the focus of the link to the console, which is always in view, does not scroll the page', async ({ desk }) => {
  await desk.visit()
  await desk.settle()
  await desk.page.getByRole('link', { name: 'Open the console' }).focus()
  expect(await desk.page.evaluate(() => scrollY)).toBe(0)
})

test('no page overflows the narrowest screen', async ({ desk }) => {
  const { page } = desk
  await page.setViewportSize({ width: 360, height: 740 })
  for (const path of ['/', '/rentals', '/rentals/R-3130', '/quotes', '/settings', '/nowhere']) {
    await desk.visit(path)
    await expect(desk.user).toContainText('Grace Adeyemi')
    await expect(desk.title).toBeVisible()
    expect(await overflow(page), path).toBe(0)
  }
  await desk.open('Fleet')
  await expect(desk.title).toHaveText('Fleet')
})

test('the skip link moves the focus to the title of the page and leaves its address as it was', async ({
  desk,
  services,
}) => {
  const { page } = desk
  await desk.visit()
  await desk.settle()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(desk.title).toBeFocused()
  expect(new URL(page.url()).hash).toBe('')
  await desk.quote('EX-209')
  const { url } = await services.arrived('Machine selected')
  expect(url).not.toContain('#')
})

test('with the keyboard, the focused title has a visible ring, before and after the user changes', async ({ desk }) => {
  const { page } = desk
  await desk.visit()
  await desk.settle()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(desk.title).toBeFocused()
  await expect(desk.title).toHaveCSS('outline-style', 'solid')

  const link = (name: string) => page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name })
  await link('Rentals').press('Enter')
  await expect(desk.title).toHaveText('Rentals')
  await expect(desk.title).toBeFocused()
  await expect(desk.title).toHaveCSS('outline-style', 'solid')

  await desk.user.press('Enter')
  await page.getByRole('menuitemradio', { name: /^Dana Whitfield/ }).press('Enter')
  await expect(desk.user).toContainText('Dana Whitfield')
  await expect(desk.title).toBeFocused()
  await expect(desk.title).toHaveCSS('outline-style', 'solid')

  await desk.user.press('Enter')
  await page.getByRole('menuitem', { name: 'Sign out' }).press('Enter')
  await expect(desk.title).toHaveText('You are signed out')
  await expect(desk.title).toBeFocused()
  await expect(desk.title).toHaveCSS('outline-style', 'solid')
})

for (const [width, height] of [
  [1280, 900],
  [390, 844],
] as const)
  test(`on a short page ${width} pixels wide, the strip of events ends at the lower edge of the window`, async ({
    desk,
  }) => {
    const { page } = desk
    await page.setViewportSize({ width, height })
    await desk.visit('/nowhere')
    await expect(desk.title).toHaveText('No such page')
    const strip = await page.getByRole('complementary', { name: 'Telltale' }).boundingBox()
    expect((strip?.y ?? 0) + (strip?.height ?? 0)).toBe(height)
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(height)
  })

test('the title of a page that was opened with the mouse has no focus ring', async ({ desk }) => {
  await desk.visit()
  await desk.settle()
  await desk.open('Rentals')
  await expect(desk.title).toBeFocused()
  await expect(desk.title).toHaveCSS('outline-style', 'none')
})

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
