import { defineConfig } from '@playwright/test'
import { headless } from '../scripts/launchOptions.mjs'

/** What `npm run suite -- relay` plays. */
export default defineConfig({
  testDir: 'src/relay',
  outputDir: '../test-results/relay',
  // One relay serves all tests, one after another.
  workers: 1,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  use: headless,
})
