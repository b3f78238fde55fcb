import { test as base, expect, type ConsoleMessage } from '@playwright/test'
import { judgeComplaints, type Complaints } from './complaints.ts'
import { deskPage, type DeskPage } from './deskPage.ts'
import { startRentalDesk, type RentalDesk } from './rentalDesk.ts'
import { openServices, type Services } from './services.ts'

interface Fixtures {
  services: Services
  desk: DeskPage
  complaints: Complaints
}

interface WorkerFixtures {
  /** One for each worker, so that workers do not see each other's flags and events. */
  rentalDesk: RentalDesk
}

/** A journey with real pages and services. It fails if the browser's console is not empty. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  rentalDesk: [
    // Playwright requires a destructuring pattern as the first parameter.
    async ({ browserName: _ }, provide) => {
      const rentalDesk = await startRentalDesk()
      await provide(rentalDesk)
      await rentalDesk.stop()
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ rentalDesk }, provide) => provide(rentalDesk.url),
  services: [async ({ rentalDesk }, provide) => provide(await openServices(rentalDesk)), { auto: true }],
  complaints: [({ context }, provide) => judgeComplaints(context, isErrorOrWarning, provide), { auto: true }],
  desk: async ({ page }, provide) => provide(deskPage(page)),
})

export { expect }

function isErrorOrWarning(message: ConsoleMessage): boolean {
  return message.type() === 'error' || message.type() === 'warning'
}
