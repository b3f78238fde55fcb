import type { Locator } from '@playwright/test'
import { closeWithEscape } from '../desk/closeWithEscape.ts'
import { expect, test } from '../desk/test.ts'

test('the statuses and the buttons of the map are one Tab stop each, and the arrow keys move within them', async ({
  desk,
}) => {
  const { page } = desk
  await desk.visit()
  await desk.settle()
  const button = (name: string) => page.getByRole('button', { name })
  await button('Hide the map').focus()
  await page.keyboard.press('Tab')
  await expect(button('Available')).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(button('Reserved')).toBeFocused()
  await page.keyboard.press('Tab')
  // The three yards lie on the map: they have an order on the ground, and none for arrow keys.
  for (const _ of [1, 2, 3]) await page.keyboard.press('Tab')
  await expect(button('Closer')).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(button('Farther')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('searchbox', { name: 'Search the fleet' })).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await expect(button('Farther')).toBeFocused()
})

test('on a narrow screen the fleet is a list of cards, and a quote covers it until it is closed', async ({ desk }) => {
  const { page } = desk
  await page.setViewportSize({ width: 390, height: 844 })
  await desk.visit()
  await expect(page.getByRole('table')).toHaveCount(0)
  await expect(page.getByRole('list', { name: 'Machines' }).getByRole('listitem')).toHaveCount(24)
  await desk.quote('EX-209')
  const drawer = page.getByRole('dialog', { name: 'Quote' })
  await expect(drawer.getByRole('heading', { name: 'Quote' })).toBeFocused()
  await expect(drawer.getByRole('status', { name: 'Total' })).toHaveText('$4,557')
  await closeWithEscape(drawer)
  await expect(page.getByRole('button', { name: 'Quote EX-209' })).toBeFocused()
})

test('typing changes a closed filter, and its first entry shows all machines again', async ({ desk }) => {
  const { page } = desk
  await desk.visit()
  for (const [name, typed, found, all] of [
    ['Yard', 'air', 'Airport East', 'All yards'],
    ['Category', 'exc', 'Excavators', 'All categories'],
  ] as const) {
    const filter = page.getByRole('combobox', { name })
    await filter.pressSequentially(typed)
    await expect(filter.locator('option:checked')).toHaveText(found)
    await expect(page.getByText(/^\d+ of 24 machines$/)).toBeVisible()
    await filter.selectOption(all)
    await expect(page.getByText('24 machines', { exact: true })).toBeVisible()
  }
})

test('the message about a sent quote is in view and not covered where the screen is low', async ({ desk }) => {
  const { page } = desk
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 600 })
    await desk.visit()
    await desk.quote('EX-209')
    await desk.setCustomer('Delmar Foundations')
    await desk.sendButton.click()
    const message = page.getByText('sent to Delmar Foundations')
    await expect(message).toBeInViewport({ ratio: 1 })
    const [text, button] = [await message.boundingBox(), await desk.sendButton.boundingBox()]
    if (!text || !button) throw new Error('The message or the button is not drawn.')
    expect(text.y + text.height, `at ${width} pixels`).toBeLessThanOrEqual(button.y)
  }
})

test('beside the fleet, the price is in view above the button that sends it, and the edge of the panel cuts nothing', async ({
  desk,
}) => {
  const { page } = desk
  const panel = page.getByRole('region', { name: 'Quote', exact: true })
  for (const person of [
    'as=ironline-rentals:31',
    'as=stonebridge-civil:1042',
    'as=northgate-events:3305&by=ironline-rentals:31',
  ]) {
    await desk.visit(`/?${person}`)
    await desk.settle()
    await desk.quote('EX-209')
    await desk.setCustomer('Delmar Foundations')
    await desk.sendButton.click()
    await desk.quote('EX-122')
    // Up and down again, as the keys do.
    await desk.customer.focus()
    await page.keyboard.press('Escape')
    await desk.sendButton.focus()
    const [button, price] = [await desk.sendButton.boundingBox(), await desk.price.boundingBox()]
    const [edges, last] = [await panel.boundingBox(), await panel.locator('section:has(> ul)').boundingBox()]
    if (!button || !price || !edges || !last) throw new Error('A part of the panel is not drawn.')
    expect(price.y + price.height, `${person}: price above the button`).toBeLessThanOrEqual(button.y)
    await expect(desk.price).toBeInViewport({ ratio: 1 })
    const below = edges.y + edges.height
    expect(last.y >= below - 4 || last.y + last.height <= below, `${person}: last quotes not cut`).toBe(true)
    // The field that has the focus is not below the price.
    await page.getByRole('textbox', { name: 'Notes' }).focus()
    const [notes, stub] = [
      await page.getByRole('textbox', { name: 'Notes' }).boundingBox(),
      await desk.price.boundingBox(),
    ]
    if (!notes || !stub) throw new Error('A part of the form is not drawn.')
    expect(notes.y + notes.height, `${person}: notes above the price`).toBeLessThanOrEqual(stub.y)
  }
})

test('under an announcement, the price and the button of the quote are in view, and a field that gets the focus is too', async ({
  desk,
  services,
}) => {
  const { page } = desk
  await services.editFlags((flags) => {
    const banner = flags['maintenance-banner']
    if (banner) banner.on = true
  })
  for (const height of [800, 720, 600]) {
    await page.setViewportSize({ width: 1280, height })
    await desk.visit()
    await expect(page.getByText(/^Quotes are read-only on Sunday/)).toBeVisible()
    await desk.settle()
    await desk.quote('EX-209')
    const notes = page.getByRole('textbox', { name: 'Notes' })
    for (const control of [desk.customer, notes, desk.sendButton]) {
      await page.evaluate(() => window.scrollTo(0, 0))
      await control.focus()
      expect(await isUncovered(control), `${await control.textContent()} at ${height} pixels`).toBe(true)
      // On a low screen, the price scrolls with the fields.
      if (height > 700 || control === desk.sendButton) expect(await isUncovered(desk.price)).toBe(true)
    }
  }
})

/** Whether both ends of an element are in view and nothing lies over them. */
test('the fleet can be searched, filtered by status, and shown as a whole again', async ({ desk }) => {
  const { page } = desk
  await desk.visit()
  const rows = page.getByRole('table', { name: 'Machines' }).getByRole('row')
  await expect(rows).toHaveCount(25)
  await page.getByRole('searchbox', { name: 'Search the fleet' }).fill('boom')
  await page.getByRole('button', { name: 'Reserved' }).click()
  await expect(page.getByText('1 of 24 machines')).toBeVisible()
  await expect(rows.last()).toContainText('AP-418')

  await page.getByRole('searchbox', { name: 'Search the fleet' }).fill('submarine')
  await page.getByRole('button', { name: 'Show the whole fleet' }).press('Enter')
  await expect(rows).toHaveCount(25)
  await expect(page.getByText('24 machines', { exact: true })).toBeFocused()
})

test('a quote can be made with the keyboard alone', async ({ desk, services }) => {
  const { page } = desk
  await desk.visit()
  await expect(desk.user).toContainText('Grace Adeyemi')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to the page' })).toBeFocused()
  await page.keyboard.press('Enter')
  const tabTo = async (name: string) => {
    for (let presses = 0; presses < 60; presses++) {
      await page.keyboard.press('Tab')
      const focused = page.locator(':focus')
      if (((await focused.getAttribute('aria-label')) ?? (await focused.textContent())) === name) return
    }
    throw new Error(`The keyboard does not get to ${name}.`)
  }
  await tabTo('Quote EX-209')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Quote', exact: true })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('combobox', { name: 'Machine' })).toBeFocused()
  await expect(desk.total).toHaveText('$4,557')
  while (!(await desk.customer.evaluate((input) => input === document.activeElement))) await page.keyboard.press('Tab')
  await page.keyboard.type('Ostrander Roofing')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status').getByText('sent to Ostrander Roofing')).toBeVisible()
  await services.arrived('Quote sent')
})

const isUncovered = (part: Locator) =>
  part.evaluate((element) => {
    const { left, top, width, bottom } = element.getBoundingClientRect()
    return [top + 2, bottom - 2].every((y) => element.contains(document.elementFromPoint(left + width / 2, y)))
  })
