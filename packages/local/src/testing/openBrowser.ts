import { existsSync } from 'node:fs'
import { chromium, type Browser } from 'playwright'

const USUAL_PLACE = '/usr/bin/chromium'

/** Chromium: the one of CHROMIUM_PATH, the system's, or Playwright's own. */
export function openBrowser(): Promise<Browser> {
  const executablePath = process.env['CHROMIUM_PATH'] ?? (existsSync(USUAL_PLACE) ? USUAL_PLACE : undefined)
  // Chromium refuses its sandbox to root, as in a container.
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  return chromium.launch({ args, ...(executablePath !== undefined && { executablePath }) })
}
