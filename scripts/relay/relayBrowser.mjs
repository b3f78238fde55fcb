import { chromium } from 'playwright'
import { findHeadless } from '../findChromium.mjs'

/**
 * Chromium, for pages with the flag client in them.
 *
 * @param {{ url: string }} site that serves the client
 */
export async function relayBrowser({ url }) {
  const found = findHeadless()
  // Chromium refuses its sandbox to root, as in a container.
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  const browser = await chromium.launch({ ...(found.type === 'found' && { executablePath: found.path }), args })
  return {
    async openPage() {
      const page = await browser.newPage()
      await page.goto(url)
      await page.waitForFunction(() => 'relayPage' in globalThis)
      return page
    },
    close: () => browser.close(),
  }
}
