import { chromium, type Page } from 'playwright'
import { findHeadless } from '../../../scripts/findChromium.mjs'
import type { Clients } from '../clients/createClients.ts'
import type { Listening } from '../listen.ts'
import { servePage } from '../page/servePage.ts'
import { startFront } from './startFront.ts'

/** Starts the test service with its REST front in this process, and its clients in one page of a headless Chromium. */
export async function startChromiumService(): Promise<Listening> {
  const found = findHeadless()
  const browser = await chromium.launch({
    ...(found.type === 'found' && { executablePath: found.path }),
    // Chromium refuses to run as root, as in a container, unless its sandbox is off.
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  })
  const [site, page] = await Promise.all([servePage('contractPage'), browser.newPage()])
  await page.goto(site.url)
  const front = await startFront('telltale-chromium', clientsIn(page))
  return {
    url: front.url,
    close: async () => void (await Promise.all([front.close(), browser.close(), site.close()])),
  }
}

const clientsIn = (page: Page): Clients => ({
  open: (...call) => page.evaluate((args) => globalThis.contractClients.open(...args), call),
  run: (...call) => page.evaluate((args) => globalThis.contractClients.run(...args), call),
  close: (...call) => page.evaluate((args) => globalThis.contractClients.close(...args), call),
})
