import { test as base, expect, type Locator, type Page } from '@playwright/test'
import { judgeComplaints, type Complaints } from '../desk/complaints.ts'
import { openConsoleServices, type ConsoleServices } from './consoleServices.ts'

interface Fixtures {
  services: ConsoleServices
  console: ConsolePage
  complaints: Complaints
}

/** The console as its user sees it. */
export interface ConsolePage {
  readonly page: Page
  /** The rendered rows of the list of events. */
  readonly rows: Locator
  /** Opens a view, and waits until it is live. */
  open(part?: string): Promise<void>
  /** A titled part of the page. */
  pane(name: string): Locator
}

/** A test of the console with its own services. It fails if the browser's console is not empty. */
export const test = base.extend<Fixtures>({
  // Playwright requires a destructuring pattern, and no fixture is needed.
  services: async ({ browserName: _ }, provide) => {
    const services = await openConsoleServices()
    await provide(services)
    await services.close()
  },
  complaints: [
    // Depends on the services so that it is closed before them: a page that cannot reach them would log errors.
    ({ context, services: _ }, provide) => judgeComplaints(context, () => true, provide),
    { auto: true },
  ],
  console: async ({ page, services }, provide) => provide(consolePage(page, services)),
})

export { expect }

/** A page of the console. A test may open a second one. */
export function consolePage(page: Page, services: ConsoleServices): ConsolePage {
  return {
    page,
    rows: page.getByRole('listbox', { name: 'Events, the newest first' }).getByRole('option'),
    async open(part = 'live') {
      await page.goto(`${services.url}/#${part}`)
      await expect(page.getByRole('banner').getByRole('status')).toHaveText('Connected')
    },
    pane: (name) => page.getByRole('region', { name, exact: true }),
  }
}
