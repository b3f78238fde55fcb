import { AIKO, happen, tell } from './happenings.ts'
import { expect, test } from './test.ts'

test('after a row was added, its first field has the focus, or the keys of a target', async ({ console }) => {
  await console.open('flags/quote-layout')
  const { page } = console
  const form = console.pane('quote-layout')
  for (const [add, field] of [
    ['Add a variation', 'Variation 4'],
    ['Add a prerequisite', 'Prerequisite 1: flag'],
    ['Add a target', 'Target 2: keys'],
    ['Add a rule', 'Rule 2: attribute'],
  ] as const) {
    await form.getByRole('button', { name: add }).press('Enter')
    await expect(form.getByLabel(field, { exact: true })).toBeFocused()
  }
  await form.getByRole('article', { name: 'Rule 2' }).getByRole('button', { name: 'Rule 2: and…' }).press('Enter')
  await expect(form.getByLabel('Rule 2, condition 2: attribute')).toBeFocused()

  await console.open(`people/${encodeURIComponent(AIKO)}`)
  const person = console.pane('Aiko Tanaka')
  await person.getByRole('button', { name: 'Add an attribute' }).press('Enter')
  await expect(person.getByRole('textbox', { name: /^Name of attribute/ })).toBeFocused()
  await page.getByRole('button', { name: 'Add a person' }).press('Enter')
  await expect(console.pane('New person').getByRole('textbox', { name: 'unique_identity', exact: true })).toBeFocused()
})

test('after a row was removed, the next row’s remove button or the section’s add button has the focus', async ({
  console,
}) => {
  await console.open('flags/quote-layout')
  const form = console.pane('quote-layout')
  const button = (name: string) => form.getByRole('button', { name, exact: true })
  await button('Remove target 1').press('Enter')
  await expect(button('Add a target')).toBeFocused()
  await button('Remove variation 2').press('Enter')
  await expect(button('Remove variation 2')).toBeFocused()
  await button('Remove variation 2').press('Enter')
  await expect(button('Add a variation')).toBeFocused()

  await button('Add a rule').press('Enter')
  await form.getByRole('article', { name: 'Rule 2' }).getByRole('button', { name: 'Rule 2: and…' }).press('Enter')
  await button('Rule 2, condition 2: remove this condition').press('Enter')
  await expect(
    form.getByRole('article', { name: 'Rule 2' }).getByRole('button', { name: 'Rule 2: and…' }),
  ).toBeFocused()
  await button('Rule 1: remove').press('Enter')
  await expect(button('Rule 1: remove')).toBeFocused()
  await button('Rule 1: remove').press('Enter')
  await expect(button('Add a rule')).toBeFocused()

  await console.open(`people/${encodeURIComponent(AIKO)}`)
  const person = console.pane('Aiko Tanaka')
  const removes = person.getByRole('button', { name: /^Remove (?!Aiko)/ })
  const count = await removes.count()
  await removes.last().press('Enter')
  await expect(removes).toHaveCount(count - 1)
  await expect(removes.last()).toBeFocused()
})

test('after Save, Discard and Undo, the focus stays in the pane of the flag', async ({ console }) => {
  await console.open('flags/quote-layout')
  const form = console.pane('quote-layout')
  const description = form.getByRole('textbox', { name: 'Description' })
  await description.fill('one')
  await form.getByRole('button', { name: 'Discard' }).press('Enter')
  await expect(form).toBeFocused()
  await expect(form).toHaveCSS('outline-style', 'solid')
  await description.fill('two')
  await form.getByRole('button', { name: 'Save' }).press('Enter')
  await expect(form.getByRole('button', { name: 'Save' })).toHaveCount(0)
  await expect(form.getByRole('status').filter({ hasText: 'Saved' })).toBeVisible()
  await expect(form).toBeFocused()
  await description.fill('three')
  await expect(form.getByText('Saved', { exact: true })).toHaveCount(0)
  await form.getByRole('button', { name: 'Discard' }).press('Enter')
  await form.getByRole('tab', { name: /^History/ }).click()
  await form.getByRole('button', { name: /^Undo/ }).press('Enter')
  await expect(form.getByRole('listitem')).toHaveCount(2)
  await expect(form.getByRole('button', { name: /^Undo/ }).last()).toBeDisabled()
  await expect(form).toBeFocused()
})

test('after everything that Faults or Connections showed is gone, the focus stays in the pane', async ({
  console,
  services,
}) => {
  await console.open('faults')
  const { page } = console
  await page.getByRole('button', { name: 'Take everything offline' }).press('Enter')
  const clear = console.pane('Faults').getByRole('button', { name: 'Clear all faults' })
  await expect(clear).toBeEnabled()
  await clear.press('Enter')
  await expect(clear).toBeDisabled()
  await expect(console.pane('Faults')).toBeFocused()

  const abort = new AbortController()
  const context = Buffer.from(JSON.stringify({ kind: 'user', key: AIKO })).toString('base64url')
  await fetch(`${services.url}/eval/rental-desk-local/${context}`, { signal: abort.signal })
  await console.open('connections')
  const streams = console.pane('Flag streams')
  await expect(streams.getByRole('row')).toHaveCount(2)
  abort.abort()
  const ended = streams.getByRole('switch', { name: '1 ended' })
  await ended.press('Space')
  await expect(streams.getByRole('row')).toHaveCount(2)
  await ended.press('Space')
  await expect(ended).toBeFocused()
})

test('after a flag or a person was removed, the focus is in the view and not on the page', async ({ console }) => {
  const { page } = console
  for (const [part, name, list] of [
    ['flags/new-pricing', 'new-pricing', 'Flags'],
    [`people/${encodeURIComponent(AIKO)}`, 'Aiko Tanaka', 'People'],
  ] as const) {
    await console.open(part)
    await page.getByRole('button', { name: `Remove ${name}` }).press('Enter')
    await page
      .getByRole('dialog')
      .getByRole('button', { name: `Remove ${name}` })
      .press('Enter')
    await expect(console.pane(name)).toHaveCount(0)
    await expect(page.getByRole('dialog')).toHaveCount(0)
    // Not a control of another flag or person: a second key press would change or remove it.
    await expect(console.pane(list)).toBeFocused()
  }
})

test('a flag that was just created has the focus', async ({ console }) => {
  await console.open('flags')
  const { page } = console
  await page.getByRole('button', { name: 'Create a flag' }).press('Enter')
  await page.getByRole('textbox', { name: 'Key' }).fill('night-mode')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(console.pane('night-mode')).toBeFocused()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Create a flag' }).press('Enter')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Create a flag' })).toBeFocused()
})

test('Save with an invalid field moves the focus to that field, and the text of a new row is selected', async ({
  console,
}) => {
  await console.open('flags/quote-layout')
  const { page } = console
  const form = console.pane('quote-layout')
  await form.getByRole('button', { name: 'Add a rule' }).press('Enter')
  await form.getByRole('textbox', { name: 'Description' }).focus()
  await page.keyboard.press('ControlOrMeta+s')
  await expect(form.getByLabel('Rule 2: attribute', { exact: true })).toBeFocused()

  await console.open('flags/new-pricing')
  await console.pane('new-pricing').getByRole('button', { name: 'Add a variation' }).press('Enter')
  await page.keyboard.type('7')
  await expect(page.locator('input:focus')).toHaveValue('7')
})

test('a flag that was restored and removed again is listed once under Recently removed', async ({ console }) => {
  await console.open('flags/new-pricing')
  const { page } = console
  const remove = async () => {
    await page.getByRole('button', { name: 'Remove new-pricing' }).press('Enter')
    await page.getByRole('dialog').getByRole('button', { name: 'Remove new-pricing' }).press('Enter')
  }
  await remove()
  await page.getByRole('button', { name: 'Restore new-pricing' }).press('Enter')
  await page.getByRole('button', { name: 'new-pricing', exact: true }).press('Enter')
  await remove()
  await expect(page.getByRole('button', { name: 'Restore new-pricing' })).toHaveCount(1)
})

test('after the notice of faults was cleared, the heading of the view has the focus, and not a control that sets faults', async ({
  console,
}) => {
  await console.open('faults')
  const { page } = console
  await page.getByRole('button', { name: 'Take everything offline' }).press('Enter')
  await expect(page.getByText('7 faults are simulated')).toBeVisible()
  await console.open('people')
  await page.getByRole('status').getByRole('button', { name: 'Clear all' }).press('Enter')
  await expect(page.getByText(/faults? (is|are) simulated/)).toHaveCount(0)
  await expect(page.getByRole('main').getByRole('heading').first()).toBeFocused()
})

for (const leave of ['Escape', 'Close'] as const)
  test(`after ${leave}, the list of events has the focus, and j goes on from the event that was open`, async ({
    console,
    services,
  }) => {
    await happen(services, { id: 'a' }, { id: 'b' }, { id: 'c' })
    await console.open()
    const { page, rows } = console
    await expect(rows).toHaveCount(3)
    await rows.nth(1).click()
    const close = page.getByRole('button', { name: 'Close the event' })
    await close.focus()
    await page.keyboard.press(leave === 'Escape' ? 'Escape' : 'Enter')
    await expect(close).toHaveCount(0)
    const list = page.getByRole('listbox')
    await expect(list).toBeFocused()
    await expect(list).toHaveAttribute('aria-activedescendant', (await rows.nth(1).getAttribute('id')) ?? '')
    await page.keyboard.press('Enter')
    await expect(rows.nth(1)).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('Escape')
    await expect(close).toHaveCount(0)
    await page.keyboard.press('j')
    await expect(rows.nth(2)).toHaveAttribute('aria-selected', 'true')
  })

test('the menus of Live open with their first item focused, and Escape returns to their button', async ({
  console,
  services,
}) => {
  await happen(services, { id: 'a' })
  await console.open()
  const { page } = console
  for (const [button, item] of [
    ['Choose columns', 'Age'],
    ['Export events', 'NDJSON'],
  ] as const) {
    await page.getByRole('button', { name: button }).press('Enter')
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe(item)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('menu')).toHaveCount(0)
    await expect(page.getByRole('button', { name: button })).toBeFocused()
  }
})

test('Escape in the filter of Live closes the suggestions first, then empties the field, and the focus stays in it', async ({
  console,
  services,
}) => {
  await happen(services, { id: 'a' })
  await console.open()
  const { page } = console
  const filter = page.getByRole('combobox', { name: 'Filter events' })
  await filter.pressSequentially('us')
  await expect(page.getByRole('option', { name: /^user:/ }).first()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(filter).toHaveAttribute('aria-expanded', 'false')
  await expect(filter).toBeFocused()
  await expect(filter).toHaveValue('us')
  await page.keyboard.press('Escape')
  await expect(filter).toHaveValue('')
  await expect(filter).toBeFocused()
  await expect(console.rows).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('listbox')).toBeFocused()
})

test('the title names the view', async ({ console }) => {
  await console.open('faults')
  await expect(console.page).toHaveTitle('Faults · Telltale console')
  await console.page.keyboard.press('2')
  await expect(console.page).toHaveTitle('Flags · Telltale console')
})

test('a flag without a key is reported', async ({ console }) => {
  await console.open('flags')
  const { page } = console
  await page.getByRole('button', { name: 'Create a flag' }).press('Enter')
  const key = page.getByRole('textbox', { name: 'Key' })
  await key.press('Enter')
  await expect(key).toHaveAccessibleDescription('A flag needs a key.')
})

test('on a narrow screen, what opens takes the focus, and Escape goes back to where it was opened', async ({
  console,
  services,
}) => {
  const { page } = console
  await page.setViewportSize({ width: 390, height: 844 })
  await happen(services, { id: 'a' })
  await tell(services, { identity: AIKO })
  for (const [part, list, item, back] of [
    ['flags', 'Flags', 'quote-layout', 'Back to the flags'],
    ['people', 'People', 'Aiko Tanaka', 'Back to the people'],
  ] as const) {
    await console.open(part)
    const row = console.pane(list).getByRole('button', { name: item })
    await row.press('Enter')
    await expect(page.getByRole('button', { name: back })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(row).toBeFocused()

    // Also after a walk through the header.
    await row.press('Enter')
    await page.getByRole('button', { name: 'Keys and filters' }).focus()
    await page.getByRole('button', { name: back }).press('Enter')
    await expect(row).toBeFocused()
  }
  await console.open('live')
  await expect(console.rows).toHaveCount(1)
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Close the event' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('listbox')).toBeFocused()
})
