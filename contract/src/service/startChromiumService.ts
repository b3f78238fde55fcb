import { chromium, type Page } from 'playwright'
import type { Clients } from '../clients/createClients.ts'
import { buildPage } from '../page/buildPage.ts'
import { servePage } from '../page/servePage.ts'
import { startFront, type Service } from './startFront.ts'

/** The clients in one page of a headless Chromium, and the REST front in this process. */
export async function startChromiumService(executablePath?: string): Promise<Service> {
  const site = await servePage(await buildPage('contractPage'))
  const browser = await chromium.launch({
    ...(executablePath && { executablePath }),
    // Chromium refuses its sandbox to root, as in a container.
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  })

  async function close() {
    await browser.close()
    await site.close()
  }

  try {
    const page = await browser.newPage()
    await page.goto(site.url)
    await page.waitForFunction(() => 'contractClients' in globalThis)
    const front = await startFront('telltale-chromium', clientsIn(page))
    return {
      url: front.url,
      async close() {
        await front.close()
        await close()
      },
    }
  } catch (error) {
    await close()
    throw error
  }
}

const clientsIn = (page: Page): Clients => ({
  open: (...call) => page.evaluate((args) => globalThis.contractClients.open(...args), call),
  run: (...call) => page.evaluate((args) => globalThis.contractClients.run(...args), call),
  close: (...call) => page.evaluate((args) => globalThis.contractClients.close(...args), call),
})
