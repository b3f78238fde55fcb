import { expect, test } from '../desk/test.ts'

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
