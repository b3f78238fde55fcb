import { defineConfig } from '@playwright/test'

/** `npm run bench:delivery`, `bench:endings` and `bench:kill`: not tests, but played like them. */
export default defineConfig({
  testDir: 'delivery',
  testMatch: '*.bench.ts',
  outputDir: '../test-results/bench',
  workers: 1,
  timeout: 0,
  reporter: 'line',
})
