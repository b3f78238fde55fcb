import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'
import { headless, NIGHTLY, sharedConfig } from './sharedConfig.ts'

/** What `npm test` plays. Of the delivery tests, only those tagged `@core`: `delivery.config.ts` plays all of them. */
export default defineConfig({
  ...sharedConfig,
  testIgnore: NIGHTLY,
  // A journey waits for a fifth of its time, in which another one can use the core.
  workers: availableParallelism() + 1,
  projects: [
    { name: 'journeys', testDir: 'journeys', use: headless },
    { name: 'console', testDir: 'console', use: headless },
    // Each file runs in one worker, which bundles each page once.
    { name: 'migration', testDir: 'migration', use: headless, fullyParallel: false },
    { name: 'vendors', testDir: 'vendors', use: headless, fullyParallel: false },
    { name: 'delivery', testDir: 'delivery', grep: /@core/, timeout: 400_000 },
  ],
})
