import { readFile, writeFile } from 'node:fs/promises'
import { DANA } from './happenings.ts'
import { expect, test } from './test.ts'

interface Person {
  readonly token: string
  readonly identity: Record<string, unknown>
}

test('Ctrl+S saves the attributes of a person', async ({ console, services }) => {
  await console.open('people/stonebridge-civil%3A1042')
  const person = console.pane('Dana Whitfield')
  await person.getByRole('textbox', { name: 'company_id', exact: true }).fill('elsewhere')
  await console.page.keyboard.press('Control+s')
  await expect(person.getByRole('button', { name: 'Save' })).toHaveCount(0)
  const users = JSON.parse(await readFile(services.usersFile, 'utf8')) as Person[]
  expect(users[0]?.identity).toMatchObject({ company_id: 'elsewhere' })
})

test('a saved person is announced, and a new one has the focus', async ({ console }) => {
  const { page } = console
  await console.open('people/stonebridge-civil%3A1042')
  const saved = page.getByRole('main').getByRole('status').filter({ hasText: 'Saved' })
  await expect(saved).toHaveCount(0)
  const company = console.pane('Dana Whitfield').getByRole('textbox', { name: 'company_id', exact: true })
  await company.fill('elsewhere')
  await page.keyboard.press('Control+s')
  await expect(saved).toBeVisible()
  await expect(company).toBeFocused()
  await page.keyboard.type('x')
  await expect(saved).toHaveCount(0)

  await page.getByRole('button', { name: 'Add a person' }).press('Enter')
  await page.getByRole('textbox', { name: 'unique_identity' }).fill('new:1')
  await page.getByRole('textbox', { name: 'user_name' }).fill('Nils Berg')
  await page.keyboard.press('Control+s')
  await expect(console.pane('Nils Berg')).toBeFocused()
  await expect(saved).toBeVisible()
  await console
    .pane('People')
    .getByRole('button', { name: /^Dana Whitfield/ })
    .click()
  await expect(saved).toHaveCount(0)
})

test('Ctrl+S on the remove button of a new attribute leaves the focus there, and the id may change', async ({
  console,
}) => {
  const { page } = console
  await console.open('people/stonebridge-civil%3A1042')
  const person = console.pane('Dana Whitfield')
  await person.getByRole('button', { name: 'Add an attribute' }).click()
  await page.keyboard.type('region')
  await person.getByRole('textbox', { name: 'Value of region' }).fill('north')
  await person.getByRole('textbox', { name: 'unique_identity' }).fill('stonebridge-civil:7')
  const remove = person.getByRole('button', { name: 'Remove region' })
  await remove.focus()
  await page.evaluate(() => {
    document.addEventListener('focusin', ({ target }) => {
      if (target instanceof HTMLElement) document.body.dataset['visited'] = target.ariaLabel ?? target.tagName
    })
  })
  await page.keyboard.press('Control+s')
  await expect(person.getByRole('button', { name: 'Save' })).toHaveCount(0)
  await expect(page).toHaveURL(/stonebridge-civil%3A7$/)
  await expect(remove).toBeFocused()
  expect(await page.evaluate(() => document.body.dataset['visited'])).toBeUndefined()
})

test('the fields of a new attribute have visible labels', async ({ console }) => {
  await console.open('people')
  const person = console.page.getByRole('main')
  await person.getByRole('button', { name: 'Add an attribute' }).click()
  for (const label of ['Name', 'Value']) {
    await expect(person.getByText(label, { exact: true })).toBeVisible()
    await expect(person.getByRole('textbox', { name: new RegExp(`^${label}`) })).toBeVisible()
  }
})

test('the form of a new person leads to the field that is missing, can be asked for again, and can be left', async ({
  console,
}) => {
  const { page } = console
  await console.open('people')
  const add = page.getByRole('button', { name: 'Add a person' })
  const id = page.getByRole('textbox', { name: 'unique_identity' })
  await add.press('Enter')
  await expect(id).toBeFocused()
  await page.getByRole('textbox', { name: 'user_name' }).fill('Zed')
  await page.keyboard.press('Control+s')
  await expect(id).toBeFocused()
  await expect(id).toHaveAttribute('aria-invalid', 'true')
  await add.press('Enter')
  await expect(id).toBeFocused()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'New person' })).toBeHidden()
})

for (const [name, address, field] of [
  ['a person', 'people/stonebridge-civil%3A1042', 'company_id'],
  ['a flag', 'flags/new-pricing', 'Description'],
] as const) {
  test(`the browser asks before it reloads the page with unsaved changes of ${name}`, async ({ console }) => {
    const { page } = console
    await console.open(address)
    const input = page.getByRole('textbox', { name: field, exact: true })
    const asked: string[] = []
    page.on('dialog', (dialog) => {
      asked.push(dialog.type())
      void dialog.accept()
    })
    await page.reload()
    await input.fill('written')
    await expect(page.getByRole('button', { name: 'Discard' })).toBeVisible()
    expect(asked).toEqual([])
    await page.reload()
    expect(asked).toEqual(['beforeunload'])
    await expect(input).not.toHaveValue('written')
  })
}

test('the person who was open is open again after another view, and Ctrl+S saves their edits', async ({
  console,
  services,
}) => {
  const { page } = console
  await console.open('people')
  await console
    .pane('People')
    .getByRole('button', { name: /Luis Ortega/ })
    .click()
  const luis = console.pane('Luis Ortega')
  const company = luis.getByRole('textbox', { name: 'company_id', exact: true })
  await company.fill('written')
  await page.getByRole('main').focus()
  for (const key of ['3', '2', '3']) await page.keyboard.press(key)
  await expect(company).toHaveValue('written')
  await page.keyboard.press('Control+s')
  await expect(luis.getByRole('button', { name: 'Save' })).toHaveCount(0)
  const users = JSON.parse(await readFile(services.usersFile, 'utf8')) as Person[]
  expect(users[1]?.identity).toMatchObject({ company_id: 'written' })
})

test('edits that another console has replaced as soon as they were saved give way to what it has saved', async ({
  console,
}) => {
  const { page } = console
  await console.open('people/stonebridge-civil%3A1042')
  await page.route('**/console/people/*', async (route) => {
    const response = await route.fetch()
    const { identity } = route.request().postDataJSON() as Person
    await route.fetch({ postData: { identity: { ...identity, company_id: 'theirs' }, before: identity } })
    await route.fulfill({ response })
  })
  const person = console.pane('Dana Whitfield')
  const company = person.getByRole('textbox', { name: 'company_id', exact: true })
  await company.fill('ours')
  await page.keyboard.press('Control+s')
  await expect(company).toHaveValue('theirs')
  await expect(person.getByRole('button', { name: 'Save' })).toHaveCount(0)
})

test('a person who is removed while being edited stays in the form, and can be saved as a new person', async ({
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
  const gone = dana.getByRole('alert').filter({ hasText: 'This person was removed while you were editing.' })
  const listed = console.pane('People').getByRole('button', { name: /Dana Whitfield/ })
  const unsaved = listed.filter({ hasText: 'Removed from the file' })
  const inList = listed.filter({ hasNotText: 'Removed from the file' })

  // This also applies to a person who is shown by default.
  for (const part of ['people', 'people/stonebridge-civil%3A1042']) {
    await console.open(part)
    await company.fill('written')
    await remove()
    await expect(inList).toHaveCount(0)
    await expect(gone).toBeVisible()
    await expect(company).toHaveValue('written')
    // A removed person has no flags and cannot sign in.
    await expect(console.pane('Flags')).toHaveCount(0)
    await expect(dana.getByRole('region', { name: 'Sign in' })).toHaveCount(0)
    await dana.getByRole('button', { name: 'Discard' }).click()
    await expect(dana).toHaveCount(0)
    await expect(console.pane('Luis Ortega')).toBeVisible()
    await write(before)
    await expect(inList).toBeVisible()
  }

  // A person who returns under the same id keeps the edits.
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
  await expect(gone).toBeVisible()
  await console
    .pane('People')
    .getByRole('button', { name: /Luis Ortega/ })
    .click()
  await expect(dana).toHaveCount(0)
  await unsaved.click()
  await expect(gone).toBeVisible()
  await expect(company).toHaveValue('written')
  await dana.getByRole('button', { name: 'Save as a new person' }).click()
  await expect(inList).toHaveAttribute('aria-current', 'true')
  await expect(gone).toHaveCount(0)
  await expect(dana).toBeFocused()
  await expect(dana.getByRole('status').filter({ hasText: 'Saved' })).toBeVisible()
  const saved = (await people()).find(({ identity }) => identity['unique_identity'] === DANA)
  expect(saved?.identity).toMatchObject({ user_name: 'Dana Whitfield', company_id: 'written' })
  expect(saved?.token).not.toBe(token)
})
