import { defineConfig } from '@playwright/test'
import { engineNames } from 'stage/engines/engineNames'
import type { EngineOption } from './delivery/test.ts'
import { sharedConfig } from './sharedConfig.ts'

/** What `npm run test:truth` plays: random histories in each engine. */
export default defineConfig<object, EngineOption>({
  ...sharedConfig,
  testDir: 'truth',
  // Histories are played at the same time within the one test of an engine.
  workers: 1,
  timeout: 3_600_000,
  // The fixture of a page is not used: there is nothing to show.
  use: { ...sharedConfig.use, screenshot: 'off' },
  projects: engineNames.map((engineName) => ({ name: engineName, use: { engineName } })),
})
