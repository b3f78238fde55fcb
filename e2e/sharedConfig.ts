import { availableParallelism } from 'node:os'
import { devices, type PlaywrightTestConfig } from '@playwright/test'
import { findChromium, findHeadless } from '../scripts/findChromium.mjs'

const isRoot = process.getuid?.() === 0

/** The launch options of the browser that was found. */
const launchOptions = (browser: ReturnType<typeof findChromium>) => ({
  ...(browser.type === 'found' ? { executablePath: browser.path } : {}),
  args: [
    // Without a graphics card, Chromium would emulate one, which takes longer than drawing without it.
    '--disable-gpu',
    // Chromium refuses to run as root, as in a container, unless its sandbox is off.
    ...(isRoot ? ['--no-sandbox'] : []),
  ],
})

/** Options for tests of pages only. Tests of the browser as a whole, such as closing it, do not use them. */
export const headless = { launchOptions: launchOptions(findHeadless()) }

/** The files that `npm test` leaves to `npm run test:nightly`. */
export const NIGHTLY = '**/*.nightly.spec.ts'

/** The common settings of all Playwright runs in this folder. */
export const sharedConfig: PlaywrightTestConfig = {
  outputDir: '../test-results/e2e',
  // Vitest runs the unit tests of this folder, `*.test.ts`.
  testMatch: '**/*.spec.ts',
  // Tests share nothing: each worker has its own demo application, services and database.
  fullyParallel: true,
  workers: availableParallelism(),
  retries: 0,
  // Long enough for a busy machine.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  forbidOnly: true,
  reporter: 'list',
  reportSlowTests: { max: 10, threshold: 30_000 },
  globalSetup: './ensureBuilt.ts',
  use: {
    ...devices['Desktop Chrome'],
    viewport: { width: 1280, height: 800 },
    launchOptions: launchOptions(findChromium()),
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
  },
}
