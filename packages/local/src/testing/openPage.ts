import type { Browser, Page } from 'playwright'

/** A page that several tests use in turn: opening a page takes far longer than reloading it. */
export interface TestPage {
  readonly page: Page
  /** Errors and warnings of the page since its last renewal. */
  readonly complaints: readonly string[]
  /** Loads the page again with empty storage. */
  renew(): Promise<void>
  /** Leaves the page, so that its services can be stopped without errors. */
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
