import type { Page } from '@playwright/test'
import { AIKO, happen } from './happenings.ts'
import { expect, test } from './test.ts'

/** Opens a flag, and waits for everyone's values of it. */
async function gets(page: Page, name: string): Promise<string> {
  const person = page.getByRole('region', { name: 'Who gets what' }).getByRole('button', { name })
  return (await person.innerText()).split('\n').at(-1)?.trim() ?? ''
}

test('a switch is written to flags.json, and follows changes of the file', async ({ console, services }) => {
  await console.open('flags')
  const flag = console.pane('Flags').getByRole('article', { name: 'new-pricing' })
  await flag.getByRole('switch').press('Space')
  await expect(flag.getByRole('switch', { name: 'new-pricing is off' })).toBeVisible()
  await expect(console.pane('new-pricing')).toContainText('Version 5')
  expect((await services.flags())['new-pricing']).toMatchObject({ on: false, version: 5 })
})

test('an invalid flags.json is reported, and so is a switch that could not be written', async ({
  console,
  services,
  complaints,
}) => {
  await console.open('flags')
  const flag = console.pane('Flags').getByRole('article', { name: 'new-pricing' })
  await expect(flag).toBeVisible()
  await services.writeFlags('{ "flags": ')
  await expect(console.page.getByText('flags.json has errors. The last valid version stays active.')).toBeVisible()
  await flag.getByRole('switch').press('Space')
  await expect(flag.getByRole('alert')).toContainText('The file is invalid')
  await expect(flag.getByRole('switch')).toBeChecked()
  // The browser logs the 409 answer.
  complaints.expect(/409/)
})

test('a rule is edited with a preview of everyone’s values, saved, and pushed to open streams', async ({
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
  await expect(page.getByText('with your changes')).toBeVisible()
  expect((await services.flags())['quote-layout']).toMatchObject({ version: 2 })

  await page.getByRole('button', { name: /^Dana Whitfield/ }).click()
  await expect(rule).toHaveAttribute('data-decides', 'true')
  await editor.getByRole('button', { name: 'Save' }).click()
  await expect(editor.getByRole('button', { name: 'Save' })).toHaveCount(0)
  await expect(editor).toContainText('Version 3')
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
  await expect(editor.getByRole('listitem').first()).toContainText('by undo')
})

test('a mistake is reported at its field, and nothing is saved', async ({ console, services }) => {
  await console.open('flags/new-pricing')
  const editor = console.pane('new-pricing')
  await editor.getByRole('combobox', { name: 'Rule 1: operator' }).selectOption('matches')
  await editor.getByRole('combobox', { name: 'Rule 1: values' }).fill('[a-')
  await console.page.keyboard.press('Enter')
  await expect(editor.getByRole('alert')).toContainText('Rule 1, condition 1: ')
  await expect(editor.getByRole('button', { name: 'Save' })).toBeDisabled()
  await editor.getByRole('button', { name: 'Discard' }).click()
  await expect(editor.getByRole('alert')).toHaveCount(0)
  await expect(editor.getByRole('combobox', { name: 'Rule 1: operator' })).toHaveValue('in')
  expect((await services.flags())['new-pricing']).toMatchObject({ version: 4 })
})

test('rollouts, variations, targets and prerequisites are saved as edited', async ({ console, services }) => {
  await console.open('flags/quote-layout')
  const editor = console.pane('quote-layout')
  const { page } = console
  await editor.getByRole('button', { name: 'Remove variation 3' }).click()
  await editor.getByRole('textbox', { name: 'Variation 2' }).fill('dense')
  await editor.getByRole('combobox', { name: 'Default rule: serves' }).selectOption('a percentage rollout')
  await editor.getByLabel('Default rule: per cent for classic').fill('30')
  await expect(editor.getByLabel('Default rule: per cent for dense')).toHaveValue('70 %')
  await editor.getByRole('button', { name: 'Add a prerequisite' }).click()
  await editor.getByRole('combobox', { name: 'Prerequisite 1: flag' }).selectOption('fleet-map')
  await editor.getByRole('button', { name: 'Add a target' }).click()
  await editor.getByRole('combobox', { name: 'Target 1: keys' }).fill('somebody')
  await page.keyboard.press('Enter')
  await editor.getByRole('combobox', { name: 'Target 1: keys' }).fill('aiko')
  await page.getByRole('option', { name: 'Aiko Tanaka' }).click()
  await editor.getByRole('combobox', { name: 'Off variation: serves' }).selectOption('the application’s fallback')
  await page.keyboard.press('Control+s')
  await expect(editor).toContainText('Version 3')
  expect((await services.flags())['quote-layout']).toMatchObject({
    variations: ['classic', 'dense'],
    offVariation: null,
    targets: [{ variation: 0, values: ['somebody', AIKO] }],
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

test('the flag vendor’s JSON can be edited, and invalid JSON is reported', async ({ console, services }) => {
  await console.open('flags/maintenance-banner')
  const editor = console.pane('maintenance-banner')
  const { page } = console
  await editor.getByRole('tab', { name: 'JSON' }).click()
  const field = editor.getByRole('textbox', { name: 'maintenance-banner as JSON' })
  await field.click()
  // Undo does not take back what the editor was opened with.
  await page.keyboard.press('Control+z')
  await expect(field).toContainText('"offVariation"')
  await page.keyboard.press('Control+a')
  await page.keyboard.insertText(
    '{ "variations": ["quiet", "loud"], "fallthrough": { "variation": 1 }, "offVariation": 0, ',
  )
  await expect(editor.getByRole('status').filter({ hasText: /^It is not JSON: .*, at line 1, column/ })).toBeVisible()
  await page.keyboard.insertText('"on": true, "clientSideAvailability": { "usingEnvironmentId": true } }')
  await expect.poll(() => gets(page, 'Dana Whitfield')).toBe('loud')
  await editor.getByRole('button', { name: 'Save' }).click()
  await expect(editor).toContainText('Version 2')
  expect((await services.flags())['maintenance-banner']).toMatchObject({ variations: ['quiet', 'loud'], on: true })
})

test('a flag can be created, removed and restored', async ({ console, services }) => {
  await console.open('flags')
  const { page } = console
  await page.getByRole('button', { name: 'Create a flag' }).click()
  await page.getByRole('textbox', { name: 'Key' }).fill('night-mode')
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  const editor = console.pane('night-mode')
  await expect(editor).toBeVisible()
  expect((await services.flags())['night-mode']).toMatchObject({ variations: [true, false] })
  await editor.getByRole('button', { name: 'Remove night-mode' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove night-mode' }).click()
  await expect(editor).toHaveCount(0)
  await page.getByRole('button', { name: 'Restore night-mode' }).click()
  await expect(console.pane('Flags').getByRole('article', { name: 'night-mode' })).toBeVisible()
})

test('edits are kept when the flag is changed elsewhere, until the user decides', async ({ console, services }) => {
  await console.open('flags/new-pricing')
  const editor = console.pane('new-pricing')
  await editor.getByRole('textbox', { name: 'Description' }).fill('mine')
  const file = { flags: await services.flags() }
  Object.assign(file.flags['new-pricing'] ?? {}, { offVariation: 0, version: 9 })
  await services.writeFlags(JSON.stringify({ environments: { production: 'rental-desk-local' }, ...file }))
  await expect(editor.getByRole('alert')).toContainText('This flag has changed while you were editing it')
  await expect(editor.getByRole('textbox', { name: 'Description' })).toHaveValue('mine')
  await editor.getByRole('button', { name: 'Discard my changes' }).click()
  await expect(editor.getByRole('textbox', { name: 'Description' })).toHaveValue('')
  await expect(editor.getByRole('combobox', { name: 'Off variation: serves' })).toHaveValue('0')
})

/** The flag stream of a user, as an open page has it. */
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

test('a rule for an account holds for the people whose events have told this account', async ({
  console,
  services,
}) => {
  const flags = await services.flags()
  const clause = { contextKind: 'organization', attribute: 'key', op: 'in', values: ['harbor-and-pine'] }
  const changed = { targets: [], contextTargets: [], rules: [{ id: 'r', variation: 1, clauses: [clause] }] }
  await services.writeFlags(
    JSON.stringify({
      environments: { production: 'rental-desk-local' },
      flags: { ...flags, 'quote-layout': { ...flags['quote-layout'], ...changed } },
    }),
  )
  await console.open('flags/quote-layout')
  const person = console.pane('Who gets what').getByRole('button', { name: 'Aiko Tanaka' })
  await expect(person).toContainText('default rule')
  await happen(services, { id: 'a', who: AIKO, accounts: { organization: { key: 'harbor-and-pine' } } })
  await expect(person).toContainText('rule 1: if organization.key is')
})

test('a person in “Who gets what” has a link to their page, and the flag there leads back', async ({
  console,
  services,
}) => {
  const { page } = console
  await console.open('flags/new-pricing')
  await console.pane('Who gets what').getByRole('link', { name: 'Open Aiko Tanaka in People', exact: true }).click()
  await expect(page).toHaveURL(`${services.url}/#people/${encodeURIComponent(AIKO)}`)
  await expect(page.getByRole('heading', { name: 'Aiko Tanaka', exact: true })).toBeVisible()
  await page.goBack()
  await expect(console.pane('new-pricing')).toBeVisible()
  await page.goForward()
  await console
    .pane('Flags')
    .getByRole('button', { name: /^new-pricing/ })
    .click()
  await expect(page).toHaveURL(`${services.url}/#flags/new-pricing`)
  await expect(console.pane('Who gets what')).toBeVisible()
})
