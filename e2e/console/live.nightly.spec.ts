import { happen } from './happenings.ts'
import { expect, test } from './test.ts'

test('the filter suggests its syntax and existing values', async ({ console, services }) => {
  await happen(services, { id: 'a', name: 'Fleet viewed' }, { id: 'b', properties: { 'LDFF: new_pricing': true } })
  await console.open()
  const { page } = console
  await page.keyboard.press('/')
  const options = page.getByRole('listbox', { name: 'Filter events' }).getByRole('option')
  await expect(options).toContainText(['name:', 'user:', 'flag:', 'has:', 'to:', 'is:'])
  await page.keyboard.type('fl')
  await expect(options).toContainText(['flag:'])
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  // It stays open with the values, until one is picked.
  await expect(options).toHaveText(['flag:new-pricing=true'])
  await page.keyboard.type('n')
  await expect(options).toHaveText(['flag:new-pricing=true'])
  await page.keyboard.press('Backspace')
  await page.getByRole('combobox', { name: 'Filter events' }).fill('name:')
  await options.filter({ hasText: 'name:"Fleet viewed"' }).click()
  await expect(options).toHaveCount(0)
  await expect(console.rows).toHaveCount(1)
  await expect(console.rows).toContainText('Fleet viewed')
})

test('the filter announces the number of matches, and Enter goes to the list, also while there are suggestions', async ({
  console,
  services,
}) => {
  await happen(services, { id: 'a', name: 'Fleet viewed' }, { id: 'b' }, { id: 'c' })
  await console.open()
  await expect(console.rows).toHaveCount(3)
  const field = console.page.getByRole('combobox', { name: 'Filter events' })
  const matches = console.pane('Events').getByRole('status')
  await expect(matches).toHaveText('')
  await field.fill('n')
  await expect(field).toHaveAttribute('aria-expanded', 'true')
  await field.press('Enter')
  await expect(field).toHaveAttribute('aria-expanded', 'false')
  await expect(console.page.getByRole('listbox', { name: 'Filter events' })).toHaveCount(0)
  await expect(console.page.getByRole('listbox', { name: 'Events, the newest first' })).toBeFocused()
  await console.page.keyboard.press('p')
  await expect(matches).toContainText('Paused')
  await console.page.keyboard.press('p')
  await expect(matches).not.toContainText('Paused')
  await field.fill('quote')
  await expect(matches).toHaveText('2 events match')
  // Nothing can be suggested, so no list is shown.
  await expect(field).toHaveAttribute('aria-expanded', 'false')
  await field.fill('fleet')
  await expect(matches).toHaveText('1 event matches')
})

for (const key of ['Enter', 'ArrowDown'])
  test(`${key} in the filter of Live moves the focus to the first row`, async ({ console, services }) => {
    await happen(services, { id: 'a', name: 'Quote sent' }, { id: 'b', name: 'Quote sent' }, { id: 'c', name: 'Other' })
    await console.open()
    await expect(console.rows).toHaveCount(3)
    const field = console.page.getByRole('combobox', { name: 'Filter events' })
    await field.fill('quote')
    await expect(console.rows).toHaveCount(2)
    await field.press(key)
    const list = console.page.getByRole('listbox', { name: 'Events, the newest first' })
    await expect(list).toBeFocused()
    const first = await console.rows.first().getAttribute('id')
    await expect(list).toHaveAttribute('aria-activedescendant', first ?? '')
  })

test('a filter without matches names the term that excludes all events, and can remove it', async ({
  console,
  services,
}) => {
  await happen(services, { id: 'a' }, { id: 'b' })
  await console.open()
  const { page } = console
  await page.getByRole('combobox', { name: 'Filter events' }).fill('quote flag:x=true')
  const pane = console.pane('Events')
  await expect(pane).toContainText('flag:x=true matches no events.')
  await expect(pane).not.toContainText('quote matches')
  await page.getByRole('button', { name: 'Remove flag:x=true from the filter' }).click()
  await expect(console.rows).toHaveCount(2)
  await expect(page.getByRole('combobox', { name: 'Filter events' })).toHaveValue('quote')
})
