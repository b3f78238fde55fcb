import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expect, test } from './test.ts'

/** Opens a flag, and waits for what everybody gets of it. */
async function gets(page: Page, name: string): Promise<string> {
  const person = page.getByRole('region', { name: 'Who gets what' }).getByRole('button', { name })
  return (await person.innerText()).split('\n').at(-1)?.trim() ?? ''
}

test('writes a switch into the file, and shows what the file says', async ({ console, services }) => {
  await console.open('flags')
  const flag = console.pane('Flags').getByRole('article', { name: 'new-pricing' })
  await flag.getByRole('switch').press('Space')
  await expect(flag.getByRole('switch', { name: 'new-pricing is off' })).toBeVisible()
  await expect(console.pane('new-pricing')).toContainText('v5')
  expect((await services.flags())['new-pricing']).toMatchObject({ on: false, version: 5 })
})

test('says when a file is broken, and why a switch could not be written', async ({ console, services, complaints }) => {
  await console.open('flags')
  const flag = console.pane('Flags').getByRole('article', { name: 'new-pricing' })
  await expect(flag).toBeVisible()
  await services.writeFlags('{ "flags": ')
  await expect(console.page.getByText('flags.json is broken; what was read before is in force.')).toBeVisible()
  await flag.getByRole('switch').press('Space')
  await expect(flag.getByRole('alert')).toContainText('broken')
  await expect(flag.getByRole('switch')).toBeChecked()
  // The browser tells of an answer of 409.
  complaints.expect(/409/)
})

test('edits a rule, shows who would get what, saves it, and pushes it to whoever listens', async ({
  console,
  services,
}) => {
  await console.open('flags/quote-layout')
  const { page } = console
  await expect.poll(() => gets(page, 'Dana Whitfield')).toBe('classic')
  await expect.poll(() => gets(page, 'Aiko Tanaka')).toBe('guided')
  const pushed = await listen(services.url, 'stonebridge-civil:1042')

  const editor = console.pane('quote-layout')
  await editor.getByRole('button', { name: 'Add a rule' }).click()
  const rule = editor.getByRole('article', { name: 'Rule 2' })
  await rule.getByRole('combobox', { name: 'Rule 2: attribute' }).fill('company_id')
  await rule.getByRole('combobox', { name: 'Rule 2: values' }).fill('stonebridge-civil')
  await page.keyboard.press('Enter')
  await rule.getByRole('combobox', { name: 'Rule 2: serves' }).selectOption('guided')
  await expect.poll(() => gets(page, 'Dana Whitfield')).toBe('guided')
  await expect(page.getByText('as edited')).toBeVisible()
  expect((await services.flags())['quote-layout']).toMatchObject({ version: 2 })

  await page.getByRole('button', { name: /^Dana Whitfield/ }).click()
  await expect(rule).toHaveAttribute('data-decides', 'true')
  await editor.getByRole('button', { name: 'Save' }).click()
  await expect(editor.getByRole('button', { name: 'Save' })).toHaveCount(0)
  await expect(editor).toContainText('v3')
  expect((await services.flags())['quote-layout']).toMatchObject({
    version: 3,
    rules: [{}, { clauses: [{ attribute: 'company_id', op: 'in', values: ['stonebridge-civil'] }], variation: 2 }],
  })
  await expect.poll(() => pushed.text()).toContain('guided')
  pushed.stop()

  await editor.getByRole('tab', { name: /^History/ }).click()
  await expect(editor.getByRole('listitem')).toContainText('changed rules in the console')
  await editor.getByRole('button', { name: /^Undo: changed rules/ }).click()
  await expect.poll(() => gets(page, 'Dana Whitfield')).toBe('classic')
  await expect(editor.getByRole('listitem').first()).toContainText('by taking back a change')
})

test('says at the field what is wrong, and saves nothing', async ({ console, services }) => {
  await console.open('flags/new-pricing')
  const editor = console.pane('new-pricing')
  await editor.getByRole('combobox', { name: 'Rule 1: operator' }).selectOption('matches')
  await editor.getByRole('combobox', { name: 'Rule 1: values' }).fill('[a-')
  await console.page.keyboard.press('Enter')
  await expect(editor.getByRole('alert')).toContainText('rules[0].clauses[0].values')
  await expect(editor.getByRole('button', { name: 'Save' })).toBeDisabled()
  await editor.getByRole('button', { name: 'Discard' }).click()
  await expect(editor.getByRole('alert')).toHaveCount(0)
  await expect(editor.getByRole('combobox', { name: 'Rule 1: operator' })).toHaveValue('in')
  expect((await services.flags())['new-pricing']).toMatchObject({ version: 4 })
})

test('serves shares, variations, targets and prerequisites as they are set', async ({ console, services }) => {
  await console.open('flags/quote-layout')
  const editor = console.pane('quote-layout')
  const { page } = console
  await editor.getByRole('button', { name: 'Remove variation 3' }).click()
  await editor.getByRole('textbox', { name: 'Variation 2' }).fill('dense')
  await editor.getByRole('combobox', { name: 'Otherwise: serves' }).selectOption('a percentage rollout')
  await editor.getByLabel('Otherwise: per cent for classic').fill('30')
  await expect(editor.getByLabel('Otherwise: per cent for dense')).toHaveValue('70 %')
  await editor.getByRole('button', { name: 'Add one' }).click()
  await editor.getByRole('combobox', { name: 'Prerequisite 1: flag' }).selectOption('fleet-map')
  await editor.getByRole('button', { name: 'Add a target' }).click()
  await editor.getByRole('combobox', { name: 'Target 1: keys' }).fill('somebody')
  await page.keyboard.press('Enter')
  await editor.getByRole('combobox', { name: 'When it is off: serves' }).selectOption('the application’s fallback')
  await page.keyboard.press('Control+s')
  await expect(editor).toContainText('v3')
  expect((await services.flags())['quote-layout']).toMatchObject({
    variations: ['classic', 'dense'],
    offVariation: null,
    targets: [{ variation: 0, values: ['somebody'] }],
    prerequisites: [{ key: 'fleet-map', variation: 0 }],
    fallthrough: {
      rollout: {
        variations: [
          { variation: 0, weight: 30_000 },
          { variation: 1, weight: 70_000 },
        ],
      },
    },
  })
})

test('edits the flag vendor’s JSON, and says while it is none', async ({ console, services }) => {
  await console.open('flags/maintenance-banner')
  const editor = console.pane('maintenance-banner')
  const { page } = console
  await editor.getByRole('tab', { name: 'JSON' }).click()
  const field = editor.getByRole('textbox', { name: 'maintenance-banner as JSON' })
  await field.click()
  await page.keyboard.press('Control+a')
  await page.keyboard.insertText(
    '{ "variations": ["quiet", "loud"], "fallthrough": { "variation": 1 }, "offVariation": 0, ',
  )
  await expect(editor.getByRole('status')).toContainText('It is no JSON yet')
  await page.keyboard.insertText('"on": true, "clientSideAvailability": { "usingEnvironmentId": true } }')
  await expect.poll(() => gets(page, 'Dana Whitfield')).toBe('loud')
  await editor.getByRole('button', { name: 'Save' }).click()
  await expect(editor).toContainText('v2')
  expect((await services.flags())['maintenance-banner']).toMatchObject({ variations: ['quiet', 'loud'], on: true })
})

test('makes a flag, removes it, and takes it back', async ({ console, services }) => {
  await console.open('flags')
  const { page } = console
  await page.getByRole('button', { name: 'Make a new flag' }).click()
  await page.getByRole('textbox', { name: 'Key' }).fill('night-mode')
  await page.getByRole('button', { name: 'Make it' }).click()
  const editor = console.pane('night-mode')
  await expect(editor).toBeVisible()
  expect((await services.flags())['night-mode']).toMatchObject({ variations: [true, false] })
  await editor.getByRole('button', { name: 'Remove night-mode' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove night-mode' }).click()
  await expect(editor).toHaveCount(0)
  await page.getByRole('button', { name: 'Take night-mode back' }).click()
  await expect(console.pane('Flags').getByRole('article', { name: 'night-mode' })).toBeVisible()
})

test('keeps what is being edited when somebody else changes the flag, until one decides', async ({
  console,
  services,
}) => {
  await console.open('flags/new-pricing')
  const editor = console.pane('new-pricing')
  await editor.getByRole('textbox', { name: 'Description' }).fill('mine')
  const file = { flags: await services.flags() }
  Object.assign(file.flags['new-pricing'] ?? {}, { offVariation: 0, version: 9 })
  await services.writeFlags(JSON.stringify({ environments: { production: 'rental-desk-local' }, ...file }))
  await expect(editor.getByRole('alert')).toContainText('Somebody else changed this flag')
  await expect(editor.getByRole('textbox', { name: 'Description' })).toHaveValue('mine')
  await editor.getByRole('button', { name: 'Take theirs' }).click()
  await expect(editor.getByRole('textbox', { name: 'Description' })).toHaveValue('')
  await expect(editor.getByRole('combobox', { name: 'When it is off: serves' })).toHaveValue('0')
})

/** The flag stream of somebody, as a page holds it open. */
async function listen(services: string, key: string) {
  const context = Buffer.from(JSON.stringify({ kind: 'user', key, company_id: 'stonebridge-civil' })).toString(
    'base64url',
  )
  const abort = new AbortController()
  const answer = await fetch(`${services}/eval/rental-desk-local/${context}`, { signal: abort.signal })
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  const read = async (): Promise<void> => {
    for (;;) {
      const chunk = await reader?.read().catch(() => undefined)
      if (chunk === undefined || chunk.done) return
      text += chunk.value.startsWith('event: put') ? '' : chunk.value
    }
  }
  void read()
  return { text: () => text, stop: () => abort.abort() }
}

test('a flag that is removed while being edited keeps the form, and can be saved as a new one', async ({
  console,
  services,
}) => {
  const before = await readFile(services.flagsFile, 'utf8')
  const { 'quote-layout': _, ...others } = await services.flags()
  const remove = () => services.writeFlags(JSON.stringify({ ...JSON.parse(before), flags: others }))
  const editor = console.pane('quote-layout')
  const description = editor.getByRole('textbox', { name: 'Description' })
  const gone = editor.getByRole('alert').filter({ hasText: 'This flag was removed meanwhile.' })
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
