import { availableParallelism } from 'node:os'
import { devices, type PlaywrightTestConfig } from '@playwright/test'
import { findChromium, findHeadless } from '../scripts/findChromium.mjs'

const isRoot = process.getuid?.() === 0
const report = process.env['PLAYWRIGHT_JSON_OUTPUT_NAME']

/** How to start the browser that was found. */
const launchOptions = (browser: Awaited<ReturnType<typeof findChromium>>) => ({
  ...(browser.type === 'found' ? { executablePath: browser.path } : {}),
  args: [
    // Without a graphics card, Chromium would emulate one: that takes more time than drawing without it.
    '--disable-gpu',
    // Chromium refuses to run as root, as in a container, unless its sandbox is off.
    ...(isRoot ? ['--no-sandbox'] : []),
  ],
})

/** For tests of pages alone. Tests of what a browser does as a whole, such as ending, use all of it. */
export const headless = { launchOptions: launchOptions(await findHeadless()) }

/** What every Playwright run of this folder has in common. */
export const sharedConfig: PlaywrightTestConfig = {
  outputDir: '../test-results/e2e',
  // Tests share nothing: each worker has its own demo application, services and database. Much of a test is waiting.
  fullyParallel: true,
  workers: availableParallelism() + 1,
  retries: 0,
  // Long enough for a machine that is busy with other work.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  forbidOnly: true,
  reporter: report ? [['list'], ['json', { outputFile: report }]] : [['list']],
  globalSetup: './ensureBuilt.ts',
  use: {
    ...devices['Desktop Chrome'],
    viewport: { width: 1280, height: 800 },
    launchOptions: launchOptions(await findChromium()),
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
  },
}
