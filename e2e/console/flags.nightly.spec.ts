import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expect, test } from './test.ts'

/** Opens a flag, and waits for everyone's values of it. */
async function gets(page: Page, name: string): Promise<string> {
  const person = page.getByRole('region', { name: 'Who gets what' }).getByRole('button', { name })
  return (await person.innerText()).split('\n').at(-1)?.trim() ?? ''
}

test('Ctrl+S also saves the value that is typed into a rule and not yet entered', async ({ console, services }) => {
  await console.open('flags/new-pricing')
  const { page } = console
  const editor = console.pane('new-pricing')
  const values = editor.getByRole('combobox', { name: 'Rule 1: values' })
  await values.fill('first')
  await page.keyboard.press('Enter')
  await values.fill('second')
  await page.keyboard.press('Control+s')
  await expect(editor.getByRole('status').filter({ hasText: 'Saved' })).toBeVisible()
  await expect(values).toBeFocused()
  await values.fill('third')
  await page.keyboard.press('Control+s')
  await expect(editor).toContainText('Version 6')
  expect((await services.flags())['new-pricing']).toMatchObject({
    rules: [{ clauses: [{ values: ['stonebridge-civil', 'ironline-rentals', 'first', 'second', 'third'] }] }],
  })
})

test('a new rule reports what is missing once the focus left the rule, or Save was tried', async ({ console }) => {
  await console.open('flags/new-pricing')
  const editor = console.pane('new-pricing')
  const rules = editor.getByRole('article')
  const before = await rules.count()
  await editor.getByRole('button', { name: 'Add a rule' }).click()
  await expect(rules).toHaveCount(before + 1)
  const alert = editor.getByRole('alert')
  await expect(alert).toHaveCount(0)
  await expect(rules.last()).not.toContainText('attribute that is compared')
  await console.page.keyboard.type('country')
  await expect(alert).toHaveCount(0)
  await console.page.keyboard.press('Tab')
  await expect(rules.last().getByRole('combobox', { name: /operator$/ })).toBeFocused()
  await expect(alert).toHaveCount(0)
  await editor.getByRole('textbox', { name: 'Description' }).focus()
  await expect(alert).toContainText('Give at least one value')
  await editor.getByRole('button', { name: 'Discard' }).click()
  await editor.getByRole('button', { name: 'Add a rule' }).click()
  await expect(alert).toHaveCount(0)
  await console.page.keyboard.press('Control+s')
  await expect(alert).toContainText('Name the attribute')
})

test('the list says how often each variation was served, one that was removed since included', async ({
  console,
  services,
}) => {
  const counters = [0, 2].map((variation) => ({ variation, count: 7, value: true, version: 4 }))
  await services.post('/events/bulk/rental-desk-local', [
    { kind: 'summary', features: { 'new-pricing': { counters } } },
  ])
  await console.open('flags')
  await expect(console.pane('Flags').getByRole('article', { name: 'new-pricing' })).toContainText(
    'served 7 × true, 7 × removed variation 3',
  )
})

test('while a rule has an error, everyone’s values are said to be the last valid ones', async ({ console }) => {
  await console.open('flags/quote-layout')
  const { page } = console
  await expect.poll(() => gets(page, 'Aiko Tanaka')).toBe('guided')
  const values = console.pane('quote-layout').getByRole('combobox', { name: 'Rule 1: values' })
  for (let left = 5; left > 0; left -= 1) await values.press('Backspace')
  const panel = page.getByRole('region', { name: 'Who gets what' })
  await expect(panel.getByText('the last valid values')).toBeVisible()
  await expect(panel.getByText('is nothing')).toHaveCount(0)
})

test('a variation that is not JSON stays as typed with its error, and is not saved', async ({ console, services }) => {
  await console.open('flags/maintenance-banner')
  const { page } = console
  const editor = console.pane('maintenance-banner')
  const field = (place: number) => editor.getByRole('textbox', { name: `Variation ${place}`, exact: true })
  const before = await field(1).inputValue()
  await field(1).fill('{"visible: true}')
  await page.keyboard.press('Tab')
  await expect(field(1)).toHaveValue('{"visible: true}')
  await expect(field(1)).toHaveAttribute('aria-invalid', 'true')
  await expect(editor.getByRole('alert')).toContainText('Variation 1: It is not JSON')
  await page.keyboard.press('Control+s')
  await expect(editor.getByRole('button', { name: 'Save' })).toBeDisabled()
  await editor.getByRole('textbox', { name: 'Description' }).fill('unsaved')
  await page.keyboard.press('2')
  await editor.getByRole('button', { name: 'Add a variation' }).click()
  await field(3).fill('[')
  await editor.getByRole('button', { name: 'Remove variation 2' }).click()
  await expect(field(1)).toHaveValue('{"visible: true}')
  await expect(field(2)).toHaveValue('[')
  expect((await services.flags())['maintenance-banner']).toMatchObject({ version: 1 })
  await field(1).press('Escape')
  await expect(editor.getByRole('button', { name: 'Discard' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(field(1)).toHaveValue(before)
  await expect(editor.getByRole('alert')).toHaveCount(0)

  await field(1).fill('{"visible": tru')
  await field(1).press('e')
  await field(1).press('}')
  await page.keyboard.press('Control+s')
  await expect(editor).toContainText('Version 2')
  expect((await services.flags())['maintenance-banner']).toMatchObject({ variations: [{ visible: true }, {}] })
})

test('a flag that is removed while being edited stays in the form, and can be saved as a new flag', async ({
  console,
  services,
}) => {
  const before = await readFile(services.flagsFile, 'utf8')
  const { 'quote-layout': _, ...others } = await services.flags()
  const remove = () => services.writeFlags(JSON.stringify({ ...JSON.parse(before), flags: others }))
  const editor = console.pane('quote-layout')
  const description = editor.getByRole('textbox', { name: 'Description' })
  const gone = editor.getByRole('alert').filter({ hasText: 'This flag was removed while you were editing.' })
  const inList = console.pane('Flags').getByRole('button', { name: /^quote-layout/ })

  await console.open('flags/quote-layout')
  await description.fill('written')
  await remove()
  await expect(gone).toBeVisible()
  await expect(inList).toHaveCount(0)
  await expect(description).toHaveValue('written')
  await expect(editor.getByRole('button', { name: /Remove quote-layout/ })).toHaveCount(0)
  await editor.getByRole('button', { name: 'Discard' }).click()
  await expect(console.pane('new-pricing')).toBeVisible()

  await services.writeFlags(before)
  await inList.click()
  await description.fill('written')
  await remove()
  await expect(gone).toBeVisible()
  await editor.getByRole('button', { name: 'Save as a new flag' }).click()
  await expect(inList).toBeVisible()
  await expect(gone).toHaveCount(0)
  await expect(description).toHaveValue('written')
  expect((await services.flags())['quote-layout']).toMatchObject({ description: 'written', on: true })
})

test('the history of an unchanged flag says what appears there', async ({ console }) => {
  await console.open('flags/new-pricing')
  await console.page.getByRole('tab', { name: 'History' }).click()
  const panel = console.page.getByRole('tabpanel')
  await expect(panel).toContainText('No changes yet')
  await expect(panel).toContainText('since the services started')
  // There is nothing to undo.
  await expect(panel.getByRole('button')).toHaveCount(0)
})

test('a flag shows its version, and the tooltip of the remove button does not cover the confirmation', async ({
  console,
}) => {
  await console.open('flags/new-pricing')
  const { page } = console
  await expect(console.pane('new-pricing').getByText(/^Version \d+$/)).toBeVisible()
  const bin = page.getByRole('button', { name: 'Remove new-pricing' })
  await bin.hover()
  await expect(page.getByRole('tooltip', { name: 'Remove the flag' })).toBeVisible()
  await bin.click()
  await expect(page.getByRole('dialog', { name: 'Remove new-pricing?' })).toBeVisible()
  await expect(page.getByRole('tooltip')).toHaveCount(0)
})

test('the confirmation of a removal opens with the focus on Cancel, which returns to the button', async ({
  console,
}) => {
  await console.open('flags/new-pricing')
  const { page } = console
  const bin = page.getByRole('button', { name: 'Remove new-pricing' })
  await bin.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Remove new-pricing?' })
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(bin).toBeFocused()
  await expect(console.pane('new-pricing')).toBeVisible()
})
