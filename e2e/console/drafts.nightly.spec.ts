import type { ConsolePage } from './test.ts'
import { expect, test } from './test.ts'

/** The form of a flag, and its place in the list. */
const flagOf = ({ page, pane }: ConsolePage, key: string) => {
  const item = pane('Flags').getByRole('article', { name: key })
  return {
    form: pane(key),
    description: pane(key).getByRole('textbox', { name: 'Description' }),
    open: () => item.getByRole('button', { name: key }).click(),
    mark: item.getByRole('img', { name: 'unsaved changes' }),
    part: (name: string) => page.getByRole('navigation', { name: 'Parts' }).getByRole('link', { name }).click(),
  }
}

test('unsaved edits of a flag are kept while another flag or another part is open, and the list marks the flag', async ({
  console,
  services,
}) => {
  await console.open('flags')
  const first = flagOf(console, 'new-pricing')
  const second = flagOf(console, 'quote-layout')
  await first.description.fill('first')
  await expect(first.mark).toBeVisible()
  await expect(second.mark).toHaveCount(0)
  await second.open()
  await second.description.fill('second')
  await expect(first.mark).toBeVisible()
  await expect(second.mark).toBeVisible()

  await first.part('People')
  await expect(console.pane('People')).toBeVisible()
  await first.part('Flags')
  await first.open()
  await expect(first.description).toHaveValue('first')
  await first.form.getByRole('button', { name: 'Discard' }).click()
  await expect(first.description).toHaveValue('')
  await expect(first.mark).toHaveCount(0)

  await second.open()
  await expect(second.description).toHaveValue('second')
  await second.form.getByRole('button', { name: 'Save' }).click()
  await expect(second.mark).toHaveCount(0)
  await first.open()
  await second.open()
  await expect(second.description).toHaveValue('second')
  await expect(second.form.getByRole('button', { name: 'Save' })).toHaveCount(0)
  expect((await services.flags())['quote-layout']).toMatchObject({ description: 'second' })
  expect((await services.flags())['new-pricing']).toMatchObject({ version: 4 })
})

test('a flag that changed elsewhere while its unsaved edits were out of sight asks which changes to keep', async ({
  console,
  services,
}) => {
  await console.open('flags/new-pricing')
  const edited = flagOf(console, 'new-pricing')
  await edited.description.fill('mine')
  await edited.part('Live')
  await expect(console.pane('Events')).toBeVisible()
  const flags = await services.flags()
  Object.assign(flags['new-pricing'] ?? {}, { offVariation: 0, version: 9 })
  await services.writeFlags(JSON.stringify({ environments: { production: 'rental-desk-local' }, flags }))
  await edited.part('Flags')
  await edited.open()
  await expect(edited.form.getByRole('alert')).toContainText('This flag has changed while you were editing it')
  await expect(edited.description).toHaveValue('mine')
})

test('JSON of a flag that cannot be read stays as typed while another tab, flag or view is open, and is marked', async ({
  console,
  services,
}) => {
  await console.open('flags/new-pricing')
  const { page } = console
  const edited = flagOf(console, 'new-pricing')
  const json = edited.form.getByRole('textbox', { name: 'new-pricing as JSON' })
  const tab = (name: string) => edited.form.getByRole('tab', { name })
  await tab('JSON').click()
  await json.click()
  await page.keyboard.press('Control+a')
  await page.keyboard.insertText('{ "variations": [1, 2], "mine" ')
  await expect(edited.mark).toBeVisible()
  await page.keyboard.press('Control+s')
  await expect(edited.form.getByRole('button', { name: 'Save' })).toBeDisabled()
  await expect(edited.form.getByRole('alert')).toContainText('JSON: It is not JSON')

  await tab('Rules').click()
  await expect(edited.form.getByText('The JSON of this flag has an error')).toBeVisible()
  await expect(edited.description).toHaveCount(0)
  await tab('JSON').click()
  await expect(json).toContainText('"mine"')

  await tab('JSON').focus()
  await page.keyboard.press('1')
  await expect(console.pane('Events')).toBeVisible()
  await page.keyboard.press('2')
  await expect(edited.mark).toBeVisible()
  const who = console.pane('Who gets what')
  await expect(who.getByText('the last valid values')).toBeVisible()
  await expect(who.getByRole('button', { name: /^Dana Whitfield/ })).toContainText('true')
  await tab('JSON').click()
  await expect(json).toContainText('"mine"')

  await json.click()
  await page.keyboard.press('Escape')
  await expect(edited.form.getByRole('button', { name: 'Discard' })).toBeFocused()
  await json.click()
  await page.keyboard.press('Control+End')
  await page.keyboard.insertText(': 0, "fallthrough": { "variation": 1 }, "offVariation": 0 }')
  await expect(edited.form.getByRole('alert')).toHaveCount(0)
  await page.keyboard.press('Control+s')
  await expect(edited.mark).toHaveCount(0)
  expect((await services.flags())['new-pricing']).toMatchObject({ variations: [1, 2] })

  await json.click()
  await page.keyboard.press('Control+a')
  await page.keyboard.insertText('[')
  await edited.form.getByRole('button', { name: 'Discard' }).click()
  await expect(json).toContainText('"offVariation": 0')
  await expect(edited.mark).toHaveCount(0)
})

for (const [width, height] of [
  [1280, 800],
  [390, 844],
] as const)
  test(`no field of a flag with unsaved changes is covered while it has the focus at a width of ${width} pixels`, async ({
    console,
  }) => {
    const { page } = console
    await page.setViewportSize({ width, height })
    await console.open('flags/quote-layout')
    const form = console.pane('quote-layout')
    const fields = form.getByRole('tabpanel').locator('input:visible, select:visible, button:visible')
    /** Controls that something else covers at their middle while they have the focus. */
    const covered = () =>
      page.evaluate(() => {
        const focused = document.activeElement
        const box = focused?.getBoundingClientRect()
        if (!focused || !box) return 'nothing has the focus'
        const top = document.elementFromPoint(box.x + box.width / 2, box.bottom - 2)
        const isSeen = top !== null && (focused.contains(top) || focused.parentElement?.contains(top) === true)
        return isSeen ? '' : `${focused.ariaLabel ?? focused.outerHTML} is under ${top?.outerHTML.slice(0, 80)}`
      })
    // The bar appears with the first letter, and grows with the first problem.
    await form.getByRole('textbox', { name: 'Description' }).focus()
    await page.keyboard.type('d')
    await expect(form.getByRole('button', { name: 'Save' })).toBeVisible()
    await expect.poll(covered).toBe('')
    await form.getByRole('textbox', { name: 'Variation 1' }).fill('compact')
    for (let step = (await fields.count()) * 2; step > 0; step--) {
      await page.keyboard.press('Tab')
      if (!(await form.getByRole('tabpanel').evaluate((panel) => panel.contains(document.activeElement)))) break
      await expect.poll(covered).toBe('')
    }
    await form.getByRole('checkbox', { name: 'Available in browsers' }).focus()
    await expect.poll(covered).toBe('')
  })

for (const [view, address, field] of [
  ['Flags', 'flags/new-pricing', 'Description'],
  ['People', 'people/stonebridge-civil%3A1042', 'company_id'],
] as const)
  test(`unsaved edits under ${view} are marked in the navigation and named above Discard, which Escape leads to`, async ({
    console,
  }) => {
    const { page } = console
    await console.open(address)
    const item = page.getByRole('navigation', { name: 'Parts' }).getByRole('link', { name: view })
    const mark = item.getByRole('img', { name: 'unsaved changes' })
    const input = page.getByRole('textbox', { name: field, exact: true })
    const before = await input.inputValue()
    await expect(mark).toHaveCount(0)
    await input.fill('written')
    await expect(mark).toBeVisible()
    await expect(page.getByText(/^Unsaved changes\./)).toBeVisible()
    await input.press('Escape')
    await expect(page.getByRole('button', { name: 'Discard' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(input).toHaveValue(before)
    await expect(mark).toHaveCount(0)
  })

test('the bar with the unsaved changes does not cover the field that has just been changed', async ({ console }) => {
  await console.open('people/stonebridge-civil%3A1042')
  const { page } = console
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.getByRole('button', { name: 'Add an attribute' }).press('Enter')
  const name = page.getByRole('textbox', { name: /^Name of attribute/ })
  await name.pressSequentially('region')
  const bar = page.getByText(/^Unsaved changes\./)
  await expect(bar).toBeVisible()
  const [field, cover] = [await name.boundingBox(), await bar.boundingBox()]
  expect((field?.y ?? 0) + (field?.height ?? 0)).toBeLessThanOrEqual((cover?.y ?? 0) - 6)
})
