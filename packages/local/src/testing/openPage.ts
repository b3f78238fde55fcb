import type { Browser, Page } from 'playwright'

/** A page at an address, and what it has complained of by now. */
export async function openPage(browser: Browser, url: string): Promise<{ page: Page; complaints: readonly string[] }> {
  const page = await browser.newPage()
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (line) => {
    if (line.type() === 'error') complaints.push(line.text())
  })
  await page.goto(url)
  return { page, complaints }
}
