import { axeViolations } from '../desk/axeViolations.ts'
import { closeWithEscape } from '../desk/closeWithEscape.ts'
import type { DeskPage } from '../desk/deskPage.ts'
import { expect, test } from '../desk/test.ts'

interface State {
  state: string
  /** A selector of what this state adds to a page that is checked as a whole elsewhere. The whole page if absent. */
  within?: string
  reach: (desk: DeskPage) => Promise<void>
}

const onFleet: State[] = [
  { state: 'as it opens', reach: (desk) => expect(desk.map.locator('[data-marker]').first()).toBeVisible() },
  {
    state: 'with an incomplete quote',
    within: 'form',
    reach: async (desk) => {
      await desk.quote('EX-214')
      await desk.sendButton.click()
    },
  },
  {
    state: 'with a quote just sent, and no machine found',
    reach: async (desk) => {
      await desk.quote('EX-209')
      await desk.setCustomer('Delmar Foundations')
      await desk.sendButton.click()
      await expect(desk.page.getByText('sent to Delmar')).toBeVisible()
      await desk.page.getByRole('searchbox').fill('submarine')
    },
  },
  {
    state: 'with the menu open',
    within: '[role=menu]',
    reach: async (desk) => {
      await desk.user.click()
      await expect(desk.page.getByRole('menuitemradio').first()).toBeVisible()
    },
  },
  {
    state: 'with the dialog of customers',
    within: '[role=dialog]',
    reach: async (desk) => {
      await desk.user.click()
      await desk.page.getByRole('menuitem', { name: 'View as customer' }).click()
      await expect(desk.page.getByRole('dialog').getByRole('button', { name: 'Priya Raman' })).toBeVisible()
    },
  },
  {
    state: 'on a narrow screen with the quote open',
    reach: async (desk) => {
      await desk.page.setViewportSize({ width: 390, height: 844 })
      await desk.quote('EX-209')
      await expect(desk.total).toBeVisible()
    },
  },
]

const elsewhere: State[] = [
  {
    state: 'on its other pages',
    reach: async (desk) => {
      for (const name of ['Rentals', 'Quotes', 'Settings'] as const) {
        await desk.open(name)
        await expect(desk.title).toHaveText(name)
        expect(await axeViolations(desk.page), name).toEqual([])
      }
      await desk.open('Rentals')
      await desk.page.getByRole('link', { name: 'R-3118' }).click()
      await expect(desk.map.locator('[data-marker]').first()).toBeVisible()
    },
  },
  {
    state: 'seen as a customer, offline',
    reach: async (desk) => {
      await desk.viewAs('Priya Raman')
      await expect(desk.impersonation).toBeVisible()
      await expect(desk.map.locator('[data-marker]').first()).toBeVisible()
      await desk.page.context().setOffline(true)
      await expect(desk.page.getByText('You are offline.')).toBeVisible()
    },
  },
  {
    state: 'signed out',
    reach: async (desk) => {
      await desk.user.click()
      await desk.page.getByRole('menuitem', { name: 'Sign out' }).click()
      await expect(desk.page.getByRole('button', { name: /^Sign in as/ }).first()).toBeVisible()
    },
  },
]

for (const { state, within, reach } of [...onFleet, ...elsewhere])
  test(`axe finds no violation in either colour scheme on the desk ${state}`, async ({ desk, complaints }) => {
    await desk.visit()
    await expect(desk.user).toContainText('Grace Adeyemi')
    await reach(desk)
    expect(await axeViolations(desk.page, within)).toEqual([])
    // Offline, the browser itself writes to the console.
    if (state.includes('offline'))
      complaints.allow(/net::ERR_/, /network error/, /Error on stream connection .* no answer/)
  })

test('the keyboard opens and closes the dialog of customers, and the focus returns to the user menu', async ({
  desk,
}) => {
  const { keyboard } = desk.page
  await desk.visit()
  await expect(desk.user).toContainText('Grace Adeyemi')
  await desk.user.focus()
  await keyboard.press('Enter')
  await expect(desk.page.getByRole('menuitemradio').first()).toBeFocused()
  // Less frequent actions are at the end of the menu.
  await keyboard.press('End')
  await keyboard.press('ArrowUp')
  await expect(desk.page.getByRole('menuitem', { name: 'View as customer' })).toBeFocused()
  await keyboard.press('Enter')
  await closeWithEscape(desk.page.getByRole('dialog', { name: 'View as customer' }))
  await expect(desk.user).toBeFocused()
})

test('Tab closes the user menu and continues from its button', async ({ desk }) => {
  const { keyboard } = desk.page
  await desk.visit()
  await expect(desk.user).toContainText('Grace Adeyemi')
  const colours = desk.page.getByRole('button', { name: 'Use dark colours' })
  for (const [key, next] of [
    ['Tab', desk.page.getByRole('button', { name: 'Hide the map' })],
    ['Shift+Tab', colours],
  ] as const) {
    await desk.user.focus()
    await keyboard.press('Enter')
    await expect(desk.page.getByRole('menuitemradio').first()).toBeFocused()
    await keyboard.press(key)
    await expect(next).toBeFocused()
    await expect(desk.page.getByRole('menu')).toBeHidden()
  }
})
