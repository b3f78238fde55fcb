import type { Locator, Page } from '@playwright/test'

/** Rental Desk as its user meets it. */
export interface DeskPage {
  readonly page: Page
  readonly user: Locator
  readonly impersonation: Locator
  readonly fields: Locator
  readonly customer: Locator
  readonly price: Locator
  readonly total: Locator
  readonly sendButton: Locator
  readonly sentQuotes: Locator
  visit(): Promise<void>
  quote(machine: string): Promise<void>
  setCustomer(name: string): Promise<void>
  signInAs(name: string | RegExp): Promise<void>
}

export function deskPage(page: Page): DeskPage {
  const user = page.getByRole('banner').getByRole('button').last()
  const customer = page.getByRole('combobox', { name: 'Customer' })
  return {
    page,
    user,
    impersonation: page.getByRole('region', { name: 'Impersonation' }),
    fields: page.locator('[data-layout]'),
    customer,
    price: page.getByRole('region', { name: /pricing$/ }),
    total: page.getByRole('status', { name: 'Total' }),
    sendButton: page.getByRole('button', { name: 'Send quote' }),
    sentQuotes: page.getByRole('list', { name: 'Last quotes from this desk' }),
    async visit() {
      await page.goto('/')
    },
    async quote(machine) {
      await page.getByRole('button', { name: `Quote ${machine}` }).click()
    },
    async setCustomer(name) {
      await customer.fill(name)
      // The suggestions lie over what comes next.
      await customer.press('Escape')
    },
    async signInAs(name) {
      await user.click()
      await page.getByRole('menuitemradio', { name }).click()
    },
  }
}
