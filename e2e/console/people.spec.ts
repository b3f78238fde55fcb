import { readFile } from 'node:fs/promises'
import { AIKO, tell } from './happenings.ts'
import { consolePage, expect, test } from './test.ts'

interface Person {
  readonly token: string
  readonly identity: Record<string, unknown>
}

test('the list shows who can sign in, who impersonates whom, and who is signed in now', async ({
  console,
  services,
}) => {
  await tell(services, { identity: AIKO })
  await console.open('people')
  const people = console.pane('People')
  await expect(people.getByRole('button', { name: /Aiko Tanaka/ })).toContainText('1 tab')
  await expect(people.getByRole('button', { name: /Priya Raman/ })).toContainText('Marcus Webb, viewing as Priya Raman')
})

test('the application opens as a person, or as an impersonated person, without a token in the address', async ({
  console,
  services,
}) => {
  await tell(services, {})
  await console.open(`people/${encodeURIComponent(AIKO)}`)
  const signIn = console.page.getByRole('region', { name: 'Sign in' })
  await expect(signIn.getByRole('link', { name: 'Sign in as Aiko Tanaka' })).toHaveAttribute(
    'href',
    'http://127.0.0.1:4800/fleet?as=harbor-and-pine%3A2210',
  )
  await signIn.getByRole('combobox', { name: 'Impersonator' }).selectOption('Grace Adeyemi')
  await expect(signIn.getByRole('link', { name: 'Impersonate' })).toHaveAttribute(
    'href',
    'http://127.0.0.1:4800/fleet?as=harbor-and-pine%3A2210&by=ironline-rentals%3A31',
  )
})

test('a copied impersonation token makes who-am-i return the impersonator', async ({ console, services, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await console.open(`people/${encodeURIComponent(AIKO)}`)
  const signIn = console.page.getByRole('region', { name: 'Sign in' })
  await signIn.getByRole('combobox', { name: 'Impersonator' }).selectOption('Grace Adeyemi')
  await signIn.getByRole('button', { name: 'Copy impersonation token' }).click()
  await expect(signIn.getByRole('status')).toContainText('Grace Adeyemi, viewing as Aiko Tanaka')
  const token = await console.page.evaluate(() => navigator.clipboard.readText())
  const users = JSON.parse(await readFile(services.usersFile, 'utf8')) as Person[]
  expect(users.map((user) => user.token)).not.toContain(token)
  expect(token).toHaveLength(36)
})

test('editing a person’s attributes changes their flag values', async ({ console, services }) => {
  await console.open('people/stonebridge-civil%3A1042')
  const flags = console.pane('Flags')
  await expect(flags.getByRole('button', { name: /new-pricing/ })).toContainText('true')
  const person = console.pane('Dana Whitfield')
  await person.getByRole('textbox', { name: 'company_id', exact: true }).fill('elsewhere')
  await person.getByRole('button', { name: 'Save' }).click()
  await expect(flags.getByRole('button', { name: /new-pricing/ })).toContainText('false')
  const users = JSON.parse(await readFile(services.usersFile, 'utf8')) as Person[]
  expect(users[0]?.identity).toMatchObject({ company_id: 'elsewhere', cached: false })
})

test('an invalid attribute is reported, and people can be added and removed', async ({ console, services }) => {
  await console.open('people')
  const { page } = console
  await page.getByRole('button', { name: 'Add a person' }).click()
  const newPerson = console.pane('New person')
  // Nobody has done anything wrong yet.
  await expect(newPerson.getByRole('alert')).toHaveText('')
  await newPerson.getByRole('button', { name: 'Save' }).click()
  await expect(newPerson.getByRole('alert')).toContainText('unique_identity')
  await expect(newPerson.getByRole('button', { name: 'Save' })).toBeDisabled()
  await newPerson.getByRole('textbox', { name: 'unique_identity', exact: true }).fill('new:1')
  await newPerson.getByRole('textbox', { name: 'user_name', exact: true }).fill('Nils Berg')
  await newPerson.getByRole('button', { name: 'Save' }).click()
  const somebody = console.pane('Nils Berg')
  await expect(somebody).toBeVisible()
  const saved = (JSON.parse(await readFile(services.usersFile, 'utf8')) as Person[]).at(-1)
  // What was left blank is left out.
  expect(saved?.identity).toEqual({ unique_identity: 'new:1', user_name: 'Nils Berg' })
  await somebody.getByRole('button', { name: 'Remove Nils Berg' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove Nils Berg' }).click()
  await expect(console.pane('People').getByRole('button', { name: /Nils Berg/ })).toHaveCount(0)
})

test('unsaved edits stay when another person or another view is opened', async ({ console }) => {
  const { page } = console
  await console.open('people')
  const people = console.pane('People')
  const dana = console.pane('Dana Whitfield')
  const company = dana.getByRole('textbox', { name: 'company_id', exact: true })
  await company.fill('written')
  await people.getByRole('button', { name: /Luis Ortega/ }).click()
  await expect(dana).toHaveCount(0)
  await page.getByRole('button', { name: 'Add a person' }).click()
  const newPerson = console.pane('New person')
  await newPerson.getByRole('textbox', { name: 'user_name', exact: true }).fill('Nils Berg')
  const parts = page.getByRole('navigation', { name: 'Parts' })
  await parts.getByRole('link', { name: 'Live' }).click()
  await parts.getByRole('link', { name: 'People' }).click()

  const unsaved = people.getByRole('button').filter({ has: page.getByRole('img', { name: 'unsaved changes' }) })
  await expect(unsaved).toHaveText([/Nils Berg/, /Dana Whitfield/])
  await unsaved.first().click()
  await expect(newPerson.getByRole('textbox', { name: 'user_name', exact: true })).toHaveValue('Nils Berg')
  await newPerson.getByRole('button', { name: 'Discard' }).click()
  await people.getByRole('button', { name: /Dana Whitfield/ }).click()
  await expect(company).toHaveValue('written')
  await dana.getByRole('button', { name: 'Discard' }).click()
  await expect(company).toHaveValue('stonebridge-civil')
  await expect(unsaved).toHaveCount(0)
})

test('if two users edit the same person, neither overwrites what the other saved', async ({
  console,
  services,
  context,
  complaints,
}) => {
  const address = 'people/stonebridge-civil%3A1042'
  await console.open(address)
  const second = consolePage(await context.newPage(), services)
  await second.open(address)
  const [mine, theirs] = [console, second].map((one) => {
    const editor = one.page.getByRole('region', { name: /^Dana W/ })
    return {
      editor,
      field: (name: string) => editor.getByRole('textbox', { name, exact: true }),
      press: (name: string) => editor.getByRole('button', { name, exact: true }).click(),
    }
  })
  if (mine === undefined || theirs === undefined) throw new Error('There are two.')
  const saved = async () => {
    const users = JSON.parse(await readFile(services.usersFile, 'utf8')) as Person[]
    return users[0]?.identity
  }

  await mine.field('company_id').fill('mine')
  await theirs.field('email_address').fill('theirs@example.com')
  await theirs.press('Save')
  await expect(mine.editor.getByRole('alert').first()).toContainText(
    'This person has changed while you were editing: email_address is theirs@example.com.',
  )
  await expect(mine.editor.getByRole('button', { name: 'Save' })).toBeDisabled()
  await mine.press('Discard my changes')
  await expect(mine.field('email_address')).toHaveValue('theirs@example.com')
  await expect(mine.field('company_id')).toHaveValue('stonebridge-civil')

  // The pane is named after the person. A new name must not reset the form.
  await mine.field('company_id').fill('mine')
  await theirs.field('user_name').fill('Dana W.')
  await theirs.press('Save')
  await mine.press('Keep my changes')
  await mine.press('Save')
  await expect.poll(saved).toMatchObject({ company_id: 'mine', user_name: 'Dana Whitfield' })

  for (const { field, editor } of [mine, theirs]) {
    await expect(editor.getByRole('button', { name: 'Save' })).toHaveCount(0)
    await expect(field('company_id')).toHaveValue('mine')
  }

  // If the news arrives only after the button was pressed, the services refuse the edit.
  await theirs.field('company_id').fill('theirs')
  await mine.field('company_id').fill('mine again')
  await console.page.route('**/console/people/*', async (route) => {
    await theirs.press('Save')
    await expect.poll(saved).toMatchObject({ company_id: 'theirs' })
    await route.continue()
  })
  await mine.press('Save')
  await expect(mine.editor).toContainText(/has changed while you were editing/)
  await expect(mine.field('company_id')).toHaveValue('mine again')
  expect(await saved()).toMatchObject({ company_id: 'theirs', email_address: 'theirs@example.com' })
  // The browser logs the 409 answer.
  complaints.expect(/409/)
})
