import { defineConfig } from '@playwright/test'
import { sharedConfig } from './sharedConfig.ts'

/**
 * Takes the screenshots of the documentation: `npm run screenshots -w e2e`. This is not part of the tests, because
 * a screenshot is neither right nor wrong.
 */
export default defineConfig({
  ...sharedConfig,
  testDir: 'screenshots',
  testMatch: '*.shot.ts',
  workers: 1,
  reporter: 'list',
  use: { ...sharedConfig.use, viewport: { width: 1280, height: 860 }, deviceScaleFactor: 1, screenshot: 'off' },
})
