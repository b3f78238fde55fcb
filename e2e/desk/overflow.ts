import type { Page } from '@playwright/test'

/** By how many pixels the page is wider than the screen: whoever sees this has to scroll sideways. */
export const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - innerWidth))
