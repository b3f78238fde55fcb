import { defineConfig } from '@playwright/test'
import { findChromium } from '../scripts/findChromium.mjs'

const browser = await findChromium()
if (browser.type !== 'found') throw new Error('No Chromium: name one in CHROMIUM_PATH.')

/** npm run bench:delivery and npm run bench:kill: not tests, but played like them. */
export default defineConfig({
  testDir: 'delivery',
  testMatch: '*.bench.ts',
  outputDir: '../test-results/bench',
  workers: 1,
  timeout: 0,
  reporter: 'line',
  use: {
    launchOptions: {
      executablePath: browser.path,
      // What an SDK has built in to ask for elsewhere does not leave this machine.
      args: [
        '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      ],
    },
  },
})
