import { defineConfig } from '@playwright/test'
import { headless, sharedConfig } from '../e2e/sharedConfig.ts'

const { globalSetup: _, ...shared } = sharedConfig

/** What `npm run test:docs` plays against the site that it has built. */
export default defineConfig({
  ...shared,
  outputDir: '../test-results/docs',
  projects: [{ name: 'site', testDir: 'checks', use: headless }],
})
