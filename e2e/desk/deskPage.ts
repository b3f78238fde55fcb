import { expect, type Locator, type Page } from '@playwright/test'

/** Rental Desk as its user sees it. */
export interface DeskPage {
  readonly page: Page
  readonly title: Locator
  readonly user: Locator
  readonly impersonation: Locator
  readonly fields: Locator
  readonly customer: Locator
  readonly price: Locator
  readonly total: Locator
  readonly sendButton: Locator
  readonly sentQuotes: Locator
  readonly map: Locator
  readonly waiting: Locator
  visit(path?: string): Promise<void>
  /** Waits for the content that loads later: the user and the map. */
  settle(): Promise<void>
  /** Goes to a page through the navigation. */
  open(name: 'Fleet' | 'Rentals' | 'Quotes' | 'Settings'): Promise<void>
  quote(machine: string): Promise<void>
  setCustomer(name: string): Promise<void>
  signInAs(name: string | RegExp): Promise<void>
  /** Impersonates a customer, as users of Ironline can. */
  viewAs(name: string): Promise<void>
}

export function deskPage(page: Page): DeskPage {
  const user = page.locator('[data-user]')
  const customer = page.getByRole('combobox', { name: 'Customer' })
  const map = page.getByRole('region', { name: /^Map / })
  return {
    page,
    title: page.getByRole('heading', { level: 1 }),
    user,
    impersonation: page.getByRole('region', { name: 'Impersonation' }),
    fields: page.locator('[data-layout]'),
    customer,
    price: page.getByRole('region', { name: /pricing$/ }),
    total: page.getByRole('status', { name: 'Total' }),
    sendButton: page.getByRole('button', { name: 'Send quote' }),
    sentQuotes: page.getByRole('list', { name: 'Last quotes from this desk' }),
    map,
    waiting: page.getByRole('status', { name: 'Events waiting' }),
    async visit(path = '/') {
      await page.goto(path)
    },
    async settle() {
      await expect(user).toContainText(/\w/)
      await expect(map.locator('[data-marker][title]').first()).toBeVisible()
    },
    async open(name) {
      await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name }).click()
    },
    async quote(machine) {
      await page.getByRole('button', { name: `Quote ${machine}` }).click()
    },
    async setCustomer(name) {
      await customer.fill(name)
      // The suggestions cover the next control.
      await customer.press('Escape')
    },
    async signInAs(name) {
      await user.click()
      await page.getByRole('menuitemradio', { name }).click()
    },
    async viewAs(name) {
      await user.click()
      await page.getByRole('menuitem', { name: 'View as customer' }).click()
      await page.getByRole('dialog', { name: 'View as customer' }).getByRole('button', { name }).click()
    },
  }
}
