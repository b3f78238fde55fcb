import { defineConfig } from '@playwright/test'

/** The benches that end pages: not tests, but played like them. */
export default defineConfig({
  testDir: 'delivery',
  testMatch: '*.bench.ts',
  outputDir: '../test-results/bench',
  workers: 1,
  timeout: 0,
  reporter: 'line',
})
