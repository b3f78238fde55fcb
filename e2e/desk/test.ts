import { test as base, expect, type BrowserContext } from '@playwright/test'
import { deskPage, type DeskPage } from './deskPage.ts'
import { openServices, type Services } from './services.ts'

interface Fixtures {
  services: Services
  desk: DeskPage
  /** What pages wrote to the developer's console. A journey that expects some takes it out; what is left fails it. */
  complaints: string[]
}

/** A journey: real pages, real services, and a console that stays empty. */
export const test = base.extend<Fixtures>({
  // Playwright wants the fixtures that are needed in braces, and none is.
  services: [async ({ browserName: _ }, provide) => provide(await openServices()), { auto: true }],
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
