import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'
import { sharedConfig } from './sharedConfig.ts'

/** What `npm run test:delivery` plays: every delivery test, each scenario under each variant included. */
export default defineConfig({
  ...sharedConfig,
  testDir: 'delivery',
  // Most of a delivery test is waiting: for a collector that is down, and for copies that must not come.
  workers: availableParallelism() * 3,
  // A request that is never answered is given up after 30 s, and retries wait for up to a minute.
  timeout: 400_000,
})
