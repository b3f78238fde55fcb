import { readFile, writeFile } from 'node:fs/promises'
import { AIKO, DANA, tell } from './happenings.ts'
import { consolePage, expect, test } from './test.ts'

interface Person {
  readonly token: string
  readonly identity: Record<string, unknown>
}

test('shows who can sign in, who looks on in whose name, and who is there now', async ({ console, services }) => {
  await tell(services, { identity: AIKO })
  await console.open('people')
  const people = console.pane('People')
  await expect(people.getByRole('button', { name: /Aiko Tanaka/ })).toContainText('1 tab')
  await expect(people.getByRole('button', { name: /Priya Raman/ })).toContainText(
    'marcus.webb@ironline.example as Priya Raman',
  )
})

test('opens the application as somebody, or as somebody who looks on in their name, without a token in the address', async ({
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
  await signIn.getByRole('combobox', { name: 'Who looks on' }).selectOption('Grace Adeyemi')
  await expect(signIn.getByRole('link', { name: 'Impersonate' })).toHaveAttribute(
    'href',
    'http://127.0.0.1:4800/fleet?as=harbor-and-pine%3A2210&by=ironline-rentals%3A31',
  )
})

test('hands out a token with which who-am-i says who looks on', async ({ console, services, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await console.open(`people/${encodeURIComponent(AIKO)}`)
  const signIn = console.page.getByRole('region', { name: 'Sign in' })
  await signIn.getByRole('combobox', { name: 'Who looks on' }).selectOption('Grace Adeyemi')
  await signIn.getByRole('button', { name: 'Copy its token' }).click()
  await expect(signIn.getByRole('status')).toContainText('Grace Adeyemi as Aiko Tanaka')
  const token = await console.page.evaluate(() => navigator.clipboard.readText())
  const users = JSON.parse(await readFile(services.usersFile, 'utf8')) as Person[]
  expect(users.map((user) => user.token)).not.toContain(token)
  expect(token).toHaveLength(36)
})

test('edits who somebody is, and what they get changes with it', async ({ console, services }) => {
  await console.open('people/stonebridge-civil%3A1042')
  const flags = console.pane('What they get')
  await expect(flags.getByRole('button', { name: /new-pricing/ })).toContainText('true')
  const person = console.pane('Dana Whitfield')
  await person.getByRole('textbox', { name: 'company_id', exact: true }).fill('elsewhere')
  await person.getByRole('button', { name: 'Save' }).click()
  await expect(flags.getByRole('button', { name: /new-pricing/ })).toContainText('false')
  const users = JSON.parse(await readFile(services.usersFile, 'utf8')) as Person[]
  expect(users[0]?.identity).toMatchObject({ company_id: 'elsewhere', cached: false })
})

test('says what is wrong with an attribute, and adds and removes people', async ({ console }) => {
  await console.open('people')
  const { page } = console
  await page.getByRole('button', { name: 'Add somebody' }).click()
  const nobody = console.pane('Somebody new')
  await expect(nobody.getByRole('alert')).toContainText('unique_identity')
  await expect(nobody.getByRole('button', { name: 'Save' })).toBeDisabled()
  await nobody.getByRole('textbox', { name: 'unique_identity', exact: true }).fill('new:1')
  await nobody.getByRole('textbox', { name: 'user_name', exact: true }).fill('Nils Berg')
  await nobody.getByRole('button', { name: 'Save' }).click()
  const somebody = console.pane('Nils Berg')
  await expect(somebody).toBeVisible()
  await somebody.getByRole('button', { name: 'Remove Nils Berg' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove Nils Berg' }).click()
  await expect(console.pane('People').getByRole('button', { name: /Nils Berg/ })).toHaveCount(0)
})

test('of two who edit the same person, neither takes away what the other saved', async ({
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
    'Somebody else changed this person meanwhile: email_address is theirs@example.com.',
  )
  await expect(mine.editor.getByRole('button', { name: 'Save' })).toBeDisabled()
  await mine.press('Take theirs')
  await expect(mine.field('email_address')).toHaveValue('theirs@example.com')
  await expect(mine.field('company_id')).toHaveValue('stonebridge-civil')

  // A pane is called as the person is: another name is no reason to begin anew.
  await mine.field('company_id').fill('mine')
  await theirs.field('user_name').fill('Dana W.')
  await theirs.press('Save')
  await mine.press('Keep mine')
  await mine.press('Save')
  await expect.poll(saved).toMatchObject({ company_id: 'mine', user_name: 'Dana Whitfield' })

  for (const { field, editor } of [mine, theirs]) {
    await expect(editor.getByRole('button', { name: 'Save' })).toHaveCount(0)
    await expect(field('company_id')).toHaveValue('mine')
  }

  // Where the word of it comes only after the button was pressed, the services refuse.
  await theirs.field('company_id').fill('theirs')
  await mine.field('company_id').fill('mine again')
  await console.page.route('**/console/people/*', async (route) => {
    await theirs.press('Save')
    await expect.poll(saved).toMatchObject({ company_id: 'theirs' })
    await route.continue()
  })
  await mine.press('Save')
  await expect(mine.editor).toContainText(/changed .*meanwhile/)
  await expect(mine.field('company_id')).toHaveValue('mine again')
  expect(await saved()).toMatchObject({ company_id: 'theirs', email_address: 'theirs@example.com' })
  // The browser itself tells of an answer of 409.
  complaints.expect(/409/)
})

test('who is removed while being edited keeps the form, and can be saved as somebody new', async ({
  console,
  services,
}) => {
  const { page } = console
  const people = async () => JSON.parse(await readFile(services.usersFile, 'utf8')) as Person[]
  const before = await people()
  const token = before[0]?.token
  const write = (users: readonly Person[]) => writeFile(services.usersFile, JSON.stringify(users))
  const remove = () => write(before.slice(1))
  const dana = console.pane('Dana Whitfield')
  const company = dana.getByRole('textbox', { name: 'company_id', exact: true })
  const gone = dana.getByRole('alert').filter({ hasText: 'This person was removed meanwhile.' })
  const inList = console.pane('People').getByRole('button', { name: /Dana Whitfield/ })

  // Also where nobody was asked for, and the first is shown.
  for (const part of ['people', 'people/stonebridge-civil%3A1042']) {
    await console.open(part)
    await company.fill('written')
    await remove()
    await expect(inList).toHaveCount(0)
    await expect(gone).toBeVisible()
    await expect(company).toHaveValue('written')
    // Somebody who is gone gets nothing, and nobody can be signed in as them.
    await expect(console.pane('What they get')).toHaveCount(0)
    await expect(dana.getByRole('region', { name: 'Sign in' })).toHaveCount(0)
    await dana.getByRole('button', { name: 'Discard' }).click()
    await expect(dana).toHaveCount(0)
    await expect(console.pane('Luis Ortega')).toBeVisible()
    await write(before)
    await expect(inList).toBeVisible()
  }

  // Who comes back under the same id is edited on.
  await inList.click()
  await company.fill('written')
  await remove()
  await expect(gone).toBeVisible()
  await write(before)
  await expect(gone).toHaveCount(0)
  await expect(company).toHaveValue('written')

  await remove()
  await expect(gone).toBeVisible()
  const parts = page.getByRole('navigation', { name: 'Parts' })
  await parts.getByRole('link', { name: 'Live' }).click()
  await parts.getByRole('link', { name: 'People' }).click()
  await expect(dana, 'whoever goes elsewhere leaves it').toHaveCount(0)

  await write(before)
  await inList.click()
  await company.fill('written')
  await remove()
  await dana.getByRole('button', { name: 'Save as somebody new' }).click()
  await expect(inList).toHaveAttribute('aria-current', 'true')
  await expect(gone).toHaveCount(0)
  const saved = (await people()).find(({ identity }) => identity['unique_identity'] === DANA)
  expect(saved?.identity).toMatchObject({ user_name: 'Dana Whitfield', company_id: 'written' })
  expect(saved?.token).not.toBe(token)
})
