import type { Browser, Page } from 'playwright'

/** A page at an address, for one test after another: opening one takes far longer than loading it again. */
export interface TestPage {
  readonly page: Page
  /** What the page has complained of since it was last renewed. */
  readonly complaints: readonly string[]
  /** Loads the page, which was left, anew: with nothing stored. */
  renew(): Promise<void>
  /** Ends what the page does: its services may be closed without a complaint. */
  leave(): Promise<void>
}

export async function openPage(browser: Browser, url: string): Promise<TestPage> {
  const page = await browser.newPage()
  const devtools = await page.context().newCDPSession(page)
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (line) => {
    if (line.type() === 'error') complaints.push(line.text())
  })
  const leave = async () => void (await page.goto('about:blank'))
  return {
    page,
    complaints,
    async renew() {
      await devtools.send('Storage.clearDataForOrigin', { origin: new URL(url).origin, storageTypes: 'all' })
      await page.goto(url)
      complaints.length = 0
    },
    leave,
  }
}
