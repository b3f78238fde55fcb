import { test as base, expect, type BrowserContext } from '@playwright/test'
import { deskPage, type DeskPage } from './deskPage.ts'
import { startRentalDesk, type RentalDesk } from './rentalDesk.ts'
import { openServices, type Services } from './services.ts'

interface Fixtures {
  services: Services
  desk: DeskPage
  /** What pages wrote to the developer's console. A journey that expects some takes it out; what is left fails it. */
  complaints: string[]
}

interface WorkerFixtures {
  /** One for each worker, so that workers do not see each other's flags and events. */
  rentalDesk: RentalDesk
}

/** A journey: real pages, real services, and a console that stays empty. */
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
  complaints: [
    async ({ context }, provide) => {
      const complaints: string[] = []
      listen(context, complaints)
      await provide(complaints)
      expect(complaints, 'nothing is written to the console').toEqual([])
    },
    { auto: true },
  ],
  desk: async ({ page }, provide) => provide(deskPage(page)),
})

export { expect }

function listen(context: BrowserContext, complaints: string[]): void {
  context.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
  })
  context.on('weberror', (webError) => complaints.push(webError.error().message))
}
