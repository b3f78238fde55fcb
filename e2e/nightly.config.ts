import { defineConfig } from '@playwright/test'
import { headless, NIGHTLY, sharedConfig } from './sharedConfig.ts'

/** What `npm run test:nightly` plays: journeys that take long and seldom break alone. */
export default defineConfig({
  ...sharedConfig,
  testMatch: NIGHTLY,
  projects: [
    { name: 'journeys', testDir: 'journeys', use: headless },
    { name: 'console', testDir: 'console', use: headless },
  ],
})
