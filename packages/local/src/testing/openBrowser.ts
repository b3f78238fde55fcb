import { chromium, type Browser } from 'playwright'
import { findHeadless } from '../../../../scripts/findChromium.mjs'

/** Chromium, without a user interface. */
export async function openBrowser(): Promise<Browser> {
  const browser = await findHeadless()
  // Chromium refuses its sandbox to root, as in a container.
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  return chromium.launch({ args, ...(browser.type === 'found' && { executablePath: browser.path }) })
}
