import { deskPage } from '../desk/deskPage.ts'
import { expect, test } from '../desk/test.ts'

const MIMICKED = 'Grace Adeyemi, viewing as Priya Raman'
const GRACE = {
  id: 'ironline-rentals:31',
  accounts: { organization: { key: 'ironline-rentals', name: 'Ironline Rentals' } },
}

test('a user who impersonates a customer sees a notice, and their events have both users', async ({
  desk,
  services,
}) => {
  await desk.visit()
  await expect(desk.impersonation).toHaveCount(0)
  await desk.viewAs('Priya Raman')
  await expect(desk.impersonation).toContainText(MIMICKED)
  await expect(desk.user).toHaveText('Priya RamanNorthgate Events')

  await desk.quote('EX-104')
  const event = await services.arrived('Machine selected')
  expect(event.identity).toEqual({
    id: 'northgate-events:3305',
    accounts: { organization: { key: 'northgate-events', name: 'Northgate Events' } },
    impersonator: 'grace.adeyemi@ironline.example',
  })
  expect(event.properties).toMatchObject({ 'LDFF: new_pricing': false, 'LDFF: quote_layout': 'classic' })

  // The impersonation survives a reload, and can be ended.
  await desk.visit('/rentals')
  await expect(desk.impersonation).toContainText(MIMICKED)
  await expect(desk.page.getByText('4 rentals', { exact: true })).toBeVisible()
  await desk.impersonation.getByRole('button', { name: 'Back to my desk' }).click()
  await expect(desk.user).toHaveText('Grace AdeyemiIronline Rentals')
  await expect(desk.impersonation).toHaveCount(0)
  await desk.open('Fleet')
  await desk.quote('EX-122')
  expect((await services.arrived('Machine selected', 2)).identity).toEqual(GRACE)
  expect((await services.arrived('Customer view opened')).identity).toEqual(GRACE)
})

test('another user has their own flags and an empty desk, without a reload', async ({ desk, services }) => {
  await desk.visit()
  await desk.quote('EX-209')
  await expect(desk.total).toHaveText('$4,557')
  await desk.signInAs(/^Aiko Tanaka/)
  await expect(desk.user).toHaveText('Aiko TanakaHarbor & Pine Builders')
  await expect(desk.price).toHaveAccessibleName('Day-rate pricing')
  await expect(desk.fields).toHaveAttribute('data-layout', 'classic')
  await expect(desk.total).toHaveCount(0)

  await services.arrived('Fleet viewed', 2)
  const seenBy = (await services.events('Fleet viewed')).map(({ identity, properties }) => [
    identity.id,
    properties['LDFF: new_pricing'],
  ])
  expect(seenBy).toEqual([
    ['ironline-rentals:31', true],
    ['harbor-and-pine:2210', false],
  ])
})

test('a flag rule for a company holds for its users and for no others', async ({ desk, services }) => {
  await desk.visit()
  await desk.quote('EX-209')
  await desk.signInAs(/^Luis Ortega/)
  await expect(desk.user).toHaveText('Luis OrtegaStonebridge Civil')
  await expect(desk.fields).toHaveAttribute('data-layout', 'compact')
  await services.arrived('Fleet viewed', 2)
  await desk.signInAs(/^Aiko Tanaka/)
  await expect(desk.user).toHaveText('Aiko TanakaHarbor & Pine Builders')
  await expect(desk.fields).toHaveAttribute('data-layout', 'classic')

  await services.arrived('Fleet viewed', 3)
  const seenBy = (await services.events('Fleet viewed')).map(({ identity, properties }) => [
    (identity as typeof GRACE).accounts.organization.key,
    properties['LDFF: quote_layout'],
  ])
  expect(seenBy).toEqual([
    ['ironline-rentals', 'compact'],
    ['stonebridge-civil', 'compact'],
    ['harbor-and-pine', 'classic'],
  ])
})

test('signing out removes the user, the visitor is the next user, and is still signed in on the next visit', async ({
  desk,
  services,
}) => {
  await desk.visit()
  await desk.user.click()
  await desk.page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(desk.page.getByRole('heading', { name: 'You are signed out' })).toBeFocused()
  await expect(desk.page).toHaveTitle('Signed out · Rental Desk')
  await expect(desk.page.getByText('Grace Adeyemi', { exact: true })).toHaveCount(0)

  await desk.page.getByRole('button', { name: /^Sign in as Dana Whitfield/ }).click()
  await expect(desk.user).toHaveText('Dana WhitfieldStonebridge Civil')
  const { identity, properties } = await services.arrived('Visitor signed in')
  expect(identity.id).toBe('stonebridge-civil:1042')
  expect(properties['visitor']).toMatch(/^[\da-f-]{36}$/)
  await desk.visit()
  await expect(desk.user).toHaveText('Dana WhitfieldStonebridge Civil')
})

test('when the services start later than the desk, the user’s unsent quote is kept', async ({ desk, complaints }) => {
  const everything = (url: URL) => url.port !== new URL(desk.page.url()).port
  await desk.page.goto('/favicon.svg')
  await desk.page.route(everything, (route) => route.abort())
  await desk.visit()
  await desk.quote('EX-209')
  await desk.setCustomer('Delmar Foundations')
  await expect(desk.user).toHaveText('Not identified')
  await desk.page.unroute(everything)
  await desk.page.getByRole('button', { name: 'Try again' }).click()
  await expect(desk.user).toHaveText('Grace AdeyemiIronline Rentals')
  await expect(desk.price).toHaveAccessibleName('Weekly pricing')
  await expect(desk.customer).toHaveValue('Delmar Foundations')
  // The browser logs failed requests. The layer requests nothing, because no user was signed in yet.
  complaints.expect(/Failed to load resource/)
  complaints.allow(/network error/, /no event was accepted/, /no answer/, /Error fetching goals/)
})

test('a desk that is opened by a sign-in link signs the user in, and removes the user from the address', async ({
  desk,
}) => {
  await desk.visit('/rentals?as=stonebridge-civil:1042')
  await expect(desk.user).toHaveText('Dana WhitfieldStonebridge Civil')
  await expect(desk.page).toHaveURL('/rentals')

  await desk.visit('/?as=northgate-events:3305&by=ironline-rentals:58')
  await expect(desk.impersonation).toContainText('Marcus Webb, viewing as Priya Raman')
  await expect(desk.page).toHaveURL('/')
  await desk.impersonation.getByRole('button', { name: 'Back to my desk' }).click()
  await expect(desk.user).toHaveText('Marcus WebbIronline Rentals')
})

test('back at their desk, on a rental that the customer may not see, the focus is on its title', async ({ desk }) => {
  await desk.visit('/rentals/R-3118?as=northgate-events:3305&by=ironline-rentals:31')
  await expect(desk.title).toHaveText('No such rental')
  await desk.impersonation.getByRole('button', { name: 'Back to my desk' }).press('Enter')
  await expect(desk.title).toHaveText('R-3118')
  await expect(desk.page.getByRole('heading', { name: 'History' })).toBeVisible()
  await expect(desk.title).toBeFocused()
})

test('signing in, viewing a customer and signing out in one tab happen in the other tabs, too, without a reload', async ({
  desk,
  context,
}) => {
  await desk.visit()
  await expect(desk.user).toHaveText('Grace AdeyemiIronline Rentals')
  await desk.quote('EX-209')
  const other = deskPage(await context.newPage())
  await other.visit('/?as=stonebridge-civil:1042')
  await expect(desk.user).toHaveText('Dana WhitfieldStonebridge Civil')
  await expect(desk.total).toHaveCount(0)

  await desk.quote('EX-209')
  await other.visit('/?as=stonebridge-civil:1042')
  await expect(other.user).toHaveText('Dana WhitfieldStonebridge Civil')
  await expect(desk.total, 'the same user keeps what they have begun').toBeVisible()

  await other.visit('/?as=northgate-events:3305&by=ironline-rentals:31')
  await expect(desk.impersonation).toContainText(MIMICKED)
  await desk.impersonation.getByRole('button', { name: 'Back to my desk' }).click()
  await expect(other.user).toHaveText('Grace AdeyemiIronline Rentals')
  await expect(other.impersonation).toHaveCount(0)

  await other.user.click()
  await other.page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(desk.title).toHaveText('You are signed out')
})
