import type { Page } from '@playwright/test'

/** By how many pixels the page is wider than the screen, so that it scrolls sideways. */
export const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - innerWidth))
