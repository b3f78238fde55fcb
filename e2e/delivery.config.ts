import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'
import { sharedConfig } from './sharedConfig.ts'

/** What `npm run test:delivery` plays: every delivery test but the counted endings, with each scenario under each variant. */
export default defineConfig({
  ...sharedConfig,
  testDir: 'delivery',
  grepInvert: /@endings/,
  // Most of a delivery test is waiting: for a collector that is down, and for copies that must not arrive.
  workers: availableParallelism() * 3,
  // An unanswered request is aborted after 30 s, and retries wait for up to a minute.
  timeout: 400_000,
})
