import { defineConfig } from '@playwright/test'
import { findHeadless } from '../scripts/findChromium.mjs'

const found = findHeadless()

/** What `npm run test:relay` plays. */
export default defineConfig({
  testDir: 'src/relay',
  outputDir: '../test-results/relay',
  // One relay serves all tests, one after another.
  workers: 1,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  use: {
    launchOptions: {
      ...(found.type === 'found' && { executablePath: found.path }),
      // Chromium refuses to run as root, as in a container, unless its sandbox is off.
      args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
    },
  },
})
