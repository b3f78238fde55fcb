import { axeViolations } from '../desk/axeViolations.ts'
import type { DeskPage } from '../desk/deskPage.ts'
import { expect, test } from '../desk/test.ts'

const states: { state: string; reach: (desk: DeskPage) => Promise<void> }[] = [
  { state: 'as it opens', reach: async () => {} },
  {
    state: 'with a quote that lacks something',
    reach: async (desk) => {
      await desk.quote('EX-214')
      await desk.sendButton.click()
    },
  },
  {
    state: 'with a quote just sent',
    reach: async (desk) => {
      await desk.quote('EX-209')
      await desk.setCustomer('Delmar Foundations')
      await desk.sendButton.click()
      await expect(desk.page.getByText('sent to Delmar')).toBeVisible()
    },
  },
  {
    state: 'with the menu open',
    reach: async (desk) => {
      await desk.user.click()
      await expect(desk.page.getByRole('menuitemradio').first()).toBeVisible()
    },
  },
  {
    state: 'seen as a customer, with no machine found',
    reach: async (desk) => {
      await desk.signInAs(/^Priya Raman/)
      await expect(desk.impersonation).toBeVisible()
      await desk.page.getByRole('searchbox').fill('submarine')
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
  {
    state: 'signed out',
    reach: async (desk) => {
      await desk.user.click()
      await desk.page.getByRole('menuitem', { name: 'Sign out' }).click()
      await expect(desk.page.getByRole('button', { name: /^Sign in as/ }).first()).toBeVisible()
    },
  },
]

for (const colorScheme of ['light', 'dark'] as const)
  test.describe(`in ${colorScheme} colours`, () => {
    test.use({ colorScheme })
    for (const { state, reach } of states)
      test(`axe finds nothing against the desk ${state}`, async ({ desk }) => {
        await desk.visit()
        await expect(desk.user).toContainText('Grace Adeyemi')
        await reach(desk)
        expect(await axeViolations(desk.page)).toEqual([])
      })
  })
