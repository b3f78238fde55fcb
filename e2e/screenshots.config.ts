import { defineConfig } from '@playwright/test'
import journeys from './playwright.config.ts'

/**
 * Makes the pictures of the documents again: `npm run screenshots -w e2e`. Not part of the tests: a
 * picture has no right and wrong.
 */
export default defineConfig(journeys, {
  testDir: 'screenshots',
  testMatch: '*.shot.ts',
  reporter: 'list',
  use: { viewport: { width: 1280, height: 860 }, deviceScaleFactor: 1, trace: 'off' },
})
