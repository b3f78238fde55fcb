import { chromium } from 'playwright'

/**
 * Chromium, for pages with the flag client in them.
 *
 * @param {{ script: string, servePage: (script: string) => Promise<{ url: string, close(): Promise<void> }>, executablePath: string | undefined }} needs
 */
export async function relayBrowser({ script, servePage, executablePath }) {
  const site = await servePage(script)
  // Chromium refuses its sandbox to root, as in a container.
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  const browser = await chromium.launch({ ...(executablePath && { executablePath }), args })
  return {
    async openPage() {
      const page = await browser.newPage()
      await page.goto(site.url)
      await page.waitForFunction(() => 'relayPage' in globalThis)
      return page
    },
    async close() {
      await browser.close()
      await site.close()
    },
  }
}
