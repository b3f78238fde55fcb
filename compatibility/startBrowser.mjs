import { chromium } from 'playwright'
import { findHeadless } from '../scripts/findChromium.mjs'

/** Starts Chromium for tests of pages. */
export async function startBrowser() {
  const found = findHeadless()
  const browser = await chromium.launch({
    ...(found.type === 'found' && { executablePath: found.path }),
    // Chromium refuses to run as root, as in a container, unless its sandbox is off.
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  })
  return {
    /** A new page, and the errors and warnings that it reports from then on. */
    async openPage() {
      const page = await browser.newPage()
      /** @type {string[]} */
      const problems = []
      page.on('pageerror', (error) => problems.push(error.message))
      page.on('console', (line) => void (['error', 'warning'].includes(line.type()) && problems.push(line.text())))
      return { page, problems }
    },
    close: () => browser.close(),
  }
}
