import { test as base, expect, type Locator, type Page } from '@playwright/test'
import { judgeComplaints, type Complaints } from '../desk/complaints.ts'
import { openConsoleServices, type ConsoleServices } from './consoleServices.ts'

interface Fixtures {
  services: ConsoleServices
  console: ConsolePage
  complaints: Complaints
}

/** The console as somebody meets it who works with it. */
export interface ConsolePage {
  readonly page: Page
  /** The rows of the list of events that are drawn. */
  readonly rows: Locator
  /** Opens a part, and waits until it is live. */
  open(part?: string): Promise<void>
  /** A titled part of the page. */
  pane(name: string): Locator
}

/** A test of the console: with services of its own, and a developer's console that stays empty. */
export const test = base.extend<Fixtures>({
  // Playwright wants the fixtures that are needed in braces, and none is.
  services: async ({ browserName: _ }, provide) => {
    const services = await openConsoleServices()
    await provide(services)
    await services.close()
  },
  complaints: [
    // It needs the services only to be done before they are closed: a page that looks for them would complain of that.
    ({ context, services: _ }, provide) => judgeComplaints(context, () => true, provide),
    { auto: true },
  ],
  console: async ({ page, services }, provide) => provide(consolePage(page, services)),
})

export { expect }

/** A page of the console: a test may open a second one beside its own. */
export function consolePage(page: Page, services: ConsoleServices): ConsolePage {
  return {
    page,
    rows: page.getByRole('listbox', { name: 'Events, the newest first' }).getByRole('option'),
    async open(part = 'live') {
      await page.goto(`${services.url}/#${part}`)
      await expect(page.getByRole('banner').getByRole('status')).toHaveText('Live')
    },
    pane: (name) => page.getByRole('region', { name, exact: true }),
  }
}
