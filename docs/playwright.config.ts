import { defineConfig, devices } from '@playwright/test'
import { headless } from '../scripts/launchOptions.mjs'

/** What `npm run suite -- docs` plays against the site that it has built. */
export default defineConfig({
  testDir: 'checks',
  outputDir: '../test-results/docs',
  fullyParallel: true,
  // Long enough for a busy machine.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  forbidOnly: true,
  reporter: 'list',
  use: {
    ...devices['Desktop Chrome'],
    ...headless,
    viewport: { width: 1280, height: 800 },
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
  },
})
