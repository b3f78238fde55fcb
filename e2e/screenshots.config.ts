import { defineConfig } from '@playwright/test'
import { sharedConfig } from './sharedConfig.ts'

/**
 * Makes the pictures of the documents again: `npm run screenshots -w e2e`. Not part of the tests: a
 * picture has no right and wrong.
 */
export default defineConfig({
  ...sharedConfig,
  testDir: 'screenshots',
  testMatch: '*.shot.ts',
  workers: 1,
  reporter: 'list',
  use: { ...sharedConfig.use, viewport: { width: 1280, height: 860 }, deviceScaleFactor: 1, screenshot: 'off' },
})
