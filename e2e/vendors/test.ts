import { test as base, expect, type Page } from '@playwright/test'
import type { TrackOptions } from 'telltale'
import { bundlePage } from '../pages/bundlePage.ts'
import { startPageServer } from '../pages/pageServer.ts'
import { startLocalServices, type LocalServices, type UserName } from './localServices.ts'
import type { PageSettings } from './page/startDesk.ts'

/** A page with a vendor's own SDK and the layer. */
export interface VendorDesk {
  readonly page: Page
  /** Loads a page of `page/`, on which this user is signed in. */
  open(name: string, user?: UserName): Promise<void>
  signIn(user: UserName): Promise<void>
  signOut(): Promise<void>
  track(name: string, properties?: Readonly<Record<string, unknown>>, options?: TrackOptions): Promise<void>
}

interface SharedFixtures {
  /** Identity and flags for all journeys of a worker. */
  services: LocalServices
  pages: { readonly url: string }
}

interface Fixtures {
  desk: VendorDesk
  /** Requests to other machines that no journey has routed. They are aborted and fail the journey. */
  unexpectedRequests: string[]
}

export const test = base.extend<Fixtures, SharedFixtures>({
  services: [
    // Playwright requires a destructuring pattern as the first parameter.
    async ({ browserName: _ }, provide) => {
      const services = await startLocalServices()
      await provide(services)
      await services.close()
    },
    { scope: 'worker' },
  ],
  pages: [
    async ({ browserName: _ }, provide) => {
      const server = await startPageServer((path) => bundlePage(new URL(`page${path}.ts`, import.meta.url)))
      await provide(server)
      await server.close()
    },
    { scope: 'worker' },
  ],
  unexpectedRequests: [
    async ({ context }, provide) => {
      const unexpected: string[] = []
      await context.route(
        ({ hostname }) => hostname !== '127.0.0.1',
        (route) => {
          unexpected.push(route.request().url())
          return route.abort()
        },
      )
      await provide(unexpected)
      expect(unexpected).toEqual([])
    },
    { auto: true },
  ],
  desk: async ({ page, pages, services }, provide) => {
    await provide({
      page,
      async open(name, user) {
        const settings: PageSettings = { services: services.url, ...(user && { token: services.tokenOf(user) }) }
        // If several match, the route that was added last is used.
        await page.addInitScript((given) => void (globalThis.pageSettings = given), settings)
        // The page's own script has run by now, but a vendor's may still be loading.
        await page.goto(`${pages.url}/${name}`, { waitUntil: 'domcontentloaded' })
      },
      signIn: (user) => page.evaluate((token) => desk.signIn(token), services.tokenOf(user)),
      track: (...args) => page.evaluate((given) => void desk.telltale.track(...given), args),
      signOut: () => page.evaluate(() => desk.signOut()),
    })
    await services.restore()
  },
})

export { expect }
